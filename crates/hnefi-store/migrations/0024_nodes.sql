-- Several servers, the nodes, on one database. Leases are in milliseconds of the database's clock since 1970; counts are those
-- of the running time.

-- The nodes that run, and those that ended and were not taken over yet.
create table node (
    epoch bigint primary key,
    until_ms bigint not null,
    clock_ms bigint not null
);

-- One row: the greatest epoch that was ever given out.
create table last_epoch (
    id bigint primary key,
    epoch bigint not null
);

-- One row: by which name the nodes of this database find each other.
create table club (
    id bigint primary key,
    name text not null
);

-- What all nodes must have alike in files of their own, as SHA-256 in hexadecimal.
create table shared_key (
    name text primary key,
    digest text not null
);

-- The node that serves a game; how much of the running time was no time of the game; at which running time its time goes on;
-- and for how long nobody served it, until it is told.
alter table game add column owner bigint;
alter table game add column skipped_ms bigint not null default 0;
alter table game add column resumes_ms bigint not null default 0;
alter table game add column gap_ms bigint;

create index game_owner on game (owner) where owner is not null;

-- Flags are found by the running time at which they fall.
drop index game_flag;
create index game_flag on game ((flag_ms + skipped_ms)) where flag_ms is not null;
