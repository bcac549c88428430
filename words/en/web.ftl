# What the web pages say.

site-title = Hnefi: Hnefatafl by your leaflet
site-name = Hnefi
page-title = { $title } · Hnefi

## Diagrams

diagram-group = { $piece ->
    [attacker] { $count ->
        [one] attacker
       *[other] attackers
    }
    [defender] { $count ->
        [one] defender
       *[other] defenders
    }
   *[king] king
} on { $squares }
diagram-empty = An empty board.
diagram-move = The move is { $move }.
diagram-captured = Captured: { $squares }.

## Every page

skip = Skip to content
nav = Main
nav-rules = Rules
nav-disputes = Disputes
nav-house = House rules
nav-table = At the table
footer = The leaflets in the boxes, the community’s rule sets, your own house rules, and a referee who says why.
look-theme = Colours
look-theme-system = as the system has them
look-theme-light = light
look-theme-dark = dark
look-pieces = Pieces
look-pieces-stones = stones
look-pieces-figures = figures
error-back = Back
error-home = Back to the first page
error-render = This page could not be made. That is a fault of the program.

## The first page

home-title = Which leaflet is in your box?
home-lead = Hnefatafl sets come with different rules. Play exactly by yours, with a referee who tells you why a move is refused, why a piece has fallen or still stands, and which sentence of the leaflet decides.
home-rules = Leaflet or rule set
home-your-games = Your games
home-forget = Forget this device
home-forget-about = Your games stay, but this browser no longer opens them. First take your seats to another device with the links on the pages of your games, if you want to play on.
home-forget-title = Is this not your device?
home-finished = Your finished games
home-you-play = { $side ->
    [attackers] you attack
   *[defenders] you defend
}
home-on-server = on the server
home-away = The server cannot be reached just now. You can play against the computer or with somebody here, and everything in the menu works. Games with a friend, and games that the server keeps, go on when it can be reached again.
home-alone = After one visit all of this works without a network. Your games stay in this browser. A game with a friend on another device needs a Hnefi server.
home-which = The five leaflets
home-which-about = You know yours by its publisher and by the words it opens with. The small boards show where the leaflets part.
home-opening = It begins: { $words }
home-read-rules = Read the rules of { $ruleset }
home-common-title = What all of them share
home-common = A board of 11 by 11. Twenty-four attackers begin, against twelve defenders and a king. Every piece moves like a rook in chess. A soldier falls when an enemy moves up and holds it against another enemy, or against a corner. The king wins on a corner; the attackers win by capturing him.
home-compare = All differences, side by side
home-none = None of these? Three questions
home-community = What the community plays
home-community-about = Without a leaflet: the rule sets that people play online and at tournaments, and older games on smaller and larger boards.
home-house = Your own house rules
home-house-about = Start from any of these, change answers, set up the board, and share it all in one link.
home-house-begin = Make house rules
home-how = Against
home-computer = the computer
home-computer-about = It answers at once, the strongest levels in one to three seconds. You can take moves back.
home-screen = somebody here
home-screen-about = You both move on this device, in turn.
home-friend = a friend, by link
home-friend-about = You get a link to send. Whoever opens it and presses Join takes the other side.
home-side = You play
home-side-attackers = the attackers
home-side-defenders = the king and his defenders
home-side-either = either: draw lots
home-level = Level
home-games = Games
home-games-one = 1
home-games-match = match of { $games }
home-start = Play
home-watch = Everybody may watch the game, and find it afterwards
home-place = Keep the game on the server
home-place-about = A game on the server can go on on another device of yours. Otherwise it stays in this browser, and needs no network.
home-begin-waits = The referee is on the way to this browser.
home-begin-away = This needs the server, which cannot be reached just now. A game against the computer or with somebody here can stay in this browser.

## The games that this browser keeps, on the first page

