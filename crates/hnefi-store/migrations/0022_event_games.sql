-- Events whose games are played on the server: when one begins by itself, for lists; null in the second column for wooden boards.
alter table event add column online bigint not null default 0;
alter table event add column begins_ms bigint;

create index event_online on event (online, state);

-- Who of an event is who on the server. Gone with the account, while the log of the event stays.
create table event_player (
    event text not null references event (id),
    player bigint not null,
    person text not null references person (id),
    primary key (event, player),
    unique (event, person)
);

create index event_player_person on event_player (person);

-- What is played for a pairing, as a match of this id: at which board of which round, and which game of the pairing is the first of it.
create table event_match (
    event text not null references event (id),
    round bigint not null,
    board bigint not null,
    first_game bigint not null,
    match_id text not null unique,
    primary key (event, round, board, first_game)
);

-- Whether nothing is taken back in a game, rated or not.
alter table game add column no_take_back bigint not null default 0;
