-- Who got away from a game without playing it, and how: `aborted`, `left`, `match-left`.
create table dodge (
    game text not null references game (id),
    person text not null references person (id),
    kind text not null,
    at_ms bigint not null,
    primary key (game, person, kind)
);

create index dodge_person on dodge (person, at_ms);

insert into dodge (game, person, kind, at_ms)
select entry.game, seat.person, 'aborted', entry.at_ms
from entry
join game on game.id = entry.game
join seat on seat.game = entry.game and seat.side = entry.side
where entry.kind = 'aborted' and game.arrangement = 'friend' and seat.person is not null;

-- Until when somebody says nothing beside games, and until when he is turned away: a guest as well as a member.
alter table person add column silenced_ms bigint;
alter table person add column turned_away_ms bigint;

update person set silenced_ms = (select account.silenced_ms from account where account.person = person.id);

alter table account drop column silenced_ms;

-- Games are found by the time of their end.
create index finished_ended on finished (ended_ms, number);