shelf-here = in this browser
shelf-more-one = One more game
shelf-more-other = { $count } more games
shelf-tools = More
shelf-download = Download
keep-do = Keep on the server
keep-sending = The server plays the game through …
keep-done = The game is on the server now, and goes on there.
keep-open = Open it
keep-about = So that it can be watched, and played on another device. Here it is played no more then.
keep-none = This browser keeps this game no more.
keep-meanwhile = The game went on while it was sent. On the server is what it was before.
shelf-moved = Moved to the server
keep-away = The server cannot be reached just now. The game stays in this browser.
shelf-delete = Delete
shelf-delete-ask = Delete this game for good? No other copy of it is kept.
shelf-delete-moved = Delete it here? On the server it stays.
shelf-stay = Let it stay
shelf-gone = Delete it
shelf-deleted = The game is deleted.

leaflet-more = More about { $ruleset }
leaflet-chapter = The rules
leaflet-chapter-about = Every clause, with examples that are played.
leaflet-sheet = The sheet
leaflet-sheet-about = The rules on two pages, to print.
leaflet-disputes-about = The thirty questions that tables ask, with its own answer first.
leaflet-table = At the table
leaflet-table-about = Set up your wooden board’s position and ask the referee.
leaflet-compare = The leaflets compared
leaflet-compare-about = What each of the five says, side by side.
leaflet-house = House rules
leaflet-house-about = Start from these rules and change what you play otherwise.
leaflet-short = The rules in short
leaflet-short-all = Pieces move in straight lines. A soldier falls when an enemy moves up and holds it against another enemy.

card-king-four = Four attackers capture the king
card-king-two = Two attackers capture the king
card-crossing-pass = Soldiers may cross the empty throne
card-crossing-blocked = The throne is closed to soldiers
card-throne-hostile = The empty throne captures soldiers
card-throne-harmless = The empty throne captures nobody
card-board = { $size } by { $size }: { $attackers } attackers, { $defenders } defenders and the king
card-first-move-defenders = The defenders begin
card-escape-corner = The king wins on a corner
card-escape-edge = The king wins on the edge
card-king-open-four = Four attackers capture the king in the open
card-king-open-two = Two attackers capture the king in the open
card-soldiers-reach-one = Soldiers move one square at a time
card-king-reach-one = The king moves one square at a time
card-king-arms-unarmed = The king takes part in no capture
card-king-arms-hammer = The king captures by his own move only
card-king-arms-anvil = The king captures nothing by his own move
card-shieldwall-captured = A shieldwall on the edge falls as one
card-exit-fort-defenders-win = The king wins in an exit fort
card-encirclement-closed = The attackers win by encirclement
card-encirclement-unbreakable = The attackers win by a ring that nobody can break
card-graded = { $text } ({ $grade })
card-king-on-edge-exposed = The king is not safe on the edge
card-soldier-trap-captured = A soldier shut in on every side falls
card-occupied-throne-defenders-hostile = Defenders fall against the throne with their own king on it
card-repetition-third-position-draw = The same position three times: a draw
card-repetition-sequence-draw = The same moves three times running: a draw
card-claims-no-progress = A draw when both find that nobody makes progress
card-claims-king-out-of-reach = A draw when the king is out of reach

## What programs show of a link

unfold-alt = The position on the board
unfold-watch = { $ruleset }: { $attackers } against { $defenders }
unfold-somebody = somebody
unfold-computer = the computer
unfold-nobody = nobody yet
leaflet-unfold = Play { $ruleset } against the computer or a friend, with a referee who knows the rules. { $board }.
table-unfold = { $asks ->
    [move] May { $turn ->
        [attackers] the attackers
       *[defenders] the defenders
    } play { $move } under { $ruleset }, and what does it capture? The referee answers with the clause.
   *[position] A position under { $ruleset }. Try a move, and the referee answers with the clause.
}

## Names

name-ask = What shall your friend call you?
name-about = 2 to 20 letters, if you like. Who plays with you or watches sees it.
name-letters = Letters, and spaces, hyphens and apostrophes between them.
name-title = Your name
name-keep = Keep this name
name-forget = An empty field, or “Forget this device”, forgets it.
name-too-short = A name has at least { $least } letters. Leave the field empty to be called by no name.
name-too-long = A name has at most { $most } letters, and this one has { $has }.
name-no-letter = “{ $letter }” cannot be in a name. A name has letters, and spaces, hyphens and apostrophes between them.
name-not-between = In a name, “{ $letter }” stands between two letters.

