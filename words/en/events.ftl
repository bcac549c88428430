# Events: tournaments at wooden boards.

## The list, and a new one.

events-title = Events
events-lead = Tournaments: who plays whom, how everybody stands, and why.
events-own = Those that you run
events-played = Those in which you play
events-online = online
events-all = All events
events-none = No event yet.
events-new = Make an event
events-members = Members make events on this server.
events-log-in = Log in or make an account

event-state-open = People enter.
event-state-round = Round { $round } is being played.
event-state-match = { $name }: games are open.
event-state-between = Round { $round } is over.
event-state-between-match = { $name }: all games have ended.
event-state-over = It is over.

event-listed-open = people enter
event-listed-played = being played
event-listed-over = over

event-problem-not-organiser = You do not run this event
event-problem-not-organiser-message = Those who run it have a link: open it in this browser, and press the button there. Everybody sees the event’s own page.

event-new-title = Make an event
event-new-lead = At wooden boards or here, online.
event-new-place = Where it is played
event-new-board = At wooden boards
event-new-board-about = You type the names, print the pairings, and enter the results. Phones show who plays where.
event-new-online = On this server
event-new-online-about = Members join by themselves. Games begin when a round is paired, and results come by themselves.
event-new-control = Clock
event-new-rated = Rated
event-new-rated-about = Under listed rule sets only, not under house rules.
event-new-begins = When it begins
event-new-begins-utc = (UTC)
event-zone-own = (your time)
event-new-begins-about = Empty: when you press the button.
event-new-check-in = Only who says on the event’s page that he is there takes part
event-new-by-hand = I close and pair the rounds
event-new-by-hand-about = Otherwise each round is paired after the last game of the one before, and the event ends by itself.
event-new-pause = Minutes between two rounds
event-new-lasts = How long a round may last
event-new-unit = Minutes, hours or days
event-new-minutes = minutes
event-new-hours = hours
event-new-days = days
event-new-lasts-about = Empty: as long as its games. No round waits longer than you say here.
event-new-overdue = A game that goes on then
event-new-overdue-goes-on = counts as a draw until it ends
event-new-overdue-lost = is lost for both
event-new-away = Clocks stand still while somebody is away (games of days)
event-new-name = What it is called
event-new-name-hint = An afternoon at the museum
event-new-about = Where and when
event-new-about-hint = Museum, Sunday at two
event-new-clock = Clock, in words
event-new-clock-hint = 20 minutes each
event-new-rules = Rule set
event-new-house = House rules, by their code
event-new-house-about = The last part of the address of their page. They count instead of the rule set above.
event-new-form = Form
event-new-form-swiss = Swiss
event-new-about-swiss = A few rounds for any number of players. In each, those meet who have about the same points.
event-new-form-round-robin = Round robin
event-new-about-round-robin = Everybody meets everybody. Best for four to eight players.
event-new-form-knock-out = Knock-out
event-new-about-knock-out = Who loses a match is out.
event-new-form-groups = Groups, then knock-out
event-new-about-groups = Everybody meets everybody of the group, then the best of each group play a knock-out.
event-new-rounds = Rounds
event-new-rounds-about = Empty: as many as the number of players asks for.
event-new-cycles = How often everybody meets everybody
event-new-cycles-once = Once
event-new-cycles-twice = Twice
event-new-groups = Groups
event-new-qualify = Of each group go on
event-new-third = A match for the third place
event-new-games = Games of a pairing
event-new-games-two = Two, with the sides swapped
event-new-games-one = One
event-new-games-about = The sides of most rule sets are unequal. With two games both players have both sides.
event-new-places = Places
event-new-places-about = How many can take part at once. Empty: as many as the form can have.
event-new-late = Late entries up to round
event-new-late-about = The last round that somebody who comes late can still play in. Empty: nobody enters late.
event-new-more = Tie-breaks and house rules
event-new-breaks-about = What decides between players with the same points. Leave them as they are for those that are usual in the form.
event-new-break = { $number }. tie-break
event-new-break-usual = As usual
event-new-do = Make the event

