-- Every search of the archive, also one that finds nothing, goes by an index in the order of the numbers.
create index finished_ending on finished (ending, number);
create index finished_winner on finished (winner, number);
create index finished_ending_winner on finished (ending, winner, number);
create index finished_ruleset_ending on finished (ruleset_id, ending, number);
create index finished_ruleset_winner on finished (ruleset_id, winner, number);
create index finished_ruleset_ending_winner on finished (ruleset_id, ending, winner, number);