## Invitations

invite-title = Play { $side ->
    [attackers] the attackers
   *[defenders] the king and his defenders
} against { $named ->
    [yes] { $host }
   *[no] a friend
}
invite-title-taken = This seat is taken
invite-title-seat = Move your seat to this device
invite-about = { $named ->
    [yes] { $host }
   *[no] Somebody
} invites you to a game of Hnefatafl by the rules { $ruleset }. You would play { $side ->
    [attackers] the attackers, who want to capture the king
   *[defenders] the defenders, who want to bring the king to { $goal ->
        [edge] the edge
       *[corner] a corner
    }
}. { $begins ->
    [you] You begin.
   *[they] The other side begins.
}
invite-about-seat = This is your own seat, { $side ->
    [attackers] the attackers
   *[defenders] the king and his defenders
}, in a game by the rules { $ruleset }. From then on you play here, and no longer on the other device.
invite-match = It is a match of { $games } games. You swap sides after each.
invite-match-days = It is a match of { $games } games, two at once: of { $games ->
    [2] them
   *[more] each two
} you play one with each side.
invite-rules = These are the rules:
invite-join = Join as { $side ->
    [attackers] the attackers
   *[defenders] the defenders
}
invite-move-seat = Play on from this device
invite-listed = Everybody may watch this game, and find it afterwards.
invite-nothing-yet = Nothing has happened yet; only the button does something.
invite-taken = Somebody has already joined this game with this link. If that was you, open the game from the first page of the browser you joined with. Otherwise ask your friend for a link to watch.
invite-seat-used = This link was used already. Make a new one on the device where your seat is now.
invite-host-only = The addresses of this server open on this machine only. To play across a network, it must be started with --lan.

## The board

board-label = Board. Arrow keys go from square to square, Enter picks a piece up and puts it down, Escape lets it go.
board-attacker = attacker
board-defender = defender
board-king = king
board-throne = empty throne
board-corner = corner
board-empty = empty
board-moves-one = { $count } move
board-moves-other = { $count } moves
board-selected = picked up
board-destination = can go here
board-repeats = brings a position back, for time { $times }
board-last = last move
board-refuses = the move fails here
board-fallen = here the king was captured

## Where a clause is from

clause-section = under “{ $section }”
clause-silent = the text is silent

## The game page