event-fault-name = The event needs a name of at most { $most } letters.
event-fault-text = “{ $field }” may have at most { $most } letters.
event-fault-form = Pick a form.
event-fault-number = “{ $field }” must be a number from { $least } to { $most }.
event-fault-rules = There are no such rules: { $why }
event-fault-control = This clock is none: write 10+5 for ten minutes and five seconds a move, or 2d for two days a move.
event-fault-rated = Games under these rules cannot be rated: take a listed rule set, or untick “Rated”.
event-fault-begins = “When it begins” is no time: write it as 2026-12-05T18:00.
event-fault-begins-when = “When it begins” must lie ahead, and within two years.
event-fault-breaks = A tie-break can be picked once.

## Forms and tie-breaks in words.

event-form-swiss = Swiss
event-form-swiss-rounds = Swiss, { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}
event-form-round-robin = Round robin
event-form-round-robin-twice = Round robin, twice
event-form-knock-out = Knock-out
event-form-groups = { $groups } groups, then knock-out
event-form-two = { $form }; matches of two games with the sides swapped
event-form-one = { $form }; single games

event-about-swiss = In each round those meet who have about the same points, and nobody meets anybody twice while that can be avoided. If the number of players is odd, one of those with fewest points has no game and gets the points of a win; nobody gets that twice while others have not had it.
event-about-round-robin = Everybody meets everybody, in the order of the Berger tables. If the number of players is odd, one has no game in each round.
event-about-knock-out = The players are put into a bracket. Who wins a match goes on, who loses is out. Where the bracket is not full, the first seeds go on without a match.
event-about-groups = Everybody meets everybody of the group. The best { $qualify } of each group then play a knock-out.
event-about-groups-one = Everybody meets everybody of the group. The best of each group then plays a knock-out.
event-about-two = A match has two games. In the second the players swap sides, for the sides of most rule sets are unequal.
event-about-one = A pairing is one game. Over the event everybody has both sides about equally often.
event-about-points = A win gives 1 point, a draw ½.
event-about-third = Those who lose the semifinals play for the third place.
event-about-late = Who enters late gets nothing for the rounds before.

event-break-direct-encounter = Direct encounter
event-break-sonneborn-berger = Sonneborn-Berger
event-break-buchholz = Buchholz
event-break-buchholz-cut = Buchholz without the lowest
event-break-wins = Wins
event-break-wins-as-attackers = Wins as attackers
event-short-direct-encounter = DE
event-short-sonneborn-berger = SB
event-short-buchholz = Bu
event-short-buchholz-cut = BuC
event-short-wins = W
event-short-wins-as-attackers = WA
event-what-direct-encounter = The points from the games between those who have the same points, if all of them have met.
event-what-sonneborn-berger = The points of each opponent, times what one got against him: who beats the strong is before who beats the weak.
event-what-buchholz = The points of all opponents together: who had the harder way is before.
event-what-buchholz-cut = The points of all opponents together, without the one who has fewest.
event-what-wins = How many games one has won.
event-what-wins-as-attackers = How many games one has won with the attackers.
event-before = { $first } is before { $second }: { $name }, { $one } against { $other }.
event-shared = Nothing decides between { $names }: they share a place.
event-breaks-title = What decides between the same points
event-breaks-about = The first of these that differs decides.
event-why-before = Why one is before the other

## Rounds and results.

event-round = Round { $round }
event-final = Final
event-semifinals = Semifinals
event-quarterfinals = Quarterfinals
event-last = Round of the last { $count }
event-progress = Games that have ended: { $done } of { $all }.
event-progress-all = All games have ended.
event-table = Board
event-attackers = Attackers
event-defenders = Defenders
event-result = Result
event-game = Game { $number }
event-won = { $name } won
event-draw = Draw
event-draw-long = Drawn
event-away = { $name } did not play
event-away-both = Neither played
event-won-attackers = { $name } won with the attackers
event-won-defenders = { $name } won with the defenders
event-bye = { $name } has no game: { $why }
event-by-hand = Paired by hand: { $why }
event-changed = Changed by the organiser: { $why }
event-deciding = decides the match

