-- Events: what is shown of one in a list, and how many rows its log has.
create table event (
    id text primary key,
    made_ms bigint not null,
    touched_ms bigint not null,
    name text not null,
    about text not null,
    state text not null,
    version bigint not null,
    -- How often the organisers' link has been made anew.
    links bigint not null
);

create index event_touched on event (touched_ms, id);

-- The log of an event: acts as JSON, only ever appended. Who did it is no reference, so that the log stays when somebody is forgotten.
create table event_entry (
    event text not null references event (id),
    seq bigint not null,
    at_ms bigint not null,
    person text,
    act text not null,
    primary key (event, seq)
);

-- Who may act in an event.
create table event_organiser (
    event text not null references event (id),
    person text not null references person (id),
    at_ms bigint not null,
    primary key (event, person)
);

create index event_organiser_person on event_organiser (person);
