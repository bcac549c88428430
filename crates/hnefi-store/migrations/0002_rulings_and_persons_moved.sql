-- The games and what belongs to them, when the rule sets have their digests.

insert into game (
    id, made_ms, ruleset, ruleset_id, ruleset_name, position, turn, arrangement, match_id, match_game,
    version, touched_ms, plies, to_move, winner, ending
)
select
    old_game.id, made_ms, ruleset.digest, ruleset_id, ruleset_name, position, turn,
    case
        when exists (select 1 from old_seat where game = old_game.id and kind = 'computer') then 'computer'
        when (select count(distinct visitor) from old_seat where game = old_game.id and visitor is not null) = 1
            and not exists (select 1 from old_seat where game = old_game.id and visitor is null) then 'screen'
        else 'friend'
    end,
    match_id, match_game, version, touched_ms, plies, to_move, winner, ending
from old_game join ruleset on ruleset.toml = old_game.ruleset;

insert into entry (
    game, seq, at_ms, kind, side, judge, outcome, ply, client_id, from_square, to_square, captures, offer
)
select game, seq, at_ms, kind, side, null, null, ply, client_id, from_square, to_square, captures, offer
from old_happening;

-- A ply after which the game went on did not end it. The last one did, or did not, as the game stands.
update entry set judge = 1
where kind = 'ply' and exists (
    select 1 from entry later
    where later.game = entry.game and later.seq = entry.seq + 1
        and (later.kind in ('ply', 'resigned') or later.kind = 'offered' and later.offer <> 'rematch')
);

update entry set judge = 1, outcome = (
    select coalesce(game.winner, 'draw') || ' ' || game.ending from game where game.id = entry.game
)
where kind = 'ply' and exists (
    select 1 from game where game.id = entry.game and game.version = entry.seq
);

insert into seat (game, side, kind, level, person, moves)
select game, side, kind, level, visitor, moves from old_seat;

insert into link (secret, game, kind, side)
select secret, game, kind, side from old_link;

drop table old_happening;
drop table old_seat;
drop table old_link;
drop table old_game;
