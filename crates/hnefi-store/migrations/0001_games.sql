-- Times are milliseconds since 1970. Secrets and visitors are kept as SHA-256 in hexadecimal, never themselves.

-- A game: its rule set and first position in full, so that it is replayed as it was played, whatever becomes
-- of the rule files. The columns from `version` on say how the log stands, and change only together with it.
create table game (
    id text primary key,
    made_ms bigint not null,
    ruleset_id text not null,
    ruleset_name text not null,
    ruleset text not null,
    position text not null,
    turn text not null check (turn in ('attackers', 'defenders')),
    match_id text not null,
    match_game bigint not null,
    version bigint not null,
    touched_ms bigint not null,
    plies bigint not null,
    to_move text check (to_move in ('attackers', 'defenders')),
    winner text check (winner in ('attackers', 'defenders')),
    ending text,
    unique (match_id, match_game)
);

-- What happened in a game, one row each, only ever appended.
create table happening (
    game text not null references game (id),
    seq bigint not null,
    at_ms bigint not null,
    kind text not null check (kind in ('ply', 'offered', 'dropped', 'accepted', 'resigned', 'taken-back')),
    side text not null check (side in ('attackers', 'defenders')),
    ply bigint,
    client_id text,
    from_square text,
    to_square text,
    captures text,
    offer text,
    primary key (game, seq),
    unique (game, client_id)
);

-- Who plays a side. A person's seat without a visitor is open.
create table seat (
    game text not null references game (id),
    side text not null check (side in ('attackers', 'defenders')),
    kind text not null check (kind in ('person', 'computer')),
    level bigint,
    visitor text,
    moves bigint not null,
    primary key (game, side)
);

create index seat_visitor on seat (visitor);

-- What the secret of a link gives. `side` is null for watchers.
create table link (
    secret text primary key,
    game text not null references game (id),
    kind text not null check (kind in ('join', 'watch', 'seat')),
    side text check (side in ('attackers', 'defenders'))
);

create index link_game on link (game);
