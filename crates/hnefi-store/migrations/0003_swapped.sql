-- Whether the players sit the other way round than in the first game of the match: 1 if they do. Until now they swapped
-- sides after every game.
alter table game add column swapped bigint not null default 0;

update game set swapped = (match_game + 1) % 2;
