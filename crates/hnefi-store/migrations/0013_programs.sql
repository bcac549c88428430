-- Since when an account is a bot's, if it is.
alter table account add column bot_ms bigint;

-- What lets a program act for somebody, by its SHA-256 in hexadecimal. `scopes` are words: read, challenge, play.
create table token (
    digest text primary key,
    person text not null references person (id),
    name text not null,
    scopes text not null,
    made_ms bigint not null,
    used_ms bigint
);

create index token_person on token (person);
