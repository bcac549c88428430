-- How many games a match has; null where the players go on as long as they like.

alter table game add column match_length bigint;
