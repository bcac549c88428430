-- Clocks. Their times are milliseconds of the server's running time, a count that never goes back and stands still while
-- the server does not run.

-- How much time there is, such as `10+5` or `2d`, null for none; when the clocks went if they did as the game was made; and
-- when the flag of the side to move falls.
alter table game add column control text;
alter table game add column clock_ms bigint;
alter table game add column flag_ms bigint;

create index game_flag on game (flag_ms) where flag_ms is not null;

-- When it happened; what was given back of the lag of a ply; how much time was given, or how long the server was away.
alter table entry add column clock_ms bigint;
alter table entry add column lag_ms bigint;
alter table entry add column span_ms bigint;

-- One row: how far the running time had come at the time of day, written while clocks run.
create table heartbeat (
    id bigint primary key,
    clock_ms bigint not null,
    at_ms bigint not null
);