event-why-title = Why these pairings
event-why-table = Round { $round } of the Berger table has it so.
event-why-table-group = Round { $round } of the Berger table of group { $group } has it so.
event-why-first = The first round: the upper half of the list meets the lower half.
event-why-swiss-same = They have the same points, and have not met before.
event-why-swiss-near = They have not met before. Their points differ by { $points }: no pairing of the whole round brings everybody nearer to an equal.
event-why-swiss-again = They have met before: no pairing of the whole round could avoid that.
event-why-bye-fewest = of those who have not had a round without a game, nobody has fewer points.
event-why-bye-again = everybody has had a round without a game, and nobody has fewer points.
event-why-bye-table = the number of players is odd, and the Berger table has it so.
event-why-bye-wished = it was wished for.
event-why-bye-bracket = the bracket has a free place here.
event-why-bracket = The bracket has it so: match { $number } of the last { $of }.
event-why-final = The final.
event-why-third = The match for the third place.
event-why-by-hand = The organiser has paired them by hand.

## Why somebody did not meet somebody else.

event-whynot = Why not somebody else?
event-whynot-about = Of all ways to pair a round the one is taken that pays least. Ask what another one would have paid.
event-whynot-one = Why did
event-whynot-other = not meet
event-whynot-bye = nobody, and have no game
event-whynot-do = Tell why
event-whynot-answer = Why not
event-whynot-paid = What the round pays
event-whynot-as-it-was = as it was paired
event-whynot-instead = if they had met
event-whynot-order = The dearest kind comes first: nothing of a later line outweighs the least of an earlier one.
event-whynot-again = Players who have met before, and second rounds without a game
event-whynot-sides = Games more with one side than balance allows
event-whynot-score = Different points: the square of each difference, in half points
event-whynot-turns = Players with the same side twice in a row
event-whynot-places = Places away from the order of the list
event-whynot-they-did = { $one } met { $other } in this round, at board { $table }.
event-whynot-had-bye = { $one } had no game in this round.
event-whynot-same-person = Choose two different players.
event-whynot-not-there = One of them was not to be paired in this round.
event-whynot-by-hand = The organiser has paired this round by hand, so nothing was paid for it.
event-whynot-form = In this event the form says who meets whom, and leaves no choice.
event-whynot-dearer = If { $one } had met { $other }, the cheapest way to pair everybody would have been dearer: by { $by } in “{ $name }”.
event-whynot-dearer-bye = If { $one } had had no game, the cheapest way to pair everybody would have been dearer: by { $by } in “{ $name }”.
event-whynot-equal = If { $one } had met { $other }, the round would have paid the same. Of ways that pay the same, the program always takes the same one.
event-whynot-equal-bye = If { $one } had had no game, the round would have paid the same. Of ways that pay the same, the program always takes the same one.
event-whynot-changed = The organiser has changed the round since. It is told of as the program paired it.

## The page of an event.

