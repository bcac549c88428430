-- What was said beside a game: a greeting by its key, or words.
create table talk (
    game text not null references game (id),
    number bigint not null,
    room text not null,
    person text not null references person (id),
    at_ms bigint not null,
    greeting text,
    words text,
    primary key (game, number)
);

create index talk_person on talk (person);
create index talk_at on talk (at_ms);

-- The games in which nothing more is said, and which player has closed it.
create table talk_closed (
    game text primary key references game (id),
    person text not null references person (id),
    at_ms bigint not null
);
