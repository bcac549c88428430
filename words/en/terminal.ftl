# What the program says in a terminal.

## Help

cli-about = Play Hnefatafl exactly as the leaflet in your box says.
cli-long-about = Play Hnefatafl exactly as the leaflet in your box says.

    Without a command, Hnefi serves its pages on this machine and opens them in your browser.
cli-after-help = Exit codes: 0 all is well; 1 something failed, or a recorded game had an error; 2 the command line cannot be understood, or names something that is not there.
cli-serve = Serve the web app: what hnefi does without a command
cli-site = Write a folder of pages that any web host can serve, without a server of Hnefi
cli-site-long =
    Writes all that works without a server into a folder: the rules, the sheets, the comparison, the book of disputes, At the table, house rules, Read a game, the analysis board, and games against the computer or for two on one screen, with what makes them an app on a device. Put the folder at the root of a name, such as https://tafl.example/. A browser keeps it for use without a network where the name is reached through https.
cli-site-to = The folder to make; it must not be there yet, or be empty
cli-site-url = The address at which it will stand, for pictures of links that are sent
cli-backup = Copy all games into a new folder, even while the server runs
cli-backup-long =
    Copies all games into a new folder, even while the server runs: the games as they stand at one moment, the key of their links, and every other file that lies beside them. The folder can be served, or put back with hnefi restore.
cli-backup-to = The folder to make; it must not be there yet, or be empty
cli-admin = Run a server: accounts, reports, ratings, events, where its games are
cli-admin-long =
    Run a server: accounts, reports, ratings, events, where its games are

    Works beside the running server, and takes effect within ten seconds. Whoever may write in the database of the games may use it. There is no other way to make the first administrator.
cli-move = Copy the games into another database
cli-move-long =
    Copy the games into another database

    From a data folder into PostgreSQL, back, or between two of a kind, while no server runs on either. The first database stays as it is; the second must have no games. All is copied or nothing, and compared afterwards. The files beside a database (links.key, push.key) stay where they are.
cli-move-from = Where the games are: a data folder, the file of a database, or postgres://user@host/name
cli-move-to = Where they shall be
cli-move-table = table
cli-move-rows = rows
cli-move-digest = SHA-256, the same in both
cli-move-done = The games are in { $to } now. Those in { $from } are as they were.
cli-move-keys = Start the server with the same --data, or copy links.key and push.key into its new folder.
cli-move-old = Once the server runs on the new database, move { $file } away: commands without --database would go on with the old games.
cli-admin-accounts = List all accounts
cli-admin-appoint = Make somebody an administrator
cli-admin-dismiss = Make somebody an administrator no longer
cli-admin-moderator = Make him a moderator instead
cli-admin-moderator-no = Take only the right of a moderator from him
cli-admin-warn = Warn somebody: he reads the reason before he goes on
cli-admin-silence = Silence somebody beside games for so many days, or with 0 let him speak again
cli-admin-days = For how many days, at most 365
cli-admin-rename = Rename somebody whose name is bad: nobody gets the old one for a while
cli-admin-to = The new name
cli-admin-reports = List the open reports
cli-admin-answer = Answer a report, and close it
cli-admin-number = The number of the report
cli-admin-say = What who has reported it reads
cli-admin-close = Close an account: its holder is logged out everywhere and cannot log in
cli-admin-reopen = Open a closed account again
cli-admin-name = The name of the account, or one that it had before
cli-event = Events: list them, write one into a folder, read one from a folder
cli-event-list = List the events, each with its id
cli-event-export = Write an event into a new folder: its log, the results, and a page that needs no program
cli-event-import = Read an event from such a folder
cli-event-id = The id of the event, as its address has it
cli-event-to = The folder, which is made
cli-event-from = The folder, or the file event.json of one
cli-event-exported = Event { $event }, “{ $name }”, is in { $folder }.
cli-event-imported = “{ $name }” was read from { $folder }: it is event { $event } here.
cli-event-link = Who opens this link on the server, and presses the button, runs it: { $link }
cli-ratings = Check ratings, or annul the result of a rated game
cli-ratings-recompute = Compute all ratings anew from the results, and compare them with those that are stored; exit code 1 where they differ
cli-ratings-write = Where they differ, store those that the results make
cli-ratings-annul = Annul the result of a rated game: ratings are made again without it
cli-ratings-game = The id of the game, as its address has it
cli-admin-why = Why: it goes into the log of the server
cli-restore = Put the games of a backup back, while no server runs
cli-restore-long =
    Puts the games of a backup into the folder of the games, while no server runs there. Before anything is touched, the backup is read through. With --overwrite, games that are there already are moved aside into a folder of their own.
