-- A browser that is told what waits for its person, by the SHA-256 of its address at the push service; `subscription` is what the browser
-- gave. It is told while the session goes on under which it asked.
create table push (
    endpoint text primary key,
    person text not null references person (id),
    session text not null,
    subscription text not null,
    made_ms bigint not null
);

create index push_person on push (person);

-- After how many plies of a game it was told that the time of the next move is short.
create table short_told (
    game text primary key references game (id),
    ply bigint not null
);