play-noscript = The board needs JavaScript. The rules pages do without.
play-earlier = You see an earlier position.
play-back-to-game = Back to the game
play-players = Players
play-attackers = Attackers
play-defenders = Defenders
play-player-you = you
play-player-here = on this screen
play-player-computer = the computer, level { $level }: { $name }
play-player-open = nobody yet
play-player-online = another person, here
play-player-named-you = { $name }, you
play-player-named-online = { $name }, here
play-player-named-away = { $name }, away
play-title-came = { $name } is here
play-title-move = Your move
play-title-offer = { $name } asks you something
play-somebody = Your friend
play-player-away = another person, away
play-left-one = { $count } left
play-left-other = { $count } left
play-left-king = { $count } and the king
play-left-king-alone = the king alone
play-thinking = { $status }. The computer thinks …
play-your-move = { $status }: your move
play-moves = Moves
play-moves-empty = No move yet.
play-steps = Step through the moves
play-step-first = To the start
play-step-back = One move back
play-step-forward = One move forward
play-step-last = To the last move
play-ask-table = Ask at the table
play-move-shown = Move { $number }. { $says }
play-at-start = The start position.
play-type = Type a move
play-type-do = Play it
play-typed-empty = Write a move: two squares, such as d1-d4.
play-typed-unread = “{ $text }” is no move. Write two squares, such as d1-d4.
play-actions = What you may do
play-ending = Resign or draw
play-next-game = To the next game of the match
play-resign = Resign
play-resign-sure-attackers = The attackers give up, and the defenders win. That cannot be undone.
play-resign-sure-defenders = The defenders give up, and the attackers win. That cannot be undone.
play-resign-yes = Yes, resign
play-resign-no = No, play on
play-offer-draw = Offer a draw
play-claim-king-at-side = Claim a draw: the king is at the side, out of reach
play-claim-king-shut-in = Claim a draw: the king is shut in, out of reach
play-claim-no-progress = Claim a draw: nobody makes progress
play-take-back = Take back the last move
play-take-back-sure = The game is over. Take back its last move, and the result with it?
play-take-back-yes = Take it back
play-take-back-no = Keep the result
play-take-back-ask = Ask to take back your last move
play-rematch = Rematch, sides swapped
play-rematch-next = Next game of the match
play-rematch-ask = Offer a rematch, sides swapped
play-same-sides = Same sides
play-same-sides-ask = Offer the same sides
play-end = The game is over
play-look-through = Look through it
play-share-game = Share
play-shared = The link to watch is copied: { $link }
play-sheet-close = Close
play-hint = Show me a good move
play-prove = Can anyone force a win?
play-proving = Looking for a forced win …
play-accept-draw = Agree to the draw
play-decline-draw = Play on
play-accept-claim = Grant the draw
play-decline-claim = Play on
play-accept-take-back = Let the move be taken back
play-decline-take-back = No, the move stands
play-accept-rematch = Play again with sides swapped
play-decline-rematch = No, thank you
play-accept-same-sides = Play again with the same sides
play-decline-same-sides = No, thank you
play-withdraw = Withdraw this
play-declined-draw = The draw was declined. The game goes on.
play-declined-claim = The claim was not granted. The game goes on.
play-declined-take-back = Taking back was declined. The move stands.
play-declined-rematch = Another game was declined.
play-declined-same-sides = Another game was declined.
play-offer-waits = The other side has not answered yet. Moving counts as playing on.
play-taken-back = A move was taken back.
play-idle = Pick a piece to see where it can go, or to ask why it still stands.
play-picked = { $square }, { $piece }.
play-picked-moves-one = It has one move.
play-picked-moves-other = It has { $count } moves.
play-why = Why?
play-why-piece = Why is it not captured?
play-capture-clauses = What the rules say
play-why-offline = The referee answers as soon as the line to the server is back. Ask about { $move } again then.
play-move-unsent = { $move } is not sent yet; it goes out when the line is back.
play-move-sent = { $move } is sent …
play-move-confirmed = { $move } is confirmed.
play-move-lost = { $move } was not played: the game had moved on.
play-line-joining = Connecting …
play-line-open = Connected.
play-line-down = The line to the server is down. It is tried again and again.
play-line-again = Try now
play-line-closed = The server has closed this line. Load the page again to go on.
play-line-closed-reason = The server has closed this line: { $reason }
play-invite-title = Send this link to your friend
play-invite-text = Whoever opens it can press Join and takes the open side. You may move already, if you begin.
play-invite-label = Link for your friend
play-local-only = These links open on this machine only. To play across a network, start the program with --lan.
play-scan = A picture of the link, to scan with a phone
play-links = Links to watch, and to your other device
play-links-watch = Link for watchers
play-watch-text = Whoever has this link can watch and cannot move.
play-watch-label = Link to watch
play-seat-text = This link moves your seat to another device. Keep it to yourself.
play-seat-label = Link to move your seat
play-copy = Copy
play-copy-link = Copy: { $link }
play-share = Send …
play-share-link = Send: { $link }
play-copied = Copied.
play-copy-by-hand = Your browser keeps the clipboard closed. The text is marked: copy it with your keys.
play-text = The game as text
play-text-about = All moves with squares and result, and at each capture the clause that decided it, to keep or to send. Hnefi can read it again.
play-text-copy = Copy the game
play-text-download = Download it
play-text-failed = The text could not be fetched. Is the line down?
play-house = House rules: what differs from { $ruleset }
play-house-page = All of these rules, to read and to share
play-settings = Board and sound
play-turn-board = Turn the board
play-sound = Quiet sounds
play-confirm-setting = Ask again before a move is played
play-keys = Left and right arrows step through the moves, and f turns the board. On the board, arrows go from square to square and Enter moves.

## At the table

