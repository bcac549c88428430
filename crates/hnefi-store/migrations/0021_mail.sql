-- The mail address of an account; `key` is what it is found by. It is nobody's before he has followed a link that was sent there. `daily` is whether one
-- mail a day says what waits, `told_ms` when one did last.
create table mail_address (
    person text primary key references person (id),
    address text not null,
    key text not null,
    set_ms bigint not null,
    verified_ms bigint,
    daily bigint not null default 0,
    told_ms bigint not null default 0
);

create index mail_address_key on mail_address (key);
create index mail_address_daily on mail_address (told_ms) where daily = 1;

-- A link that was sent, by the SHA-256 of its secret in hexadecimal; `purpose` is `confirm` or `reset`.
create table mail_link (
    digest text primary key,
    person text not null references person (id),
    purpose text not null,
    key text not null,
    made_ms bigint not null
);

create index mail_link_person on mail_link (person, purpose);
create index mail_link_key on mail_link (key, purpose);

-- A mail that waits to be sent, without its words and links, which are made when it is. `wanted` is what somebody said who forgot his password.
create table letter (
    id text primary key,
    kind text not null,
    person text references person (id),
    wanted text,
    made_ms bigint not null,
    due_ms bigint not null,
    tries bigint not null
);

create index letter_due on letter (due_ms);
