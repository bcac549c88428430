-- When a person deleted his account; null for everybody else. What he played stays.
alter table person add column left_ms bigint;

-- What browser and system a session was begun with, as `Firefox/Linux`; null where nobody can tell.
alter table session add column device text;

-- A person with a name that is his alone, and a way to prove who he is.
create table account (
    person text primary key references person (id),
    made_ms bigint not null,
    named_ms bigint,
    password text,
    administrator bigint not null default 0,
    closed_ms bigint
);

-- Whose a name is, by each of its keys: what it looks like. `old_ms` is since when it is no longer his name; its links still lead to
-- him. The name of a deleted account has no person, and is held back for a while.
create table account_name (
    key text primary key,
    name text,
    person text references person (id),
    since_ms bigint not null,
    old_ms bigint
);

create index account_name_person on account_name (person);

-- What opens an account once when the password is forgotten, by its SHA-256 in hexadecimal.
create table recovery_code (
    digest text primary key,
    person text not null references person (id),
    made_ms bigint not null
);

create index recovery_code_person on recovery_code (person);

-- A device on which somebody has logged in, by the SHA-256 of the token in its cookie.
create table known_device (
    digest text not null,
    person text not null references person (id),
    seen_ms bigint not null,
    primary key (digest, person)
);

create index known_device_person on known_device (person);

-- A passkey, by its id in base64url; `credential` is JSON.
create table passkey (
    id text primary key,
    person text not null references person (id),
    label text not null,
    credential text not null,
    made_ms bigint not null,
    used_ms bigint
);

create index passkey_person on passkey (person);

-- What the server has settled on, such as the name that its passkeys are bound to.
create table setting (
    key text primary key,
    value text not null
);

-- What was done to an account, and why. It knows persons by their ids alone.
create table moderation (
    at_ms bigint not null,
    person text not null,
    act text not null,
    why text not null
);