table-title = At the table
table-about = Set up the position on your board, try the move you argue about, and read what your rules say, and what others say.
table-rules = Rules
table-house = House rules
table-turn = To move
table-tool = What a tap does
table-tool-move = Try a move
table-tool-attacker = Attacker
table-tool-defender = Defender
table-tool-king = King
table-tool-none = Take off
table-help-move = Tap a piece to ask why it stands; then tap a square to try the move there.
table-help-tried = This is the board after the move you try. Keep it, or put the pieces back, to try another.
table-help-place = Tap squares to put this piece there; tap again to take it off.
table-help-none = Tap pieces to take them off.
table-verdict = What the referee says
table-ready = Ready. { $side } have { $count ->
    [one] one move
   *[other] { $count } moves
}.
table-unplayable = This board cannot be played yet.
table-instead-rules = You see { $ruleset } instead.
table-instead-position = You see the start position instead.
table-instead-turn = The { $side ->
    [attackers] attackers
   *[defenders] defenders
} are to move instead.
table-times = Repetition
table-times-one = first time
table-times-two = second time
table-times-three = third time
table-times-more = { $times }th time
table-repeats-forbidden = The position may not come up so often: the move that brings it up is illegal.
table-nothing-captured = It captures nothing.
table-goes-on = The game goes on.
table-keep = Keep this move
table-back = Put the pieces back
table-again = Let this move go
table-further = What also plays a part
table-others = All rules side by side
table-group-all = All of these say the same:
table-group-same = The same answer:
table-last = The last move
table-last-do = Ask again
table-type = Type a move
table-type-do = Try it
table-set-up = Set up
table-start = Start position
table-clear = Clear the board
table-undo = Undo the last change
table-share = Share this position
table-share-about = The link holds everything that you see: rules, position, side to move, and the move you try.
table-link = Link to this position
table-play = Play on from here
table-offline = The referee cannot be reached. Your position is kept; try again in a moment.

## House rules

house-new-title = Make house rules
house-new-lead = Choose the rules that come nearest to yours. Then change what you play otherwise.
house-new-leaflets = The leaflets
house-new-community = Played by the community
house-file-title = Or bring a rule file
house-file-about = A file that you downloaded here, or that you play with in the terminal. Answers, board and name are taken from it; clauses in words of your own stay in the file.
house-file-pick = Choose a file
house-file-text = The text of the file
house-file-do = Read it
house-kicker = House rules
house-unnamed = House rules after { $ruleset }
house-base = Made from
house-differs-title = What differs from { $ruleset }
house-differs = These are house rules. Otherwise than under { $ruleset }:
house-change = { $question } { $is }. ({ $base }: { $was })
house-same = Nothing differs from { $ruleset } yet.
house-was = under { $ruleset }:
house-start = The board
house-start-differs = { $size } by { $size } squares with a start position of its own: { $attackers ->
    [one] { $attackers } attacker
   *[other] { $attackers } attackers
}, { $defenders ->
    [one] { $defenders } defender
   *[other] { $defenders } defenders
}
house-defenders-begin = The defenders begin.
house-refused = These rules make no game
house-repair = Change them
house-edit = Change these rules further
house-share = Share these rules
house-share-about = The link holds all of them: nothing is kept on this server. Whoever opens it can read them, play by them, and change them further.
house-link = Link to these house rules
house-download = Download as a rule file
house-download-about = For hnefi play --rules in the terminal.
house-all = Every answer with its clause
house-all-about = Clauses marked as house rule are yours; all others are those of { $ruleset }.
house-again = Start anew from { $ruleset }
house-edit-title = House rules
house-other-base = start from another
house-name = Name
house-name-long = The name is too long: { $most } letters are enough.
house-name-unseen = The name has letters that cannot be seen or that turn the text round. Leave them out.
house-tool-move = Move
house-noscript = Setting up the board by tapping needs JavaScript. Without it, write the start position below.
house-board-label = Start position. Arrow keys go from square to square, Enter puts the chosen piece there or takes it off.
house-size = Board
house-mirror = What you place is mirrored
house-mirror-none = not at all
house-mirror-sides = left to right
house-mirror-four = left to right, top to bottom
house-mirror-eight = to all four sides
house-reset = Start position of { $ruleset }
house-rows = The start position as text
house-rows-about = Rank 1, the bottom row, comes first: t is an attacker, T a defender, K the king, and a number is so many empty squares.
house-playable = These rules can be played.
house-not-playable = These rules make no game yet:
house-done = Play or share these rules
house-check = Check these rules
house-offline = The server cannot be reached. Your rules are kept on this page; try again in a moment.
house-questions = The rules, question by question
house-questions-about = The answer of { $ruleset } is marked. Whatever you answer otherwise becomes a house rule.
house-clause = What { $ruleset } says
house-group-moving = Moving
house-group-hostile = Throne and corners in captures
house-group-captures = Capturing soldiers
house-group-king = Capturing the king
house-group-ends = Winning and losing
house-group-draws = Repetition and draws
copy-done = Copied.
copy-by-hand = Your browser keeps the clipboard closed. The text is marked: copy it with your keys.

