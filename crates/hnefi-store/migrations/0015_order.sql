-- Who looks after the club beside those who run the server, and until when somebody is silent in talk.
alter table account add column moderator bigint not null default 0;
alter table account add column silenced_ms bigint;

-- By whom something was done; null for who did it beside the server. In which game, and until when it holds.
alter table moderation add column actor text;
alter table moderation add column game text;
alter table moderation add column until_ms bigint;

create index moderation_person on moderation (person, at_ms);

-- A warning, until it is read and after.
create table warning (
    number bigint primary key,
    person text not null references person (id),
    at_ms bigint not null,
    words text not null,
    read_ms bigint
);

create index warning_person on warning (person);

-- Whom a person does not want to hear (`mute`), or to have to do with at all (`block`).
create table ignored (
    person text not null references person (id),
    other text not null references person (id),
    how text not null,
    at_ms bigint not null,
    primary key (person, other)
);

create index ignored_other on ignored (other);

-- Somebody tells the moderators of somebody. `said` is what that one had said beside the game.
create table report (
    number bigint primary key,
    reporter text not null references person (id),
    about text not null references person (id),
    game text,
    kind text not null,
    words text not null,
    said text not null,
    at_ms bigint not null,
    done_ms bigint,
    actor text,
    answer text
);

create index report_open on report (done_ms, at_ms);
create index report_about on report (about);
create index report_reporter on report (reporter);
