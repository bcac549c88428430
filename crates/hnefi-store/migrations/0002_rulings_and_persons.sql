-- No column lists the words that it may hold: the program knows them, and learns new ones.

alter table game rename to old_game;
alter table happening rename to old_happening;
alter table seat rename to old_seat;
alter table link rename to old_link;
drop index seat_visitor;
drop index link_game;

-- The text of a rule set once, under its SHA-256 in hexadecimal, so that a game is replayed as it was played,
-- whatever becomes of the rule files.
create table ruleset (
    digest text primary key,
    toml text not null
);

-- Somebody who plays, with a name that the server gave.
create table person (
    id text primary key,
    made_ms bigint not null
);

-- A browser that a person uses, by the SHA-256 of the token in its cookie.
create table session (
    token text primary key,
    person text not null references person (id),
    made_ms bigint not null,
    seen_ms bigint not null,
    ended_ms bigint
);

create index session_person on session (person);

-- A game with its first position. `arrangement` says how the players sit. The columns from `version` on say how the
-- log stands, and change only together with it; `due_ms` is when the server must act in the game by itself.
create table game (
    id text primary key,
    made_ms bigint not null,
    ruleset text not null references ruleset (digest),
    ruleset_id text not null,
    ruleset_name text not null,
    position text not null,
    turn text not null,
    arrangement text not null,
    match_id text not null,
    match_game bigint not null,
    version bigint not null,
    touched_ms bigint not null,
    plies bigint not null,
    to_move text,
    winner text,
    ending text,
    due_ms bigint,
    unique (match_id, match_game)
);

create index game_due on game (due_ms) where due_ms is not null;

-- The log of a game, one row each, only ever appended. `side` is null for what the server did. What a ply did stands
-- beside it: `captures`, and the `outcome` if it ended the game, as the judge of this number said; without a number,
-- only the captures are known.
create table entry (
    game text not null references game (id),
    seq bigint not null,
    at_ms bigint not null,
    kind text not null,
    side text,
    judge bigint,
    outcome text,
    ply bigint,
    client_id text,
    from_square text,
    to_square text,
    captures text,
    offer text,
    primary key (game, seq),
    unique (game, client_id)
);

-- Who plays a side. A person's seat without a person is open.
create table seat (
    game text not null references game (id),
    side text not null,
    kind text not null,
    level bigint,
    person text references person (id),
    moves bigint not null,
    primary key (game, side)
);

create index seat_person on seat (person);

-- What the secret of a link gives, by its SHA-256 in hexadecimal. `side` is null for watchers.
create table link (
    secret text primary key,
    game text not null references game (id),
    kind text not null,
    side text
);

create index link_game on link (game);

-- What is written to see whether anything can be.
create table probe (
    id bigint primary key,
    at_ms bigint not null,
    filler text not null
);

-- Who held a seat by a cookie keeps it: the cookie leads to a session.
insert into person (id, made_ms)
select old_seat.visitor, min(old_game.made_ms)
from old_seat join old_game on old_game.id = old_seat.game
where old_seat.visitor is not null
group by old_seat.visitor;

insert into session (token, person, made_ms, seen_ms, ended_ms)
select old_seat.visitor, old_seat.visitor, min(old_game.made_ms), max(old_game.touched_ms), null
from old_seat join old_game on old_game.id = old_seat.game
where old_seat.visitor is not null
group by old_seat.visitor;
