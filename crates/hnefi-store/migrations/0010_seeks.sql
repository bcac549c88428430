-- Somebody looks for a game of days, with anybody or with whom he challenges. Seeks for live games are not stored: they end when their person has gone.
create table seek (
    id text primary key,
    person text not null references person (id),
    rules text not null,
    control text not null,
    side text,
    match_length bigint,
    rated bigint not null,
    challenged text references person (id),
    ratings text,
    made_ms bigint not null
);
