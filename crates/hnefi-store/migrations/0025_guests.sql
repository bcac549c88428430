-- Who played a finished game is who holds its seats: a guest's seat may have gone to his account after the game was put away.
update finished set
    attackers = (select seat.person from seat where seat.game = finished.game and seat.side = 'attackers'),
    defenders = (select seat.person from seat where seat.game = finished.game and seat.side = 'defenders');

-- The games that everybody may watch now are few, and those that are over are many.
drop index game_listed;
create index game_running on game (touched_ms desc, id) where listed = 1 and to_move is not null;
create index game_over on game (touched_ms) where listed = 1 and ending is not null;