event-begins = It begins:
event-mine = You in this event
event-mine-in = You take part.
event-mine-check-in = You have entered. Say that you are there before it begins: who does not is not paired.
event-mine-playing = You take part. Your next game begins when the next round is paired.
event-mine-no-game = You take part, and have no game in round { $round }, as you wished.
event-mine-left = You do not take part any more.
event-mine-go = To your game
event-mine-game-attackers = You have the attackers against { $name }.
event-mine-game-defenders = You have the defenders against { $name }.
event-places-taken = { $taken } of { $places } places taken
event-full = All places are taken. One that somebody leaves is free again.
event-join = Join
event-join-again = Take part again
event-join-members = Members can join.
event-check-in = I am there
event-no-game = No game for me in round { $round }
event-leave = Leave the event
event-leaving = Pause or leave
event-leaving-about = Who leaves loses the games that have not ended, in this event: they are counted as not played.
event-watch = being played
event-of-game = To the event
event-entered-one = One player has entered
event-entered-other = { $count } players have entered
event-entered-none = Nobody has entered yet.
event-ask = Ask at the table
event-ask-board = ask
event-rules = Rule set
event-clock = Clock
event-form = Form
event-place = Place
event-name = Name
event-points = Points
event-played = Games
event-left = left
event-group = Group { $group }
event-standings = Table
event-standings-over = Final table
event-cross = Cross-table
event-cross-about = What the player of the row got against the player of the column.
event-earlier = Earlier rounds
event-form-title = How it is played
event-balance = Attackers and defenders
event-balance-none = No game has been played yet.
event-balance-here = The attackers scored { $points } of { $games } here, { $percent } %. By so many games alone, anything from { $low } to { $high } % is possible.
event-balance-public = Over all public games under { $rules } on this server, { $games } by now, they scored { $percent } % ({ $low } to { $high } %).
event-balance-expected = Between equal players { $percent } % is expected under { $rules } (± { $margin }), from { $games } rated games on this server.
event-balance-unknown = Of { $rules } too few rated games were played on this server to say what is expected.
event-run = Run the event
event-screen = Table to project
event-downloads = Results as files
event-csv-table = table (CSV)
event-csv-games = games (CSV)
event-json = all of it (JSON)
event-export-games = The moves of all games that were played on the server
event-goes-on = It goes on.
event-print-pairings = Pairings
event-print-table = Table
event-print-sheets = Score sheets
event-print-certificates = Certificates
event-line-open = This page follows by itself.
event-line-down = The server does not answer. What you see may be old.
event-screen-address = On your phone: { $address }

## The page of those who run it.

event-run-title = Run: { $name }
event-run-public = The event’s page
event-run-phones = For phones
event-run-phones-about = People scan this, or open { $address }. They see who plays where, and the table.
event-run-local = This address opens on this machine alone. Start the server with “hnefi serve --lan” to let phones in.
event-run-qr = The event’s address, to scan
event-run-link = Another organiser
event-run-link-about = Who opens this link and presses the button can do all that you can. Send it to nobody else.
event-run-link-label = Link for another organiser
event-run-link-new = Make a new link
event-run-link-new-about = The link above then opens nothing any more.
event-run-lan-about = Over plain http, whoever is in the same network could read along.
event-run-names = Names, one a line
event-run-add = Add
event-run-players = Players
event-run-rename = Change
event-run-rename-label = New name for { $name }
event-run-leave = Withdraw
event-run-leave-label = Withdraw { $name }
event-run-return = Back again
event-run-return-label = { $name } is back again
event-run-late = A late entry
event-run-next-names = Type the names of the players. Two at least are needed.
event-run-next-players = Two players at least have to join.
event-run-next-begin = { $count } players. When all are there, begin.
event-run-next-results = Open games: { $open } of { $all }.
event-run-next-pair = { $open ->
    [0] All games of this round have ended.
    [one] This round is over. One game goes on, and counts as a draw until it ends.
   *[other] This round is over. { $open } games go on, and count as draws until they end.
}
event-run-next-finish = { $open ->
    [0] All rounds are played.
    [one] All rounds are over. One game goes on, and counts as a draw if you finish now.
   *[other] All rounds are over. { $open } games go on, and count as draws if you finish now.
}
event-run-next-over = It is over.
event-run-begin = Begin, and pair round 1
event-run-pair = Pair round { $round }
event-run-finish = Finish the event
event-run-finish-early = Finish now
event-run-finish-about = The table becomes final. Nothing can be changed afterwards.
event-run-who = Who won?
event-run-forfeit = Somebody did not play
event-run-ended = Results so far
event-run-correct = Correct
event-run-correct-to = What happened
event-run-correct-open = It goes on
event-run-why = Why
event-run-print = Print
event-run-change = Change the pairing
event-run-unpair = Throw this pairing away
event-run-unpair-about = As long as no game of it has ended. The same names and results give the same pairing again.
event-run-swap = Let two change places
event-run-swap-one = The one
event-run-swap-other = The other
event-run-swap-do = Swap
event-run-about = Name, where and when, clock, places
event-run-about-do = Keep
event-run-log = What was done

