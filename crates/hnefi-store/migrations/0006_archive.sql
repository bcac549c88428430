-- Whether everybody may find and watch a game: 1 if so. Those of before were made to be seen by who has a link.
alter table game add column listed bigint not null default 0;

create index game_listed on game (listed, touched_ms);

-- The finished games that everybody may find, in the order in which they came here, which is after their end.
create table finished (
    number bigint primary key,
    game text not null unique references game (id),
    ended_ms bigint not null,
    ruleset_id text not null,
    ending text not null,
    winner text check (winner in ('attackers', 'defenders')),
    plies bigint not null,
    attackers text,
    defenders text
);

create index finished_ruleset on finished (ruleset_id, number);
create index finished_attackers on finished (attackers, number);
create index finished_defenders on finished (defenders, number);

-- The positions of those games: a number for a position whichever way round the board stands, and the first ply after which
-- it stood.
create table stood (
    position bigint not null,
    number bigint not null references finished (number),
    ply bigint not null,
    primary key (position, number)
);
