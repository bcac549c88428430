-- The list in which a game is rated, such as `copenhagen slow people`; null for a friendly game.
alter table game add column rated text;

-- What happens to ratings, in its order: a rated game `ended`, or was `annulled`. It holds all that rating the game needs.
create table rating_queue (
    number bigint primary key,
    kind text not null,
    game text not null references game (id),
    at_ms bigint not null,
    list text,
    ruleset_id text,
    attackers text,
    defenders text,
    winner text,
    unique (game, kind)
);

-- Up to which row of the queue ratings have come.
create table rater (
    id bigint primary key,
    number bigint not null
);

insert into rater (id, number) values (1, 0);

-- The rating of a person in a list, in millionths of a point and billionths of volatility, as the row of the queue left it.
create table rating (
    list text not null,
    person text not null,
    number bigint not null,
    points bigint not null,
    deviation bigint not null,
    volatility bigint not null,
    games bigint not null,
    played_ms bigint not null,
    primary key (list, person)
);

create index rating_person on rating (person);
create index rating_points on rating (list, points);

-- The same after every game.
create table rating_change (
    number bigint not null,
    list text not null,
    person text not null,
    points bigint not null,
    deviation bigint not null,
    volatility bigint not null,
    games bigint not null,
    played_ms bigint not null,
    primary key (number, person)
);

create index rating_change_person on rating_change (person, list, number);

-- What the attackers' side of a rule set is worth to a pool of players, in millionths of a point.
create table advantage (
    ruleset_id text not null,
    pool text not null,
    number bigint not null,
    points bigint not null,
    deviation bigint not null,
    games bigint not null,
    played_ms bigint not null,
    primary key (ruleset_id, pool)
);

-- The same after every game.
create table advantage_change (
    number bigint primary key,
    ruleset_id text not null,
    pool text not null,
    points bigint not null,
    deviation bigint not null,
    games bigint not null,
    played_ms bigint not null
);

create index advantage_change_ruleset on advantage_change (ruleset_id, pool, number);
