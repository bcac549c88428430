-- How the moves of a side of a rated game agree with the engine's, each searched to so many positions.
create table judged (
    game text not null references game (id),
    side text not null,
    engine text not null,
    at_ms bigint not null,
    positions bigint not null,
    agreed bigint not null,
    lost bigint not null,
    primary key (game, side)
);

-- From where a rated game was played: a keyed hash of the address, for some days.
create table played_from (
    game text not null references game (id),
    person text not null references person (id),
    place text not null,
    at_ms bigint not null,
    primary key (game, person, place)
);

create index played_from_person on played_from (person);
create index played_from_at on played_from (at_ms);
