-- When somebody was away, and until when, by the time of day: the clocks of his games of days stand still meanwhile. `days` is how many days it
-- counts.
create table away (
    person text not null references person (id),
    from_ms bigint not null,
    until_ms bigint not null,
    days bigint not null,
    primary key (person, from_ms)
);

create index away_until on away (until_ms);

-- Until when who holds a seat is away as the log of the game has it, null for who is not; and whether the clocks of a game go on whoever
-- is away.
alter table seat add column away_ms bigint;
alter table game add column no_away bigint not null default 0;

create index seat_away on seat (away_ms) where away_ms is not null;
