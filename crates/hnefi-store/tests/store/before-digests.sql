-- A database as the program made it before its rule sets had digests, with games that it let be changed after their end.
CREATE TABLE migration (version bigint primary key, name text not null, at_ms bigint not null);
CREATE TABLE game (
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
CREATE TABLE happening (
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
CREATE TABLE seat (
    game text not null references game (id),
    side text not null check (side in ('attackers', 'defenders')),
    kind text not null check (kind in ('person', 'computer')),
    level bigint,
    visitor text,
    moves bigint not null,
    primary key (game, side)
);
CREATE TABLE link (
    secret text primary key,
    game text not null references game (id),
    kind text not null check (kind in ('join', 'watch', 'seat')),
    side text check (side in ('attackers', 'defenders'))
);
CREATE INDEX seat_visitor on seat (visitor);
CREATE INDEX link_game on link (game);
insert into migration (version, name, at_ms) values (1, '0001_games', 1795349077143);
insert into game (id, made_ms, ruleset_id, ruleset_name, ruleset, position, turn, match_id, match_game, version, touched_ms, plies, to_move, winner, ending) values ('sa2h3axgqj8xexma', 1795349080015, 'fetlar-2018', 'Fetlar 2018', '', '/4K6/5t5/11/11/11/3t7/3T7/7t3/11/1T9/11/', 'defenders', 'sa2h3axgqj8xexma', 1, 3, 1795349080198, 1, null, null, 'agreement');
insert into game (id, made_ms, ruleset_id, ruleset_name, ruleset, position, turn, match_id, match_game, version, touched_ms, plies, to_move, winner, ending) values ('vcryfnejkpsn4dwd', 1795349080211, 'fetlar-2018', 'Fetlar 2018', '', '/4K6/5t5/11/11/11/3t7/3T7/7t3/11/1T9/11/', 'defenders', 'vcryfnejkpsn4dwd', 1, 4, 1795349080559, 2, 'defenders', null, null);
insert into game (id, made_ms, ruleset_id, ruleset_name, ruleset, position, turn, match_id, match_game, version, touched_ms, plies, to_move, winner, ending) values ('sr8x0jkjngr2w5xy', 1795349080584, 'fetlar-2018', 'Fetlar 2018', '', '/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/', 'attackers', 'sr8x0jkjngr2w5xy', 1, 11, 1795349080884, 3, null, 'defenders', 'resignation');
insert into game (id, made_ms, ruleset_id, ruleset_name, ruleset, position, turn, match_id, match_game, version, touched_ms, plies, to_move, winner, ending) values ('8eqfzj6ysyzb6mcq', 1795349080884, 'fetlar-2018', 'Fetlar 2018', '', '/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/', 'attackers', 'sr8x0jkjngr2w5xy', 2, 0, 1795349080884, 0, 'attackers', null, null);
insert into game (id, made_ms, ruleset_id, ruleset_name, ruleset, position, turn, match_id, match_game, version, touched_ms, plies, to_move, winner, ending) values ('g0dygw8bg7s1zwjb', 1795349080950, 'fetlar-2018', 'Fetlar 2018', '', '/11/5t5/11/2K8/11/3t7/3T7/7t3/11/1T9/11/', 'attackers', 'g0dygw8bg7s1zwjb', 1, 1, 1795349080984, 1, 'defenders', null, null);
insert into game (id, made_ms, ruleset_id, ruleset_name, ruleset, position, turn, match_id, match_game, version, touched_ms, plies, to_move, winner, ending) values ('t14ahga50h3m1tpp', 1795349081077, 'brandubh', 'Brandubh', '', '/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/', 'attackers', 't14ahga50h3m1tpp', 1, 2, 1795349081121, 2, 'attackers', null, null);
insert into game (id, made_ms, ruleset_id, ruleset_name, ruleset, position, turn, match_id, match_game, version, touched_ms, plies, to_move, winner, ending) values ('1xv7f81kh8f5bkvh', 1795349081147, 'brandubh', 'Brandubh', '', '/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/', 'attackers', '1xv7f81kh8f5bkvh', 1, 0, 1795349081147, 0, 'attackers', null, null);
insert into game (id, made_ms, ruleset_id, ruleset_name, ruleset, position, turn, match_id, match_game, version, touched_ms, plies, to_move, winner, ending) values ('d0kdnb7hvpdxt3k7', 1795349081150, 'brandubh', 'Brandubh', '', '/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/', 'attackers', 'd0kdnb7hvpdxt3k7', 1, 0, 1795349081150, 0, 'attackers', null, null);
insert into game (id, made_ms, ruleset_id, ruleset_name, ruleset, position, turn, match_id, match_game, version, touched_ms, plies, to_move, winner, ending) values ('ryxhz8jtbmqp3yvf', 1795349081154, 'fetlar-2018', 'Fetlar 2018', '', '/4K6/5t5/11/11/11/3t7/3T7/7t3/11/1T9/11/', 'defenders', 'ryxhz8jtbmqp3yvf', 1, 1, 1795349081164, 1, null, 'defenders', 'king-escaped');
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sa2h3axgqj8xexma', 1, 1795349080070, 'offered', 'defenders', null, null, null, null, null, 'draw');
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sa2h3axgqj8xexma', 2, 1795349080113, 'ply', 'defenders', 0, 'move-1', 'e1', 'a1', '', null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sa2h3axgqj8xexma', 3, 1795349080198, 'accepted', 'attackers', null, null, null, null, null, null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('vcryfnejkpsn4dwd', 1, 1795349080301, 'offered', 'defenders', null, null, null, null, null, 'draw');
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('vcryfnejkpsn4dwd', 2, 1795349080316, 'ply', 'defenders', 0, 'move-2', 'e1', 'a1', '', null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('vcryfnejkpsn4dwd', 3, 1795349080348, 'dropped', 'attackers', null, null, null, null, null, null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('vcryfnejkpsn4dwd', 4, 1795349080559, 'ply', 'attackers', 1, 'move-3', 'f2', 'f1', '', null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sr8x0jkjngr2w5xy', 1, 1795349080632, 'ply', 'attackers', 0, 'move-4', 'd1', 'd4', '', null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sr8x0jkjngr2w5xy', 2, 1795349080661, 'ply', 'defenders', 1, 'move-5', 'f4', 'e4', '', null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sr8x0jkjngr2w5xy', 3, 1795349080701, 'offered', 'attackers', null, null, null, null, null, 'draw');
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sr8x0jkjngr2w5xy', 4, 1795349080717, 'dropped', 'defenders', null, null, null, null, null, null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sr8x0jkjngr2w5xy', 5, 1795349080761, 'ply', 'attackers', 2, 'move-6', 'e1', 'e3', '', null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sr8x0jkjngr2w5xy', 6, 1795349080780, 'offered', 'attackers', null, null, null, null, null, 'take-back');
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sr8x0jkjngr2w5xy', 7, 1795349080806, 'accepted', 'defenders', null, null, null, null, null, null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sr8x0jkjngr2w5xy', 8, 1795349080849, 'ply', 'attackers', 2, 'move-7', 'e1', 'e2', '', null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sr8x0jkjngr2w5xy', 9, 1795349080867, 'resigned', 'attackers', null, null, null, null, null, null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sr8x0jkjngr2w5xy', 10, 1795349080870, 'offered', 'attackers', null, null, null, null, null, 'rematch');
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('sr8x0jkjngr2w5xy', 11, 1795349080884, 'accepted', 'defenders', null, null, null, null, null, null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('g0dygw8bg7s1zwjb', 1, 1795349080984, 'ply', 'attackers', 0, 'move-8', 'h8', 'd8', 'd7', null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('t14ahga50h3m1tpp', 1, 1795349081087, 'ply', 'attackers', 0, 'move-9', 'a4', 'a2', '', null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('t14ahga50h3m1tpp', 2, 1795349081121, 'ply', 'defenders', 1, null, 'd3', 'a3', 'a2', null);
insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) values ('ryxhz8jtbmqp3yvf', 1, 1795349081164, 'ply', 'defenders', 0, 'move-10', 'e1', 'a1', '', null);
insert into seat (game, side, kind, level, visitor, moves) values ('sa2h3axgqj8xexma', 'attackers', 'person', null, 'cf2846fe1b4b9febc121f03dae0b482b288d4e6a24923c3a3efcd8bfa6440fc0', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('sa2h3axgqj8xexma', 'defenders', 'person', null, 'e181912d6f1058860c6a3dcc987042a9565b94fd990c2752a30254920b19ccb8', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('vcryfnejkpsn4dwd', 'attackers', 'person', null, '92b8229f6c8b5b735dda47e83192263c2b18fc8bdf862cb760d54b8f7afa75ba', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('vcryfnejkpsn4dwd', 'defenders', 'person', null, '1cb7e42e1f025598bccecd434cfb2a7d64965ebfe0239857e718125bda09458c', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('sr8x0jkjngr2w5xy', 'attackers', 'person', null, 'db8853e5d2e74f1d6c673811e4522fc4ab9a38daa55865c2299c1dfa444880d7', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('sr8x0jkjngr2w5xy', 'defenders', 'person', null, '7aed67147fd00dc281dc2e415fb2289c94c0e9934624809b068a053f53c12f07', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('8eqfzj6ysyzb6mcq', 'attackers', 'person', null, '7aed67147fd00dc281dc2e415fb2289c94c0e9934624809b068a053f53c12f07', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('8eqfzj6ysyzb6mcq', 'defenders', 'person', null, 'db8853e5d2e74f1d6c673811e4522fc4ab9a38daa55865c2299c1dfa444880d7', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('g0dygw8bg7s1zwjb', 'attackers', 'person', null, '765e1513164f2ac3a16a13f66dde40ee4bef7e18e92694b32e21f982f98e0683', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('g0dygw8bg7s1zwjb', 'defenders', 'person', null, '765e1513164f2ac3a16a13f66dde40ee4bef7e18e92694b32e21f982f98e0683', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('t14ahga50h3m1tpp', 'attackers', 'person', null, '765e1513164f2ac3a16a13f66dde40ee4bef7e18e92694b32e21f982f98e0683', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('t14ahga50h3m1tpp', 'defenders', 'computer', 1, null, 0);
insert into seat (game, side, kind, level, visitor, moves) values ('1xv7f81kh8f5bkvh', 'attackers', 'computer', 2, null, 0);
insert into seat (game, side, kind, level, visitor, moves) values ('1xv7f81kh8f5bkvh', 'defenders', 'person', null, '765e1513164f2ac3a16a13f66dde40ee4bef7e18e92694b32e21f982f98e0683', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('d0kdnb7hvpdxt3k7', 'attackers', 'person', null, null, 0);
insert into seat (game, side, kind, level, visitor, moves) values ('d0kdnb7hvpdxt3k7', 'defenders', 'person', null, '765e1513164f2ac3a16a13f66dde40ee4bef7e18e92694b32e21f982f98e0683', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('ryxhz8jtbmqp3yvf', 'attackers', 'person', null, '765e1513164f2ac3a16a13f66dde40ee4bef7e18e92694b32e21f982f98e0683', 0);
insert into seat (game, side, kind, level, visitor, moves) values ('ryxhz8jtbmqp3yvf', 'defenders', 'person', null, '765e1513164f2ac3a16a13f66dde40ee4bef7e18e92694b32e21f982f98e0683', 0);
insert into link (secret, game, kind, side) values ('fa0875850a0752f647b566d2d0c53f1d58f099e7105f4a31707cb34426e5d2a8', 'sa2h3axgqj8xexma', 'join', 'attackers');
insert into link (secret, game, kind, side) values ('021c9d7411e6c5559b96074dca34e2d9b1b0cfa635cda1221271e76d4ce36e01', 'sa2h3axgqj8xexma', 'seat', 'defenders');
insert into link (secret, game, kind, side) values ('74fce68bad9b62da0594d7f344c4a54cbc69b501e6fdada861cac452f008b9b1', 'sa2h3axgqj8xexma', 'watch', null);
insert into link (secret, game, kind, side) values ('b2469dfbb0273611d59fe6d8b9e7dbbfe91781b7edb266a6aff0431fd755bbb0', 'sa2h3axgqj8xexma', 'seat', 'attackers');
insert into link (secret, game, kind, side) values ('68fe106f3fd2ac950bce63b0a11d549914bf21f00f5a98cdbdfc44299c3f6f88', 'vcryfnejkpsn4dwd', 'join', 'attackers');
insert into link (secret, game, kind, side) values ('de0ba7f206cc7a1b3648ee228cc029654df935fa0bd014709b10a577aecc5c2e', 'vcryfnejkpsn4dwd', 'seat', 'defenders');
insert into link (secret, game, kind, side) values ('81b8a56b154117c4a2057285c68427e8d9bfbe69b6534d4b3efba01eba0d73c0', 'vcryfnejkpsn4dwd', 'watch', null);
insert into link (secret, game, kind, side) values ('43581769a8255280a5f6cb8d8246bc75daa8e6364c29f69ed2c14ccc6022cb4c', 'vcryfnejkpsn4dwd', 'seat', 'attackers');
insert into link (secret, game, kind, side) values ('a87b3775e47fa9d398981a8a6226cc99b1ddf0af7dce9e4388915e02dc3966fe', 'sr8x0jkjngr2w5xy', 'join', 'attackers');
insert into link (secret, game, kind, side) values ('52405537d5b72e86ab4fa3ad7d06c21bf9bd980f2c8b7df1dca8c3cb09361bc4', 'sr8x0jkjngr2w5xy', 'seat', 'defenders');
insert into link (secret, game, kind, side) values ('dfb0de66a8501ec3880d68774c31f79399237479fa46c1bccb8752e89b2834b8', 'sr8x0jkjngr2w5xy', 'watch', null);
insert into link (secret, game, kind, side) values ('9e6733e369096fa2916b606758f9c4d6b531387982d99215245e7d58f9ada778', 'sr8x0jkjngr2w5xy', 'seat', 'attackers');
insert into link (secret, game, kind, side) values ('d0e1cef11c585c7adf0218114423deb1ad0b5c15786c8a30a66f65f9c30cd044', '8eqfzj6ysyzb6mcq', 'seat', 'attackers');
insert into link (secret, game, kind, side) values ('1631b4c521cda63dfbf76fa85cf3cae5e46746e1009266b2fdacba8cd37033f8', '8eqfzj6ysyzb6mcq', 'seat', 'defenders');
insert into link (secret, game, kind, side) values ('20b8a958266b08cdf4a2f3042ed87d66935f963355c23d5a8588ef01614a0b47', '8eqfzj6ysyzb6mcq', 'watch', null);
insert into link (secret, game, kind, side) values ('7bda1366e2440121c2a0cebc2686117dddba5fb18652b6afddc376d04844456d', 'g0dygw8bg7s1zwjb', 'seat', 'attackers');
insert into link (secret, game, kind, side) values ('c8fe82ee30e9a6b6d4b369c085679d6dde9e35e748de151697abc5a80d37b122', 'g0dygw8bg7s1zwjb', 'seat', 'defenders');
insert into link (secret, game, kind, side) values ('ab1d0825c3a1880046e7d3841c156200d84d4ebe42ec30fa899506f02a2c7578', 'g0dygw8bg7s1zwjb', 'watch', null);
insert into link (secret, game, kind, side) values ('6d4997094c13e36cf065e5253b2e7206d858d51e7f7fe195fa4fafa82642b9cd', 't14ahga50h3m1tpp', 'seat', 'attackers');
insert into link (secret, game, kind, side) values ('bd7922edb4eb29ae02825858314e5638d1e13b06e2e89d606b9c8a1d45da5da6', 't14ahga50h3m1tpp', 'watch', null);
insert into link (secret, game, kind, side) values ('40f2cf41668cb84300f56d1eb5987d8db4bdf408fecd78306ed41b91a0ad42ec', '1xv7f81kh8f5bkvh', 'seat', 'defenders');
insert into link (secret, game, kind, side) values ('0f2c324d51247fa685959bfc87189f96c59deff3da71391669cea7cdc2addd47', '1xv7f81kh8f5bkvh', 'watch', null);
insert into link (secret, game, kind, side) values ('587786e3e9bd23afd6bfdf6499065809829168cc63eb9c4ceab30ec206fe0f8a', 'd0kdnb7hvpdxt3k7', 'join', 'attackers');
insert into link (secret, game, kind, side) values ('78427cfd304165259fd1297fd977397e039b63473d83446399830d3723958147', 'd0kdnb7hvpdxt3k7', 'seat', 'defenders');
insert into link (secret, game, kind, side) values ('d235b3991a1c00cd315a93420c21d61289d3ab0bbe6f4fca38e334faeb39917c', 'd0kdnb7hvpdxt3k7', 'watch', null);
insert into link (secret, game, kind, side) values ('865479545eaff7fe59c4d041a715fa9f82882ce63f9c1f7f49dce975f7509978', 'ryxhz8jtbmqp3yvf', 'seat', 'attackers');
insert into link (secret, game, kind, side) values ('5f01c93c966c2359e0b81761e61216a2779014e7407d709c1dd5b4f887aa797d', 'ryxhz8jtbmqp3yvf', 'seat', 'defenders');
insert into link (secret, game, kind, side) values ('902f48a632b5213c4bb39ed595b6ab6c5277c05997ddea3bcee0da0557a50760', 'ryxhz8jtbmqp3yvf', 'watch', null);
update game set ruleset = 'format = 2
id = "fetlar-2018"
name = "Fetlar 2018"
publisher = "Fetlar Museum Trust and the Fetlar Hnefatafl Panel"
opening-words = "Hnefatafl: The Viking Game. How to play…"
complete = true
board = 11

[start]
is = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
grade = "text"
section = "Setting up"
clause = "The board is 11x11 with 24 dark attackers, 12 defenders and a king, who starts on the centre square; the picture gives the squares."

[answers.agreement]
is = "allowed"
grade = "default"
section = "Honours even"
clause = "The list of draws has no agreement in it; we let two players agree all the same."

[answers.claims]
is = "king-out-of-reach"
grade = "text"
section = "Honours even 2, 3"
clause = "A draw when the attackers cannot drive a king from the board’s side to where he falls, or when he can get to no corner and they cannot get to him. (How a claim is made and answered is our choice.)"

[answers.corners]
is = "king-only"
grade = "text"
section = "Setting up; Moves"
clause = "Only the king may occupy the corner squares."

[answers.corners-attackers]
is = "hostile"
grade = "text"
section = "Squashing pieces"
clause = "A piece beside a corner can be squashed against it."

[answers.corners-defenders]
is = "hostile"
grade = "text"
section = "Squashing pieces"
clause = "A piece beside a corner can be squashed against it."

[answers.empty-throne-attackers]
is = "hostile"
grade = "text"
section = "Squashing pieces"
clause = "A piece beside a refuge square can be squashed against it, and the centre is one of them."

[answers.empty-throne-defenders]
is = "hostile"
grade = "text"
section = "Squashing pieces"
clause = "The empty centre squashes defenders too; only while the king is on it are they excepted."

[answers.encirclement]
is = "none"
grade = "text"
section = "Taking the king"
clause = "Encircling the king together with a warrior is no victory. The warrior must first be parted from him or taken; that does not itself win, the capture of the king must follow. (If the encircled side cannot move on its turn, that is a draw: reading.)"

[answers.escape]
is = "corner"
grade = "text"
section = "Aims"
clause = "The defenders win when the king reaches any of the four corners."

[answers.exit-fort]
is = "none"
grade = "reading"
section = "Aims"
clause = "The defenders win by reaching a corner and in no other way; a fort on the edge wins nothing."

[answers.first-move]
is = "attackers"
grade = "text"
section = "Starting moves"
clause = "The attackers begin."

[answers.king-arms]
is = "armed"
grade = "reading"
section = "Taking pieces"
clause = "Pieces take pieces, and the king is one; nothing excepts him."

[answers.king-beside-corner]
is = "safe"
grade = "reading"
section = "Taking the king"
clause = "A corner is a refuge for him, and all four sides are needed."

[answers.king-beside-throne]
is = "three"
grade = "reading"
section = "Taking the king; Squashing pieces"
clause = "Beside the empty centre three attackers suffice: nobody could stand on the fourth side, and the refuge square squashes there."

[answers.king-on-edge]
is = "safe"
grade = "text"
section = "Taking the king"
clause = "At the edge he must first be driven to where he can be surrounded."

[answers.king-on-throne]
is = "four"
grade = "text"
section = "Taking the king"
clause = "The same holds on the central square: all four sides."

[answers.king-open]
is = "four"
grade = "text"
section = "Taking the king"
clause = "The king is taken only by attackers on all four sides."

[answers.king-reach]
is = "any"
grade = "reading"
section = "Moves"
clause = "The leaflet says in which directions the king moves and never how far; its panel has always let him move like a warrior."

[answers.king-throne]
is = "returns"
grade = "text"
section = "Moves: King"
clause = "The king may go back to the central square during play."

[answers.no-move]
is = "draw"
grade = "text"
section = "Honours even 1"
clause = "When the side to move cannot move, the game is drawn. (The aims say “neither player”, which can never happen: who has just moved can move back.)"

[answers.occupied-throne-attackers]
is = "hostile"
grade = "reading"
section = "Squashing pieces"
clause = "Only defenders are excepted while the king is on the centre, so attackers are still squashed against it."

[answers.occupied-throne-defenders]
is = "harmless"
grade = "text"
section = "Squashing pieces"
clause = "Defenders are not squashed against the centre while the king is on it."

[answers.repetition]
is = "third-position-draw"
grade = "text"
section = "Honours even 4"
clause = "When a position comes up for the third time and the same side is on move, the game is drawn. (That it is automatic is our reading.)"

[answers.shieldwall]
is = "none"
grade = "reading"
section = "Taking pieces"
clause = "Only the sandwich captures; a row on the edge does not fall together."

[answers.soldier-trap]
is = "none"
grade = "reading"
section = "Taking pieces"
clause = "Only the sandwich captures soldiers; there is no other way."

[answers.soldiers-reach]
is = "any"
grade = "text"
section = "Moves: Warriors"
clause = "A warrior goes one or more squares, until a piece or the edge stops him."

[answers.soldiers-throne]
is = "pass"
grade = "text"
section = "Moves: Warriors"
clause = "A warrior may cross the central square, if he can land on a free square beyond it."

[points.blocked]
grade = "text"
section = "Moves: Warriors"
clause = "A piece is stopped by any piece in its way."

[points.compulsion]
grade = "text"
section = "Tactical play"
clause = "Nobody has to make a particular move. What a move captures is captured."

[points.house-rules]
grade = "default"
section = ""
clause = "The leaflet does not speak of house rules."

[points.king-taken]
grade = "text"
section = "Aims"
clause = "The attackers win when they capture the king."

[points.match]
grade = "default"
section = ""
clause = "The leaflet does not speak of matches."

[points.no-attackers-left]
grade = "reading"
section = "Honours even 1"
clause = "Nothing special: without pieces the attackers cannot move on their turn, and that is a draw."

[points.safe-between]
grade = "reading"
section = "Taking pieces"
clause = "A piece is taken when it is blocked by an enemy; stepping in between two is the piece’s own move."

[points.sandwich]
grade = "text"
section = "Taking pieces"
clause = "A piece is taken between two enemies on opposite sides, across or up and down."

[points.set-up]
grade = "default"
section = ""
clause = "The leaflet knows the start position only. We let you set up any position with one king who is on no corner, and no soldier on the throne or a corner. A king who already stands surrounded is not captured until an attacker strikes; a side that cannot move is drawn at once; the position counts as the first occurrence."

[points.several-at-once]
grade = "text"
section = "Taking pieces"
clause = "One move can take more than one piece, each in its own sandwich."

[points.straight]
grade = "text"
section = "Moves"
clause = "Pieces move across or up and down, never diagonally."

[points.throne-stop]
grade = "text"
section = "Setting up"
clause = "Only the king may occupy the central square."

[points.turns]
grade = "reading"
section = "Starting moves"
clause = "The sides take turns; each moves one of its own pieces. The leaflet speaks of moving only, never of passing."
' where ruleset_id = 'fetlar-2018';
update game set ruleset = 'format = 2
id = "brandubh"
name = "Brandubh"
publisher = "World Tafl Federation, as played on aagenielsen.dk"
opening-words = "Historical rules of the ancient Scandinavian board game Hnefatafl"
complete = true
board = 7

[start]
is = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
grade = "text"
section = "2"
clause = "The board is 7x7 with eight attackers, four defenders and a king, in a cross; the picture gives the squares."

[answers.agreement]
is = "allowed"
grade = "default"
section = ""
clause = "The publisher does not mention agreement; we let two players agree on a draw."

[answers.claims]
is = "none"
grade = "default"
section = ""
clause = "The publisher has no draw that one side claims."

[answers.corners]
is = "king-only"
grade = "text"
section = "3a"
clause = "The corners are restricted squares, which only the king may enter."

[answers.corners-attackers]
is = "hostile"
grade = "text"
section = "3a"
clause = "The corners are hostile like the throne."

[answers.corners-defenders]
is = "hostile"
grade = "text"
section = "3a"
clause = "The corners are hostile like the throne, and no king of one’s own makes them safe."

[answers.empty-throne-attackers]
is = "hostile"
grade = "text"
section = "3"
clause = "The throne is always hostile to the attackers."

[answers.empty-throne-defenders]
is = "hostile"
grade = "text"
section = "3"
clause = "The throne is hostile to the defenders while it is empty."

[answers.encirclement]
is = "none"
grade = "default"
section = ""
clause = "The page of historical rules lets a ring win for the attackers and does not say whether it means this small board. We leave it out here: eight attackers can hardly close a ring and have a man to spare."

[answers.escape]
is = "corner"
grade = "text"
section = "King’s side win"
clause = "The defenders win when the king reaches a corner."

[answers.exit-fort]
is = "none"
grade = "reading"
section = "King’s side win"
clause = "The king wins on a corner; the publisher names no other way, so a fort wins nothing."

[answers.first-move]
is = "attackers"
grade = "text"
section = "4"
clause = "The attackers begin."

[answers.king-arms]
is = "armed"
grade = "text"
section = "5"
clause = "The king may take part in captures."

[answers.king-beside-corner]
is = "sandwich"
grade = "reading"
section = "3a; Capture of the king"
clause = "The corner is hostile to the king too: one attacker opposite it captures him."

[answers.king-beside-throne]
is = "three"
grade = "text"
section = "Capture of the king"
clause = "Beside the throne attackers on the three other sides capture the king. (Players know a variant in which two suffice there too.)"

[answers.king-on-edge]
is = "sandwich"
grade = "reading"
section = "Capture of the king"
clause = "Nothing excepts the edge: two attackers on either side of the king along it capture him. The edge itself closes nothing."

[answers.king-on-throne]
is = "four"
grade = "text"
section = "Capture of the king"
clause = "On the throne the king is captured by attackers on all four sides."

[answers.king-open]
is = "two"
grade = "text"
section = "Capture of the king"
clause = "Two attackers on opposite sides capture the king, as they capture a soldier."

[answers.king-reach]
is = "any"
grade = "text"
section = "4"
clause = "The king moves like all pieces, as a rook does."

[answers.king-throne]
is = "returns"
grade = "text"
section = "3"
clause = "The king may come back to the throne."

[answers.no-move]
is = "loss"
grade = "text"
section = "Attackers win; draws"
clause = "A side that cannot move loses."

[answers.occupied-throne-attackers]
is = "hostile"
grade = "text"
section = "3"
clause = "The throne is always hostile to the attackers, whether the king is on it or not."

[answers.occupied-throne-defenders]
is = "harmless"
grade = "text"
section = "3"
clause = "The throne is hostile to the defenders only while it is empty."

[answers.repetition]
is = "aggressor-deviates"
grade = "text"
section = "Repetitions"
clause = "Repetition is forbidden to the side that forces it: the aggressor must play something else. Who that is, and that the third occurrence counts, is our definition."

[answers.shieldwall]
is = "none"
grade = "reading"
section = "5"
clause = "The publisher names only the sandwich; a row on the edge does not fall together."

[answers.soldier-trap]
is = "none"
grade = "reading"
section = "5"
clause = "The publisher names only the sandwich; a piece that is shut in is not captured by that."

[answers.soldiers-reach]
is = "any"
grade = "text"
section = "4"
clause = "A piece goes any number of empty squares along its row or column, like a rook."

[answers.soldiers-throne]
is = "pass"
grade = "text"
section = "3"
clause = "Every piece may pass over the throne while it is empty; only the king may stop there."

[points.blocked]
grade = "text"
section = "4"
clause = "Pieces move over empty squares only, like a rook: they neither jump over another nor land on it."

[points.compulsion]
grade = "reading"
section = "5"
clause = "A closed sandwich captures; that nobody has to close one follows from the free choice of moves."

[points.house-rules]
grade = "default"
section = ""
clause = "The publisher’s page does not speak of house rules."

[points.king-taken]
grade = "text"
section = "Attackers win"
clause = "The attackers win when they capture the king."

[points.match]
grade = "default"
section = ""
clause = "The publisher’s page does not speak of matches."

[points.no-attackers-left]
grade = "reading"
section = "Attackers win; draws"
clause = "Nothing special: attackers without pieces cannot move on their turn, and lose by that."

[points.safe-between]
grade = "text"
section = "5"
clause = "A capture happens when the enemy’s move closes the sandwich, so it is safe to step in between two of them."

[points.sandwich]
grade = "text"
section = "5"
clause = "A soldier is captured between two enemies, or an enemy and a hostile square, on opposite sides along its row or column."

[points.set-up]
grade = "default"
section = ""
clause = "The publisher gives the start position only. We let you set up any position with one king who is on no corner, and no soldier on the throne or a corner. A king who already stands surrounded is not captured until an attacker strikes; a side that cannot move has lost at once; the position counts as the first occurrence."

[points.several-at-once]
grade = "reading"
section = "5"
clause = "Nothing limits a move to one capture; each piece needs a sandwich of its own."

[points.straight]
grade = "text"
section = "4"
clause = "Pieces move along a row or a column."

[points.throne-stop]
grade = "text"
section = "3"
clause = "Only the king may stop on the throne."

[points.turns]
grade = "text"
section = "4"
clause = "The sides take turns; each moves one of its own pieces. Passing is not mentioned."
' where ruleset_id = 'brandubh';