## Read a game

nav-read = Read a game
import-title = Read a game
import-lead = Paste a game, a position or a rule set from anywhere, or drop a file. The referee plays it through, and says what is wrong and where.
import-paste = The text
import-choose = Choose a file
import-drop = or drop it anywhere on this page
import-rules = Rule set
import-rules-own = as the text says
import-do = Read it
import-file-large = That file is larger than a megabyte. Cut it into parts, and read them one by one.
import-file-unreadable = That file is no text, so nothing in it can be read.
import-forms = What can be read
import-can-games = Games: OpenTafl’s .otg with comments and variations, games with tags such as [Rules "fetlar-2018"], and plain lists of moves.
import-can-records = Many games at once: JSON, one game a line.
import-can-positions = Positions: rows such as /3t3/…/, or a board drawn with letters.
import-can-rules = Rule sets: OpenTafl’s rules in one line, such as dim:11 name:…, and Hnefi’s own rule files.
import-private = Nothing that you give is kept on the server. Only a game that you start from it is.
import-under = Judged by
import-another = Read something else
import-text = The text that was read
import-notes = { $count ->
    [one] One thing to know about this text
   *[other] { $count } things to know about this text
}
import-troubles = What is wrong
import-more-troubles = And { $count } more.
import-place = Line { $line }, column { $column }:
import-form-nothing = There is nothing to read.
import-form-opentafl-rules = Rules as OpenTafl writes them, in one line.
import-form-rule-file = A rule file.
import-form-rows = A position in rows.
import-form-taflzero = A position as TaflZero writes it.
import-form-diagram = A board drawn with letters.
import-form-otg = A game as OpenTafl saves it.
import-form-tag-list = { $count ->
    [one] A game with tags and moves.
   *[other] { $count } games with tags and moves.
}
import-form-moves = { $count ->
    [one] A list of moves.
   *[other] { $count } lists of moves.
}
import-form-commas = { $count ->
    [one] A list of moves with commas.
   *[other] { $count } lists of moves with commas.
}
import-form-json = { $count ->
    [one] A recorded game in JSON.
   *[other] { $count } recorded games in JSON.
}
import-game-title = A game
import-position-title = A position
import-rules-silent = The text does not say under which rule set it was played. Choose one.
import-rules-silent-short = It does not say by which rule set to judge it. Choose one beside the text.
import-rules-overridden = The text says { $own }; you chose { $chosen }.
import-which-rules = It could be one of these:
import-other-rules = All others
import-see-rules = Read these rules
import-change-rules = Change them
import-candidate-fits = Every move is legal.
import-candidate-until = { $count ->
    [0] The first move does not fit.
    [one] It fits for one move.
   *[other] It fits for { $count } moves.
} { $reason }
import-not-played = { $move } cannot be played.
import-refused = { $move } is refused.
import-after = { $count ->
    [one] One more move follows it and was not judged.
   *[other] { $count } more moves follow it and were not judged.
}
import-unreached = { $move } comes after a move that could not be played.
import-record-won = { $side ->
    [attackers] The attackers won.
   *[defenders] The defenders won.
}
import-record-drawn = A draw.
import-record-open = The game goes on.
import-no-end = The game goes on.
import-result-beside = In the record: { $record } On the board: { $board }
import-record = In the record
import-on-board = On the board
import-not-judged = not judged yet
import-faulty = something is wrong here
import-board-label = Board. Arrow keys go from square to square.
import-board = The board
import-table = Ask about this position at the table
import-export = Take it with you
import-export-about = The game, or the position on the board, in another form.
import-file-tag-list = Game with tags
import-file-clauses = Game with clauses
import-file-otg = Game for OpenTafl
import-file-json = Game in JSON
import-file-commas = Moves with commas
import-file-rows = Position in rows
import-file-diagram = Position drawn
import-file-taflzero = Position for TaflZero
import-file-opentafl-rules = Rules for OpenTafl
import-file-rule-file = Rule file
import-file-ready = Here is { $name }.
import-no-file = There is nothing in this text that could be written in that form.
import-tags = What the text says about the game
import-link = A link to this
import-link-about = The link holds the whole text, and opens here.
import-link-this = The same page
import-keys = Left and right arrows step through the moves, Home and End go to both ends.
import-play = Play on from here
import-play-rules = Play by these rules
import-play-about = A new game begins from the position on the board.
import-play-over = The game is over here. Step back to a position from which it can go on.
import-list = { $count ->
    [one] One game
   *[other] { $count } games
}
import-list-good = All of them can be played through.
import-list-faulty = { $count ->
    [one] In one of them something is wrong.
   *[other] In { $count } of them something is wrong.
}
import-list-judged = Only { $judged } were played through, because there are so many; { $count ->
    [0] nothing is wrong in these
    [one] in one of these something is wrong
   *[other] in { $count } of these something is wrong
}.
import-list-part = { $count ->
    [one] You see game { $first }.
   *[other] You see games { $first } to { $last }.
}
import-list-more = Only the first { $total } are looked at; { $count ->
    [one] one more follows
   *[other] { $count } more follow
}.
import-row = Game { $number }
import-plies = { $count ->
    [one] one move
   *[other] { $count } moves
}
import-page-previous = Earlier games
import-page-next = More games