event-done-nothing = Nothing has changed.
event-done-entered = { $count } players have entered.
event-done-link = There is a new link for another organiser.

event-log-made = The event was made.
event-log-told = Name, place or clock were changed.
event-log-entered = { $name } entered.
event-log-named = { $name } is called { $new } now.
event-log-checked-in = { $name } is there.
event-log-left = { $name } withdrew.
event-log-returned = { $name } came back.
event-log-wished = { $name } wants no game in round { $round }.
event-log-places = There are { $places } places now.
event-log-places-any = The number of places is limited by the form alone now.
event-log-begun = It began.
event-log-paired = Round { $round } was paired.
event-log-paired-by-hand = Round { $round } was paired by hand: { $why }
event-log-unpaired = The pairing of the round was thrown away: { $why }
event-log-swapped = { $one } and { $other } changed places: { $why }
event-log-result = Round { $round }, board { $table }: { $result }.
event-log-corrected = Round { $round }, board { $table }, corrected: { $result }. { $why }
event-log-reopened = Round { $round }, board { $table }, corrected: it goes on. { $why }
event-log-closed = The round was closed.
event-log-finished = The event was finished.

event-refused-stale = Somebody else has changed the event in the meantime. Nothing of yours was done: look at what is here now, and do it again.
event-refused-none-typed = Type at least one name.
event-refused-name-empty = A name needs at least one letter.
event-refused-name-long = “{ $name }” is too long: a name has at most { $most } letters.
event-refused-name-letter = “{ $letter }” cannot be in a name. A name has letters and numbers, and spaces, hyphens, apostrophes, full stops and brackets between them.
event-refused-name-reserved = Nobody may be called “{ $name }”.
event-refused-name-taken = There is a { $name } already: add something that tells them apart.
event-refused-full = There are { $most } players, and this form has no room for more.
event-refused-places = All { $places } places are taken.
event-refused-names = More names were typed ({ $typed }) than places are free ({ $free }).
event-refused-taken = { $taken } places are taken: there cannot be fewer.
event-refused-few = { $least } players at least are needed, and { $here } are there.
event-refused-begun = The event has begun.
event-refused-not-begun = The event has not begun.
event-refused-finished = The event is over.
event-refused-late = Nobody enters any more: late entries ended with round { $round }.
event-refused-not-here = That player has left.
event-refused-here = That player is there.
event-refused-form = This form has no room for that.
event-refused-open = Round { $round } is not over yet.
event-refused-no-round = No round is open.
event-refused-no-more = { $rounds ->
    [one] The only round is paired.
   *[other] All { $rounds } rounds are paired.
}
event-refused-ended = That game has a result already. A correction with a reason changes it.
event-refused-built = Round { $round } rests on it: throw its pairing away first.
event-refused-reason = Say why, in at most { $most } letters.
event-refused-online = Games are played on the server here: players join by themselves, under their own names, and pairings whose games have begun stay.
event-refused-bot = Programs do not play in events.
event-refused-act = The page asked for something that there is not. Load it again.

event-join-title = Run “{ $name }”
event-join-about = You were sent a link with which you can run this event: type names, pair rounds, and enter results.
event-join-do = Run it from this browser

## On paper.

event-paper-moves = Moves
event-paper-signed-attackers = Signed, attackers
event-paper-signed-defenders = Signed, defenders
event-paper-result = Result
event-paper-won = won
event-paper-drawn = drawn
event-paper-scan = Who plays where, the table, and a referee: { $address }
event-certificate = Certificate
event-certificate-place = Place { $place } of { $of }
event-certificate-points = { $points } { $halves ->
    [1] point
    [2] point
   *[other] points
} from { $games ->
    [one] one game
   *[other] { $games } games
}
event-certificate-under = played under { $rules }
event-certificate-signed = The organiser
event-paper-ask = A question about the rules? Ask at the table: { $address }
event-paper-about = Print this page.
