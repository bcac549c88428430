-- What a finished game is found as, whoever played: a row for each set of what can be asked of rule set, ending and winner, written `RULES/ENDING/WINNER` with
-- nothing for what is not asked. So each search is one walk along one index, and no planner has to guess which.
create table finished_as (
    what text not null,
    number bigint not null references finished (number),
    primary key (what, number)
);

insert into finished_as (what, number) select ruleset_id || '//', number from finished;
insert into finished_as (what, number) select '/' || ending || '/', number from finished;
insert into finished_as (what, number) select '//' || coalesce(winner, 'nobody'), number from finished;
insert into finished_as (what, number) select ruleset_id || '/' || ending || '/', number from finished;
insert into finished_as (what, number) select ruleset_id || '//' || coalesce(winner, 'nobody'), number from finished;
insert into finished_as (what, number) select '/' || ending || '/' || coalesce(winner, 'nobody'), number from finished;
insert into finished_as (what, number)
    select ruleset_id || '/' || ending || '/' || coalesce(winner, 'nobody'), number from finished;

drop index finished_ruleset;
drop index finished_ending;
drop index finished_winner;
drop index finished_ending_winner;
drop index finished_ruleset_ending;
drop index finished_ruleset_winner;
drop index finished_ruleset_ending_winner;

-- The latest end of all games up to this number, which never falls, and how long before it this one ended: so the numbers of a span of time are found without
-- counting through it.
alter table finished add column latest_ms bigint not null default 0;
alter table finished add column behind_ms bigint not null default 0;
update finished set latest_ms = so_far.latest_ms from
    (select number, max(ended_ms) over (order by number) as latest_ms from finished) so_far
    where so_far.number = finished.number;
update finished set behind_ms = latest_ms - ended_ms;
create index finished_latest on finished (latest_ms, number);
create index finished_behind on finished (behind_ms);