## Rules pages

rules-title = The rules
rules-lead = First the leaflets, then what the community plays: a chapter for each, with positions that the referee has played; for the leaflets, Copenhagen and Brandubh also a sheet to print for the table at home.
rules-play = Play by these rules
rules-play-name = Play { $ruleset }
rules-house = Change these rules
rules-sheet = A sheet to print, two pages
rules-table = Try positions at the table
rules-compare = Compare all leaflets
rules-contents = Contents
rules-short = In short
rules-example = An example
rules-clauses = Every answer with its clause
rules-clauses-about = The clauses are in our own words. Beside each stands how well it is founded.
rules-try = Try it at the table
balance-title = Who wins
balance-says = When the engine plays itself and looks at { $nodes } positions for a move, the attackers get { $points }{ "\u00A0" }% of the points. Of { $games } games they won { $won }, the defenders won { $lost }, and { $drawn ->
    [0] none was drawn
    [one] one was drawn
   *[other] { $drawn } were drawn
}.
balance-strength = Positions a move
balance-results = Attackers won, drawn, defenders won
balance-points = Attackers’ points
balance-interval = { $points }{ "\u00A0" }% [{ $low }{ "\u00A0" }to{ "\u00A0" }{ $high }]
balance-about = Every game begins with eight plies of its own, drawn among good moves. In brackets: where the share lies with 95 % certainty. It says how our engine fares; people, and stronger engines, may fare otherwise.
balance-turned-more = With “{ $answer }” instead, the attackers get { $change } more of a hundred points (give or take { $half }) when the engine plays itself.
balance-turned-fewer = With “{ $answer }” instead, the attackers get { $change } fewer of a hundred points (give or take { $half }) when the engine plays itself.
balance-turned-unsure = With “{ $answer }” instead, no difference is sure: in { $games } games of the engine against itself the attackers get from { $fewer } fewer to { $more } more of a hundred points.
balance-turned-same = With “{ $answer }” instead, the engine plays the same games.
rules-unknown-title = No such rules
rules-unknown = There are no rules “{ $id }” here. The rules page lists all that there are.
compare-about = Where the leaflets part comes first. Open a grade to read the clause in our words.
compare-graded = { $grade }: { $names }
compare-differing = Where they differ
compare-common = Where all leaflets agree
sheet-title = { $ruleset }: a sheet for the table
sheet-about = Print this page: it fills two sides of A4.
sheet-chapter = The whole chapter
example-refused = { $move } is refused. { $reason }
example-accepts = { side-the-start } agree.
example-declines = { side-the-start } decline, and the game goes on.
example-resigns = { side-the-start } resign.
example-stuck = These { $side ->
    [attackers] attackers
   *[defenders] of the king’s side
} cannot move: { $squares }.
example-reaches = { $count ->
    [one] From { $square } there is one square to go to: { $squares }.
   *[other] From { $square } there are { $count } squares to go to: { $squares }.
}
nearest-title = None of these?
nearest-found = The nearest leaflet
nearest-about = Many leaflets are copies of one of these under another name. Answer three questions, and we propose the nearest.
nearest-king = What captures the king in the open?
nearest-king-four = Attackers on all four sides
nearest-king-two = Two attackers on opposite sides
nearest-throne = Is a soldier captured between an enemy and the empty centre square?
nearest-throne-hostile = Yes, the centre counts
nearest-throne-harmless = No, only the corners count
nearest-repetition = What does it say of repetition?
nearest-repetition-position = A draw when a position comes up three times
nearest-repetition-moves = A draw when moves are repeated three times
nearest-repetition-silent = Nothing
nearest-do = Find the nearest
nearest-fits = { $ruleset } says the same on all three. It is very likely your leaflet, or its model.
nearest-nearly = { $ruleset } comes nearest.
nearest-but = It answers otherwise here:
nearest-says-king-four = It takes attackers on all four sides to capture the king in the open
nearest-says-king-two = Two attackers on opposite sides capture the king in the open
nearest-says-throne-hostile = A soldier is captured against the empty centre square
nearest-says-throne-harmless = The empty centre square captures nobody
nearest-says-repetition-position = A position that comes up three times is a draw
nearest-says-repetition-moves = Moves repeated three times are a draw
nearest-says-repetition-silent = It says nothing of repetition
nearest-play = Pick how to play
nearest-others = The others, and what they say otherwise
nearest-again = Ask again