cli-restore-from = The folder that hnefi backup has made
cli-overwrite = Move games that are there already aside
cli-play = Play a game in this terminal
cli-rules = List the rule sets, show one with its clauses, or compare several
cli-disputes = Settle a dispute: the questions that tables ask, and what each rule set answers
cli-moves = List the legal moves of a position
cli-why = Say why a piece still stands, or why a move is refused
cli-prove = Say what is proved: a forced win, a hold for good, a claim
cli-replay = Check recorded games
cli-convert = Convert rule sets, positions and games from one text format into another
cli-analyse = Analyse whole games: the chances after every move, the mistakes and why, and what was better
cli-analyse-long = Analyse whole games: the chances after every move, the mistakes and why, and what was better.

    Each game is written with what was found: in a comment at every move the chances in thousandths that the attackers win, that nobody does and that the defenders win; at every mistake a sentence, and the better line as a variation. An inaccuracy costs six hundredths of a point (a win is 1, a draw a half) or a third of what its side had, a mistake a tenth or half of it, a blunder a fifth or three quarters of it.
cli-perft = Count the moves of a tree, to check a move generator
cli-bench = Search fixed positions, to compare two builds of the engine
cli-bench-depth = How many plies deep every position is searched
cli-uci = Let other programs use the computer, by the engine protocol UCI
cli-match = Find out which of two engines is stronger
cli-openings = Make the openings from which matches start
cli-openings-long = Make the openings from which matches start.

    The same command makes the same file on every machine, and goes on with one that was not finished. See docs/formats/openings.md.
cli-selfplay = Let the engine play itself, and keep the games in a shard
cli-selfplay-long = Let the engine play itself, and keep the games in a shard.

    Every game depends on the settings, the seed and its number, so the same command goes on where it was stopped, and shards of several machines with other seeds or numbers belong together. See docs/formats/shards.md.
cli-train = Teach a net from the games of shards
cli-train-long = Teach a net from the games of shards.

    One game in twenty tests what the others taught. A training that was ended goes on where it was, if the same command is given again, with as many threads or others: with as many, the net is the same as if nothing had happened. docs/bench/net.md tells how the engine's own nets were made.
cli-nets = Show what nets were taught by, and how well they know
cli-nets-long = Show what nets were taught by, and how well they know: those that the engine brings along, or those of files. See docs/formats/net.md.
cli-nets-named = Files of nets [default: those that the engine brings along]
cli-nets-match = Before showing the card of the one net that is named, write the result of this match record into it. Repeat for more records. The match was played with `--first-option EvalFile=FILE`
cli-nets-calibrate = Before showing the card of the one net that is named, write into it how often its odds came true in the games of these shards. Repeat for more. None of the games should have taught it
cli-shards = Show what the engine's own games add up to, or their positions
cli-shards-long = Show what the engine's own games add up to, or their positions.

    Games that lie in two shards count once. See docs/formats/shards.md.
