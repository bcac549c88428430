-- What a side plays if the other one plays as it foresees, for the position after so many plies; `lines` is null where they have ended
-- and their owner has not moved since. Nobody else may be told of them.
create table conditional_moves (
    game text not null references game (id),
    side text not null check (side in ('attackers', 'defenders')),
    ply bigint not null,
    lines text,
    primary key (game, side)
);