## Without a network

offline-title = Without a network
offline-play = Your games in this browser, and new ones
offline-about = The server cannot be reached just now. These pages are on your device and work without it:
offline-needs = Games with a friend, and games that the server keeps, go on when it can be reached again.
offline-alone-title = This needs a server
offline-alone = Here is no server. This works without one, after one visit without a network, too:
offline-alone-needs = A game with a friend on another device needs a Hnefi server.
fresh-ready = A new version of this page is ready.
fresh-old = This page is of another version than its server.
fresh-reload = Reload

## Games that a browser keeps

kept-closed = This browser lets no page keep games here. A private window can be the reason, or its settings.
kept-full = There is no room left on this device, so nothing was kept. Make room, then try again.
kept-blocked = Another tab has an older version of this page open. Close that tab, then load this page again.
kept-failed = This browser cannot reach the games that it keeps. Load the page again.
kept-no-referee = This browser cannot run the referee, so no game can be played here without a server.

## The page of a game that a browser keeps

here-title = A game in this browser
here-opening = The game is opened …
here-begin = Begin a game
here-none = This browser keeps no such game. Such a game opens only in the browser in which it was begun, and not after it was deleted.
here-gone = This game was deleted in another tab.
here-moved = This game has moved to the server, and goes on there.
here-to-server = To the game on the server
here-open = Kept in this browser.
here-move-sent = { $move } is being kept …
here-move-unsent = { $move } is not kept yet.
here-move-confirmed = { $move } is kept in this browser.
here-why-closed = The referee answers as soon as the game is open again. Ask about { $move } again then.
here-broken = The referee in this page has stopped. Load the page again: all that was shown is kept.
here-search-broken = The computer’s search has stopped. Load the page again, and it goes on.
here-shared = A link to read the game is copied: { $link }
here-share-long = The game is too long for a link. It can be sent as text: “The game as text” is below.