cli-completions = Print the completions for a shell
cli-listen = Where to listen [default: 127.0.0.1:7117, or the next free port]
cli-data = The folder where games are kept [default: $XDG_DATA_HOME/hnefi or ~/.local/share/hnefi]
cli-lan = Listen on the local network, so that a phone or a friend nearby can join
cli-host = Another name under which others reach this server; may be given more than once
cli-behind = The address of a proxy in front of this server, or its network such as 172.16.0.0/12, whose X-Forwarded-For is believed; may be given more than once
cli-connections = How many connections there may be at once (20,000, or as many as the system allows)
cli-public-url = The address under which others reach this server, for invitations
cli-settings = A file with these settings, for what neither a flag nor a variable says; docs/operating.md has one
cli-database = The PostgreSQL database that holds the games (postgres://user@host/name) [default: a file in the folder of the games]
cli-bus = The bus by which several servers that share a PostgreSQL database speak to each other (nats://host) [default: this server runs alone]
cli-smtp = The mail server by which mail goes out (smtps://name:password@mail.example); better in the file or the environment than typed
cli-mail-from = From which address mail comes (Hnefi <hnefi@tafl.example>)
cli-push-test-service = A push service on this machine for a test (http://127.0.0.1:PORT); for nothing but tests
cli-metrics = Where to tell a Prometheus how the server is; nobody else should reach it
cli-log = How much to write on the error output: error, warn, info, debug, trace or off, also for a part alone, as in info,hnefi_web=debug [default: warn]
cli-log-format = How each line of it is written [default: text]
cli-log-text = for people
cli-log-json = for programs, an object a line
cli-no-open = Do not open a browser
cli-rules-option = The rule set: an id such as fetlar-2018 or copenhagen, or a file with house rules
cli-rules-shown = The rule sets: ids such as fetlar-2018 or copenhagen, or files with house rules; none lists all
cli-disputes-words = Words of the question, such as stalemate or king edge; none lists all questions
cli-disputes-rules = The rule set whose answer comes first: an id such as brandubh, or a file with house rules
cli-compare = Show only what differs between the rule sets; without any, between all leaflets
cli-json = Print JSON, for programs
cli-position = The position as rows, rank 1 first: /3ttttt3/5t5/…/ [default: the start]
cli-diagram = The position as a diagram in a file, highest rank on top; - reads it from standard input
cli-turn = The side to move [default: the one that a diagram or the rows name, or the side that begins]
cli-last = The move that led to the position; the side that did not make it is to move
cli-about-what = A square whose piece still stands, such as d5, or a move such as d1-d4
cli-prove-game = A recorded game, as one JSON object a line (the first counts) or as text; - reads standard input
cli-prove-ply = How many plies of the game were played [default: all]
cli-prove-winner = Only try to prove that this side wins [default: first the side to move, then the other]
cli-prove-nodes = How many positions a proof may look at
cli-replay-file = The file of recorded games, one JSON object a line, or a game as text; - reads standard input
cli-replay-rules = Replay every game under this rule set: an id, or a file with house rules
cli-analyse-file = The games: a file in any format that holds games, or - for standard input
cli-analyse-to = The format to write: otg, tag-list, commas or json [default: the one that it has, or tag-list where that has no comments]
cli-analyse-rules = The rule set of the games where the text names none, or another one: an id, or a file with house rules
cli-analyse-nodes = How many positions the search of each position of a game looks at, and four times as many where a mistake is suspected [default: 18 million over all, from 60,000 to 500,000 each]
cli-analyse-threads = How many positions are searched at once
cli-convert-input = What to convert: a file, the id of a rule set, or - for standard input
cli-convert-from = The format that it has [default: what it looks like]
cli-convert-to = The format to write: opentafl-rules or rule-file for rule sets; rows, taflzero or diagram for positions; otg, tag-list, commas or json for games
cli-convert-rules = The rule set of the games or of the position, where the text names none, or another one: an id, or a file with house rules
cli-convert-strictly = Fail if anything is lost, and write nothing then
cli-convert-keep-prefix = Keep a game that went on after its end, up to the end
cli-convert-split = Write each game into a file of its own in this folder
cli-convert-clauses = Remark at every capture which clause decided it
cli-depth = How many plies deep
cli-divide = Show the count below each first move
cli-level = The strength of the computer, from 1 (a first game) to 8 (full strength)
cli-side = The side that you play [default: attackers]
cli-two = Two people play at this terminal
cli-games = A match of so many games with sides swapped after each; the next one begins with next
cli-shell = The shell
cli-uci-rules = The rule set to begin with, an id or a file [default: fetlar-2018]
cli-match-first = The engine whose results are shown: the command line that starts it, with “htp:” before it where it speaks the Hnefatafl Text Protocol, or “own” for ours in this program
cli-match-second = The engine that it plays against
cli-match-first-name = What the first engine is called [default: the name of its program]
cli-match-second-name = What the second engine is called
cli-match-option = An option of both engines, such as Hash=64; give it again for more
cli-match-first-option = An option of the first engine
cli-match-second-option = An option of the second engine
cli-match-nodes = So many positions a move; a second number is the second engine’s
cli-match-movetime = So many milliseconds a move, likewise
cli-match-clock = A clock for each side in seconds, and what each move adds, likewise: 10+0.1
cli-match-margin = How many milliseconds late an answer may be
cli-match-silence = After so many seconds more without an answer, an engine has lost
cli-match-openings = A file of openings, one a line, or “book” or “drawn” for those that this program brings along; they are played in order, and then again
cli-match-random-plies = How many plies are played by chance before the engines begin, without a file of openings
cli-match-seed = Where chance begins
cli-match-pairs-option = How many openings are played at most, each twice with sides changed
cli-match-concurrency = How many games are played at once
cli-match-move-cap = After so many plies, openings included, a game is a draw
cli-match-agree = Both engines agree on a draw after so many plies without a capture in which neither saw anybody ahead by more than so many hundredths: 50,40 [default: never]
cli-match-sprt-option = Stop as soon as it is sure enough whether the first engine is ELO1 stronger rather than ELO0
cli-match-alpha = How likely ELO1 may be accepted where ELO0 is true
cli-match-beta = How likely ELO0 may be accepted where ELO1 is true
cli-match-record = Where the games are kept; a match that was stopped goes on with the same command
cli-openings-book = Make a book of balanced openings, from which both sides get something in quick games
cli-openings-drawn = Draw openings by chance, and keep whatever is undecided and new
cli-openings-rules = The rule set: an id, a file with house rules, or “all”; give it again for more
cli-openings-plies = How many plies an opening has, the least and the most
cli-openings-out = The folder for the files; each goes to FOLDER/book/ID.txt or FOLDER/drawn/ID.txt
cli-openings-count = How many openings a file holds
cli-openings-nodes = How many positions a move of a quick game costs
cli-openings-games = How many quick games are played from an opening
cli-openings-deep-nodes = How many positions the deep search looks at
cli-openings-level = How far from level the deep search may find an opening, in hundredths of what the engine counts in
cli-openings-split = What share of the points the attackers must get in the quick games, in per cent
cli-openings-decisive = How likely two of the quick games must end differently, in per cent
cli-openings-wins = How many of the quick games either side must win, in per cent
cli-openings-lean = Try the one of so many draws that suits the attackers best, or the defenders where N is negative; 1 favours nobody [default: found out by some games]
cli-openings-concurrency = How many openings are tried at once
cli-train-out = The net's file. Beside it lie a picture of the losses (.svg) and, until the end, what the training goes on from (.checkpoint)
cli-train-name = What the net is called [default: the file's name]
cli-train-generation = Which of its line the net is, each of which was taught by games of the one before
cli-train-from = Begin with the weights of this net, not with chance
cli-train-hidden = Sums in the hidden layer, a multiple of 64 up to 1024 [default: those of --from, or 256]
cli-train-buckets = Output heads for each side to move, by how many men are left [default: those of --from, or 4]
cli-train-epochs = How often the net sees each position
cli-train-batch = After how many positions the weights change
cli-train-rate = How fast they change at the beginning; at the end a hundredth of that
cli-train-result = How much a game's own end counts beside how games end at the position's score, from 0 to 1
cli-train-threads = How many threads learn at once
cli-selfplay-out = The folder for the shard, which is called RULES-SEED-FROM.shard
cli-selfplay-nodes = So many positions a move
cli-selfplay-games = How many games
cli-selfplay-from = The number of the first game
cli-selfplay-starts = From where games begin, and their shares: start, book, drawn, defenders-N-M and attackers-N-M for so many soldiers less, sealed-N-M for so many defenders behind sealed corners, each with +N-M for plies by chance, +N-M~MARGIN for plies by chance among moves at most so many hundredths of an attacker worse than the best, and /N for defenders who look at so many times fewer positions (attackers where N is negative): start+2-8=1,defenders-3-6+0-4/8=5 [default: what suits the rule set]
cli-selfplay-chance = In so many of a thousand plies chance plays instead of the engine
cli-selfplay-give-up = Give a game up when the score was clear for so many plies: clear for the attackers, for the defenders, and the plies, such as 900/600:8 [default: never]
cli-selfplay-quiet = After so many plies without a capture, a game is a draw [default: never]
cli-selfplay-to-the-end = So many of a hundred games are played to their end on the board, whatever the search says
cli-selfplay-eval = By what the engine judges: its own choice, the evaluation by hand, or the file of a net or of weights
cli-shards-named = Shards, and folders of shards
cli-shards-positions = Print every position as a line of JSON, for programs

## Errors

cli-error = error: { $message }
cli-error-no-rules = There is no rule set “{ $rules }”, and no file of that name. The rule sets are { $known }.
cli-error-no-rules-near = There is no rule set “{ $rules }”, and no file of that name. Did you mean { $near }? hnefi rules lists them all.
cli-error-file = { $path }: { $message }
cli-error-rules-file = { $path }: { $message }
cli-error-unplayable = This position cannot be played under { $ruleset }. { $problems }
cli-error-no-game = No game was found there.
cli-error-ply = There is no ply { $ply }: the game has { $plies ->
    [one] one ply
   *[other] { $plies } plies
}.
cli-error-about = “{ $text }” is neither a square such as d5 nor a move such as d1-d4.
cli-error-nothing = Nothing stands on { $square }.
cli-error-off-board = { $square } is not on this board.
cli-error-last-off-board = The last move { $move } leaves this board.
cli-error-last-to = The last move { $move } does not fit: nothing stands on { $square }. --position is the board after that move.
cli-error-last-from = The last move { $move } does not fit: { $square } is not empty. --position is the board after that move.
cli-error-last-turn = The last move { $move } was made by { side-the }, so it cannot be their turn again.
cli-error-settings = { $path } is no file of settings: { $problem }
cli-error-log = The log is asked for “{ $text }”, which means nothing: write error, warn, info, debug, trace or off, also for a part alone, as in info,hnefi_web=debug
cli-backup-postgres = The games are in { $database }. Back them up with pg_dump, and copy the folder with the keys.
cli-restore-postgres = The games are in { $database }. Put a dump back with pg_restore.
cli-error-no-data-folder = I do not know where to keep games: neither $XDG_DATA_HOME nor $HOME is set. Name a folder with --data.
cli-error-level = “{ $text }” is no level. Write a number from 1 to 8.
cli-error-games = A match of “{ $text }” games cannot be played. Write 2, 4 or 6: each plays both sides equally often.
cli-error-host = “{ $text }” is no name of a machine. Write it like tafl.example, without a scheme and a port.
cli-error-public-url = “{ $text }” is no public address. Write it like https://tafl.example, without a path.
cli-error-proxy = “{ $text }” is neither an address nor a network. Write it like 10.0.0.7 or 172.16.0.0/12.
cli-error-format = “{ $text }” is no format. Write { $known }.
cli-error-analyse = This is { $from }, and only games are analysed.
cli-error-analyse-to = An analysed game cannot become { $to }, only { $fitting }.
cli-error-analyse-one = These are { $count } games, and a game saved by OpenTafl stands alone in its file. Write tag-list or json with --to.
cli-error-convert = This is { $from }. It cannot become { $to }, only { $fitting }.
cli-error-convert-one = These are { $count } games, and a game saved by OpenTafl stands alone in its file. Write tag-list or json, or name a folder with --split.
cli-error-convert-there = { $path } is there already. Name an empty folder, or one that does not exist yet.
cli-error-convert-split = --split is for games, and this is { $from }.
cli-error-two-files = Without --compare, name one rule set.
cli-error-need-rules = Name the rule set with --rules: { $known }, or a file with house rules.
cli-match-limits = Say how much a move may take, once for both engines or once for each.
cli-match-cap = A game that is a draw after { $cap } plies never gets beyond an opening of { $longest }: give --move-cap a greater number.
cli-match-no-option = Write a name and a value with = between them, such as Hash=64.
cli-openings-no-plies = Write the least and the most plies with - between them, such as 4-8; 100 at most.
cli-openings-no-split = Write two shares in per cent with - between them, such as 35-65.
cli-match-no-hypotheses = Write two numbers of Elo points with a comma between them, such as 0,5.

## hnefi serve

cli-serve-at = Hnefi is at { $address }
cli-serve-lan = On this network it is at { $url }
cli-serve-stop = Press Ctrl+C to stop.

## hnefi site

cli-site-done = { $files } files, { $megabytes } MB, are in { $folder }

## hnefi backup, hnefi restore

cli-backup-done = { $games ->
    [1] One game is in { $folder }
   *[other] { $games } games are in { $folder }
}
cli-restore-done = { $games ->
    [1] One game is in { $folder }
   *[other] { $games } games are in { $folder }
}
cli-restore-replaced = What was there before is in { $folder }

## hnefi rules

cli-rules-leaflets = The leaflets
cli-rules-community = Rule sets that the community plays
cli-rules-board = { $size }×{ $size }, { side } first
cli-rules-begins = Begins “{ $words }”
cli-rules-by = Publisher: { $publisher }
cli-rules-house = house rules, changed from { $base }
cli-rules-house-own = house rules
cli-rules-changed = { $count ->
    [0] Nothing is changed from { $base }.
    [one] One answer is changed from { $base }, marked with an asterisk.
   *[other] { $count } answers are changed from { $base }, marked with an asterisk.
}
cli-rules-changed-start = The start position is changed.
cli-rules-start = The start position
cli-rules-to-move = { side-start } move first.
cli-rules-answers = The answers
cli-rules-points = And besides
cli-rules-grade = { $grade }: { $section }
cli-rules-more = hnefi rules ID shows one with every answer and clause; hnefi rules --compare shows where they differ.
cli-rules-same = These rule sets answer every question alike.
cli-rules-start-differs = They begin from different start positions.

## hnefi disputes

cli-disputes-more = hnefi disputes WORDS shows those that fit with a board and every answer; --rules ID puts one rule set first.
cli-disputes-none = no dispute is about “{ $words }”. Try one word of it, such as throne, edge, corner, stalemate or shieldwall; hnefi disputes lists all

## hnefi moves

cli-moves-head = { $ruleset }, { side } to move: { $count ->
    [one] one legal move
   *[other] { $count } legal moves
}.
cli-moves-over = { $ruleset }. { $outcome }
cli-moves-ends = { $move } ends the game. { $outcome }

## hnefi why

cli-why-allowed-title = { $move } is allowed.
cli-why-allowed-captures-nothing = It captures nothing.
cli-why-clause = { $text } ({ $section }; { $grade })
cli-why-clause-silent = { $text } ({ $grade })
cli-why-clauses = The rules behind it, under { $ruleset }:

## hnefi replay

cli-replay-line-id = Game { $number } ({ $id }): { $said }
cli-replay-line = Game { $number }: { $said }
cli-replay-fine = { $plies ->
    [0] no plies
    [one] one ply
   *[other] { $plies } plies
}. { $outcome }
cli-replay-undecided = Undecided.
cli-replay-error = ply { $ply }, { $move }: { $kind } { $message }
cli-replay-error-first = it cannot be replayed. { $message }
cli-replay-error-position = The position: { $rows } ({ side } to move)
cli-replay-kind = { $kind ->
    [illegal] an illegal move.
    [capture] another capture.
    [after-end] played on after the end.
    [result] another result.
   *[unreadable] unreadable.
}
cli-replay-kinds = { $kind ->
    [illegal] { $count ->
        [one] one illegal move
       *[other] { $count } illegal moves
    }
    [capture] { $count ->
        [one] one other capture
       *[other] { $count } other captures
    }
    [after-end] { $count ->
        [one] one played on after its end
       *[other] { $count } played on after their end
    }
    [result] { $count ->
        [one] one other result
       *[other] { $count } other results
    }
   *[unreadable] { $count ->
        [one] one that cannot be read
       *[other] { $count } that cannot be read
    }
}
cli-replay-summary = { $games ->
    [0] No games.
    [one] One game, no error.
   *[other] { $games } games, no errors.
}
cli-replay-summary-errors = { $games ->
    [one] One game, with an error: { $kinds }.
   *[other] { $games } games, { $errors ->
        [one] one with an error
       *[other] { $errors } with errors
    }: { $kinds }.
}
cli-analyse-progress = { $games ->
    [1] { cli-analyse-done }
   *[other] Game { $game } of { $games }: { cli-analyse-done }
}
cli-analyse-done = { $done } of { $all } positions
cli-analyse-closer = { $games ->
    [1] { cli-analyse-closer-done }
   *[other] Game { $game } of { $games }: { cli-analyse-closer-done }
}
cli-analyse-closer-done = suspected mistakes, { $done } of { $all } positions
cli-convert-error = error: { $text }
cli-convert-note = note: { $text }
cli-convert-loss = lost: { $text }
cli-convert-game = Game { $number }: { $text }
cli-convert-strict = Nothing is written, since not everything would be kept and --strict was given.
cli-replay-text-error = line { $line }, column { $column }: { $message }

## hnefi match

cli-match-repeats = { $openings ->
    [one] All { $pairs } pairs begin alike
   *[other] For { $pairs } pairs there are only { $openings } different openings
}: engines that leave nothing to chance repeat their games, and the intervals promise too much.
cli-match-misled = { $name } is asked for “{ $id }” by this name, and may know other rules by it than those of { $file }. An engine of this program knows the file if it is started with `uci --rules { $file }`.
cli-match-remark = { $name } says: { $said }
cli-match-progress = { $done } of { $games }: +{ $won } ={ $drawn } -{ $lost }, Elo { $elo }, { $rest } h left
cli-match-progress-test = { $done } of { $games }: +{ $won } ={ $drawn } -{ $lost }, Elo { $elo }, ratio { $ratio }, { $rest } h left
cli-match-head = { $first } against { $second }, { $ruleset }, { $limit }
cli-match-won = won
cli-match-drawn = drawn
cli-match-lost = lost
cli-match-points = points
cli-match-elo = Elo [95 %]
cli-match-together = { $first }
cli-match-attacking = ... as attackers
cli-match-defending = ... as defenders
cli-match-attackers = attackers, whoever
cli-match-pairs = Pairs with 0, ½, 1, 1½, 2 points: { $pairs }. Decisive pairs: { $decisive }. Drawn games: { $draws }.
cli-match-endings = Endings: { $endings }.
cli-match-faults = { $name } lost off the board: { $faults }.
cli-match-sprt = Test of { $elo0 } against { $elo1 } Elo: ratio { $ratio }. { $verdict }
cli-match-goes-on = It is too early to tell.
cli-match-accepts-0 = The difference is rather { $elo0 }.
cli-match-accepts-1 = The difference is rather { $elo1 }.

## hnefi openings

cli-openings-progress = { $ruleset }: { $kept } of { $wanted } openings, { $candidates } candidates tried, { $games } games played, { $rest } h left
cli-openings-two = Two rule sets that differ are called “{ $rules }”, and their openings would go into one file. Give one of them another id.
cli-openings-made = { $path }: { $kept } openings of { $candidates } candidates

## hnefi selfplay, hnefi shards

cli-train-there = { $path } is there already, and a training writes over nothing: give --out another name.
cli-train-busy = Another training makes { $path }.
cli-train-folder = { $path } is a folder: give --out the name of a file.
cli-train-reads = { $read } of { $games } games read
cli-train-material = { $teaching } positions teach and { $testing } test: { $rules }
cli-train-goes-on = Goes on with the training that was laid aside at { $percent } %.
cli-train-progress = { $percent } %, loss { $loss }, { $rest } h left
cli-train-epoch = Epoch { $number } of { $epochs }: loss { $taught } on what teaches, { $tested } on what tests
cli-train-laid-aside = Laid aside in { $path }. The same command goes on.
cli-train-done = { $path }: { $bytes } bytes. The losses: { $curve }
cli-train-begins = { $path } cannot be what the training begins with: it has { $hidden } sums, { $buckets } heads and sees "{ $inputs }"; wanted are { $wanted-hidden } sums, { $wanted-buckets } heads and "{ $wanted-inputs }".
cli-train-wide = { $path } cannot be what the training begins with: it has weights beyond those that a training keeps. docs/formats/net.md tells which these are.
cli-train-checkpoint = { $path }: { $why }. Give another --out, or remove the file to begin anew.
cli-nets-head = { $name }: { $bytes } bytes, generation { $generation }
cli-nets-judges = judges { $rules }
cli-nets-judges-endgames = judges the endgames of { $rules } and leads to them
cli-nets-taught = taught by { $positions } positions of { $rules }, { $epochs ->
    [one] once each
   *[other] { $epochs } times each
}
cli-nets-loss = loss { $loss } on games that did not teach it; { $blind } for whoever says the same of every position
cli-nets-strength = { $points } of the points in { $games } games against { $against } under { $rules }, { $limit }{ $interval ->
    [none] {""}
   *[other] : Elo { $elo } { $interval }
}
cli-nets-one = Name one net with --match or --calibrate, and not { $nets }.
cli-no-games = { $path } holds no games yet.
cli-nets-other = { $path }: in this match the first engine did not judge by { $net } as it is now. Play it with --first-option EvalFile={ $net }.
cli-nets-sees = { $path } sees "{ $inputs }"; the positions of these games need "{ $wanted }".
cli-nets-shape = { $men } men, { $measures } measures, { $hidden } sums, { $buckets } heads for each side to move
cli-nets-expects = it expects
cli-nets-positions = positions
cli-nets-got = the attackers got
cli-error-hidden = write a multiple of 64 from 64 to 1024
cli-error-rate = write a number above 0, up to 1
cli-error-share = write a number from 0 to 1
cli-selfplay-no-room = The numbers of games end at 4294967294: from { $from } on there is no room for { $games }.
cli-selfplay-goes-on = { $games } games are there already.
cli-selfplay-progress = { $done }/{ $games } games, { $positions } positions, { $speed }/s, attackers +{ $won } ={ $drawn } -{ $lost } %, { $rest } h left
cli-selfplay-done = { $path }: { $games } games, { $positions } positions
cli-selfplay-attackers = Attackers
cli-selfplay-all = all games
cli-selfplay-forced = Of the games played to their end, { $judged } had a forced win found, and { $right } of them ended so.
cli-selfplay-given-up = Of the games played to their end, { $judged } would have been given up, and { $right } of them ended so.
cli-shards-head = { $rules }: { $games } games, { $positions } positions; { $nodes } positions a move, { $mind }
cli-shards-judge = { $path }: its games were ruled by the judge of number { $found }, and this program's is number { $judge }. They count, but their positions cannot be made again for certain.
cli-shards-repeated = { $games ->
    [one] One game
   *[other] { $games } games
} of { $again } { $games ->
    [one] lies
   *[other] lie
} in { $first }, too, and { $games ->
    [one] counts
   *[other] count
} once.
cli-shards-torn = { $path }: a game that begins at byte { $offset } was not written to its end, and does not count.

## hnefi play

cli-play-which = Which leaflet is in your box?
cli-play-which-community = Or something else that the community plays?
cli-play-which-line-named = { $number }  { $name }
cli-play-which-line-community = { $number }  { $name }, { $size }×{ $size }
cli-play-which-line = { $number }  { $name }, which begins “{ $words }”
cli-play-which-ask = Its number or id, or q to leave:
cli-play-which-again = Write a number from 1 to { $count }.
cli-play-welcome-computer = { $ruleset }. You play { side-the }; the computer plays at level { $level }, { $name }.
cli-play-welcome-two = { $ruleset }, two people at this terminal.
cli-play-legend = t attacker   T defender   K king{ $throne ->
    [yes] {"   "}+ empty throne
   *[no] {""}
}{ $corners ->
    [yes] {"   "}x empty corner
   *[no] {""}
}
cli-play-how = Write a move such as { $example }, or help.
cli-play-prompt = { side-start } >
cli-play-prompt-over = >
cli-play-thinking = The computer thinks …
cli-play-help = d1-d4              move the piece on d1 to d4
    moves [SQUARE]     where your pieces, or the one on a square, may go
    why SQUARE         why the piece there was not captured
    why MOVE           why a move is refused; why alone asks about your last try
    hint               what the computer would play
    undo               take back your last move
    board              draw the board again
    draw               offer a draw
    claim              claim a draw, where the rules know such claims
    resign             give up
    next               after the end: the next game, with sides swapped
    rules              the rule set that you play by, with its clauses
    text               the game so far as text; text FILE saves it
    help               this page
    quit               leave
cli-play-unknown-over = I do not understand “{ $text }”. Write undo, text, next, quit, or help.
cli-play-unknown = I do not understand “{ $text }”. Write a move such as { $example }, or help.
cli-play-refused-why = Write why for the rule behind it.
cli-play-nothing-to-explain = Nothing was refused yet. Write why and a square, or why and a move.
cli-play-nothing-there = Nothing stands on { $square }.
cli-play-no-moves-from = The piece on { $square } cannot move.
cli-play-other-side = The piece on { $square } belongs to { side-the }, and it is not their turn.
cli-play-hint = I would play { $move }.
cli-play-no-hint = I have no hint here.
cli-play-repeats = { $move } would bring a position back: it would stand for time { $times }.
cli-play-no-claim-now = No draw can be claimed as the board stands.
cli-play-undone = Taken back.
cli-play-nothing-to-undo = There is no move to take back.
cli-play-agree-ask = Do { side-the } agree? [y/N]
cli-play-goes-on = The game goes on.
cli-play-computer-declined = The computer does not agree. The game goes on.
cli-play-no-claims = { $ruleset } knows no draw that one side may claim.
cli-play-claims = Under these rules a side may claim a draw. Write claim and the number of the reason:
cli-play-claim = { $number }: { $ground }
cli-play-resign-ask = { side-the-start } give up. Sure? [y/N]
cli-play-there = { $path } is there already. Name another file.
cli-play-saved = Saved to { $path }.
cli-play-over = The game is over. Write undo to take back a move, text for the game as text, or quit.
cli-play-next = Write next to play again with sides swapped.
cli-play-next-settled = Write next for the next game, with sides swapped.
cli-play-next-match = Write next for another match.
cli-play-not-over = The game is not over yet.
cli-play-bye = Goodbye.
cli-ratings-recomputed = { $games ->
    [one] { $games } rated game
   *[other] { $games } rated games
}, { $annulled } annulled: { $ratings } ratings and advantages.
cli-ratings-same = What is stored is the same.
cli-ratings-differ = These lines are stored and the results do not make them, or the other way round. With --write, those that the results make are stored.
cli-ratings-written = What the results make is stored now.
cli-ratings-annulled = The result of game { $game } is annulled, and ratings are made without it.
cli-ratings-no-game = No rated game with the id “{ $game }” has ended here.
cli-admin-nobody = Nobody here has an account with the name “{ $name }”.
cli-admin-appointed = { $name } is an administrator.
cli-admin-dismissed = { $name } is no administrator any more.
cli-admin-appointed-moderator = { $name } is a moderator.
cli-admin-dismissed-moderator = { $name } is no moderator any more.
cli-admin-warned = { $name } is warned.
cli-admin-silenced = { $name } is silent.
cli-admin-speaks = { $name } may speak again.
cli-admin-renamed = { $name } has another name.
cli-admin-no-name = “{ $name }” is no name.
cli-admin-name-taken = The name is somebody else’s, or looks like one that is.
cli-admin-no-report = No open report has the number { $number }.
cli-admin-answered = Report { $number } is answered.
cli-admin-report = { $number }: { $kind }, { $about }, by { $reporter }, game { $game }
cli-admin-is-moderator = moderator
cli-error-day = write the day like 2026-11-23
cli-ratings-annul-since = Annul the results of all rated games of somebody since a day
cli-ratings-since = The day, like 2026-11-23
cli-ratings-annulled-since = The rated games of { $name } since that day count no more.
cli-admin-closed = The account of { $name } is closed.
cli-admin-reopened = The account of { $name } is open again.
cli-admin-administrator = administrator
cli-admin-is-closed = closed
