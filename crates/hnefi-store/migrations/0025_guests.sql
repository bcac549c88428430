-- Who played a finished game is who holds its seats: a guest's seat may have gone to his account after the game was put away.
update finished set
    attackers = (select seat.person from seat where seat.game = finished.game and seat.side = 'attackers'),
    defenders = (select seat.person from seat where seat.game = finished.game and seat.side = 'defenders');

-- The games that everybody may watch now are few, and those that are over are many.
drop index game_listed;
create index game_running on game (touched_ms desc, id) where listed = 1 and to_move is not null;
create index game_over on game (touched_ms) where listed = 1 and ending is not null;

-- What the name of a guest looks like in small letters, and as it is written: by these it is found when a name becomes a member's. Null for who has
-- no name, and for members, whose names are kept apart.
alter table person add column looks_small text;
alter table person add column looks_written text;
