# What the referee says. Squares, moves and rule-set names arrive ready to print; sides, pieces, directions,
# questions and answers arrive as the words of the rule files and are chosen from here.

## Names

side = { $side ->
    [attackers] attackers
   *[defenders] defenders
}
side-start = { $side ->
    [attackers] Attackers
   *[defenders] Defenders
}
side-the = { $side ->
    [attackers] the attackers
   *[defenders] the defenders
}
side-the-start = { $side ->
    [attackers] The attackers
   *[defenders] The defenders
}
piece = { $piece ->
    [attacker] attacker
    [defender] defender
   *[king] king
}
piece-start = { $piece ->
    [attacker] Attacker
    [defender] Defender
   *[king] King
}
piece-on = { $piece ->
    [attacker] the attacker on { $square }
    [defender] the defender on { $square }
   *[king] the king on { $square }
}
piece-on-start = { $piece ->
    [attacker] The attacker on { $square }
    [defender] The defender on { $square }
   *[king] The king on { $square }
}
pieces-on = { $piece ->
    [attacker] the attackers on { $squares }
   *[defender] the defenders on { $squares }
}
direction = { $direction ->
    [north] above
    [east] to the right
    [south] below
   *[west] to the left
}
move = { $from }–{ $to }
list-two = { $first } and { $second }
list-more = { $first }, { $second }
list-either-two = { $first } or { $second }

level-name = { $level ->
    [first-game] a first game
    [learner] a learner
    [fireside] a game at the fireside
    [neighbour] the good neighbour
    [clubmate] the clubmate
    [champion] the local champion
    [master] the master
   *[full-strength] full strength
}

## Grades: how well an answer is founded

grade = { $grade ->
    [text] said by the leaflet
    [reading] our reading
    [default] our choice
   *[house] house rule
}
grade-publisher = { $grade ->
    [text] said by the publisher
    [reading] our reading
    [default] our choice
   *[house] house rule
}
grade-long = { $grade ->
    [text] The leaflet says so.
    [reading] The leaflet implies it, or leaves a gap that its other sentences or its authors’ practice fill. This is how we read it.
    [default] The leaflet is silent. Something has to happen, and this is our choice; a house rule can change it.
   *[house] A house rule, changed from the published leaflet.
}
grade-long-publisher = { $grade ->
    [text] The publisher says so.
    [reading] The publisher implies it, or leaves a gap that other sentences or practice fill. This is how we read it.
    [default] The publisher is silent. Something has to happen, and this is our choice; a house rule can change it.
   *[house] A house rule, changed from the published rules.
}
clause-house = House rule: { $answer }.
clause-house-changed = House rule: { $answer }. ({ $base } has it otherwise: { $was }.)
clause-outdated = { $answer }. ({ $base } says so in words that speak of an answer changed here.)
clause-house-point = A house rule without words of its own.

## Refusals

refusal-off-board = { $square } is not on this board, which ends at { $last }.
refusal-nothing-there = Nothing stands on { $square }.
refusal-not-your-piece = It is the { $side ->
    [attackers] attackers’
   *[defenders] defenders’
} turn, and { piece-on } is not theirs to move.
refusal-same-square = A move must end on another square than { $square }; nobody may pass.
refusal-not-straight = Pieces move in a straight line, and { $from } and { $to } lie on no common row or column.
refusal-blocked = { piece-on-start } is in the way.
refusal-blocked-here = { $square } is taken: { $piece ->
    [attacker] an attacker stands
    [defender] a defender stands
   *[king] the king stands
} there.
refusal-throne-closed = Under { $ruleset } the throne on { $square } is closed to soldiers: they may not even pass over it.
refusal-throne-stop = { $king-throne ->
    [returns] Only the king
   *[barred] Nobody
} may stop on the throne, { $square }.
refusal-throne-stop-pass = { refusal-throne-stop } A soldier may pass over it while it is empty.
refusal-corner-stop = Only the king may stop on a corner, and { $square } is one.
refusal-king-barred = Under { $ruleset } the king may not come back to the throne, { $square }, once he has left it.
refusal-king-barred-over = Under { $ruleset } the king may not even pass over the throne, { $square }, once he has left it.
refusal-king-barred-stop = Under { $ruleset } the king may pass over the throne, { $square }, but once he has left it he may not stop there again.
refusal-too-far = Under { $ruleset } { $piece ->
    [king] the king moves
   *[soldier] soldiers move
} one square at a time.
refusal-repeats-forbidden = This move would bring the same position up for the third time, and { $ruleset } forbids that. Another move is needed.
refusal-repeats-defenders = This move would bring back a position that was on the board before, and under { $ruleset } the defenders may never do that. Another move is needed.
refusal-repeats-aggressor = This move would bring the same position up for the third time. Under { $ruleset } the side that keeps threatening to win at once must give way and find another move.
refusal-game-over = The game is over. { $outcome }

## Endings

outcome-king-captured = The attackers win: the king is captured.
outcome-king-escaped-corner = The defenders win: the king has reached a corner.
outcome-king-escaped-edge = The defenders win: the king has reached the edge.
outcome-no-legal-move-draw = A draw: the side to move has no legal move.
outcome-no-legal-move = { $side ->
    [attackers] The attackers win: the defenders have no legal move.
   *[defenders] The defenders win: the attackers have no legal move.
}
outcome-repetition-position = A draw: the same position with the same side to move has come up for the third time.
outcome-repetition-attackers-win = The { $side } win: the same position with the same side to move has come up for the third time, and repetition is lost by the { $loser }.
outcome-repetition-mover-loses = The { $side } win: the { $loser } brought up the same position for the third time.
outcome-repetition-aggressor-loses = The { $side } win: the same position has come up for the third time, forced by the { $loser }, who threatened to win with every move.
outcome-repetition-nobody-forced = A draw: the same position with the same side to move has come up for the third time, and neither side forced it.
outcome-exit-fort = The defenders win by an exit fort: the king stands on the edge with room to move, and the attackers can never break in.
outcome-encirclement = The attackers win by encirclement: the king and all his defenders are ringed in, and no way leads any of them to the edge.
outcome-repetition-sequence = A draw: the same sequence of moves was played three times running.
outcome-agreement = A draw: the players agreed on it.
outcome-claim = A draw by claim: { ground }.
outcome-resignation = { $side ->
    [attackers] The attackers win: the defenders resigned.
   *[defenders] The defenders win: the attackers resigned.
}
outcome-time = { $side ->
    [attackers] The attackers win: the defenders ran out of time.
    [defenders] The defenders win: the attackers ran out of time.
   *[nobody] A draw: the time ran out.
}
outcome-abandoned = { $side ->
    [attackers] The attackers win: the defenders left the game.
    [defenders] The defenders win: the attackers left the game.
   *[nobody] A draw: the game was abandoned.
}
ground = { $ground ->
    [king-at-side] the king is at the side and cannot be brought to where he can be taken
    [king-shut-in] the king can reach no corner, and no attacker can reach him
   *[no-progress] neither side makes progress
}
notice-repeated = { $times ->
    [2] This position stands for the second time.
    [3] This position stands for the third time.
   *[other] This position has stood { $times } times.
} Under { $ruleset }: { $answer }.
status-to-move = { side-start } to move

## Moves and captures

ply-soldier = { side-start } { $move }.
ply-soldier-captures = { side-start } { $move }, capturing { $captures }.
ply-king = King { $move }.
ply-king-captures = King { $move }, capturing { $captures }.
ply-ends = { $ply } { $outcome }
ply-recorded = { $ply } (As it was ruled then; the referee would rule otherwise today.)
capture-piece = { $victim } against { $partner }
capture-corner = { $victim } against the corner { $square }
capture-throne-empty = { $victim } against the empty throne
capture-throne-occupied = { $victim } against the throne with the king on it
capture-trap = { $victim }, shut in on every side
capture-shieldwall = { $victim } by a shieldwall
capture-four-sides = { $victim }, with attackers on all four sides
capture-three-and-throne = { $victim }, with attackers on three sides and the empty throne on the fourth
capture-recorded = { $victim }, as it was ruled then
captured = { $capture ->
    [piece] { $victim } is captured against { $partner }.
    [corner] { $victim } is captured against the corner { $square }.
    [throne-empty] { $victim } is captured against the empty throne.
    [throne-occupied] { $victim } is captured against the throne with the king on it.
    [trap] { $victim } is captured: { $piece ->
        [king] he
       *[soldier] it
    } is shut in on every side.
    [shieldwall] { $victim } is captured by a shieldwall: both ends of its row on the edge are closed, and an enemy stands in front of every piece in the row.
    [four-sides] { $victim } is captured: attackers stand on all four sides.
    [recorded] { $victim } is captured, as it was ruled then.
   *[three-and-throne] { $victim } is captured: attackers stand on three sides, and the empty throne is the fourth.
}

capture-not-elsewhere = Under { $rulesets } { $piece ->
    [king] he
   *[soldier] it
} would not be captured.
capture-founded = { $grade ->
    [text] The leaflet says so under “{ $section }”.
    [reading] Our reading of “{ $section }”.
    [default] The leaflet is silent: our choice.
   *[house] A house rule.
}
capture-founded-publisher = { $grade ->
    [text] Its publisher says so under “{ $section }”.
    [reading] Our reading of “{ $section }”.
    [default] Its publisher is silent: our choice.
   *[house] A house rule.
}

## Why not?

why-title = Why does { piece-on } still stand?
why-title-falls = { piece-on-start } is captured
why-open-nothing = Nothing closes in on it. To be captured it must stand between two partners on opposite sides, each an enemy or a hostile square.
why-open-side = { $partner } is { $direction ->
    [north] above
    [east] to the right of
    [south] below
   *[west] to the left of
} { $piece ->
    [king] him
   *[soldier] it
}, but the opposite side is open: { $other }.
why-partner-corner = the corner { $square }
why-partner-corner-start = The corner { $square }, which is hostile,
why-partner-throne-empty = the empty throne
why-partner-throne-empty-start = The empty throne, which is hostile,
why-partner-throne-occupied = the throne with the king on it
why-partner-throne-occupied-start = The throne with the king on it, which is hostile,
why-victims = { $victims ->
    [attackers] attackers
    [defenders] defenders
   *[king] the king
}
why-side-edge = the board ends { direction }, and the edge is no partner
why-side-empty = { $square } is empty
why-side-comrade = a comrade stands on { $square }
why-side-comrade-king = its own king stands on { $square }
why-side-unarmed = the king stands on { $square }, and he takes no part in captures under { $ruleset }
why-side-hammer = the king stands on { $square }, and under { $ruleset } he captures only by his own move
why-side-boxed = the throne with the king on it is hostile to defenders only while attackers stand on his three other sides
why-side-harmless-corner = the corner { $square } is not hostile to { why-victims } under { $ruleset }
why-side-harmless-throne-empty = the empty throne is not hostile to { why-victims } under { $ruleset }
why-side-harmless-throne-occupied = the throne, while the king is on it, is not hostile to { why-victims } under { $ruleset }
why-hostile-elsewhere-corner = Under { $rulesets } the corner would be hostile to { why-victims }.
why-hostile-elsewhere-throne-empty = Under { $rulesets } the empty throne would be hostile to { why-victims }.
why-hostile-elsewhere-throne-occupied = Under { $rulesets } the throne with the king on it would be hostile to { why-victims }.
why-shut-in = It is shut in on every side, but { $ruleset } knows no capture by shutting a soldier in, only the sandwich between two opposite sides.
why-trap-open = Under { $ruleset } a piece that is shut in on every side falls too, but here one side is still open: { $other }.
why-moved-in = It moved in between { $partners } itself, and a piece that does that is safe. One of them, or another enemy, must move next to it again to capture it.
why-not-struck = It stands between { $partners }, but the last move was not made by one of them. A capture needs the piece that has just moved to be part of it; standing there already is not enough.
why-unknown = It stands between { $partners }, so the last move decides. If the last move brought one of them next to it, it is captured. If it moved in between by itself, or something else moved last, it is safe.
why-hammer-king = It stands between { $partners }, but under { $ruleset } the king captures only by his own move. It falls only when he himself moves next to it.
why-anvil-king = It stands between { $partners }, but under { $ruleset } the king’s own move captures nothing. It falls only when the piece opposite him moves next to it.
why-anvil-king-shut = It stands between { $partners }, but under { $ruleset } the king’s own move captures nothing. It falls only when one of the others moves next to it.
why-anvil-square = It stands between { $partners }, but under { $ruleset } the king’s own move captures nothing, and a square does not move.
why-row-moved-in = Its row on the edge is closed at both ends, with an enemy in front of every piece, but it stepped into the row itself. An enemy must close an end again to capture the row.
why-row-not-struck = Its row on the edge is closed at both ends, with an enemy in front of every piece, but the last move did not close an end. A shieldwall falls only when the move just made puts the piece at one of its ends.
why-row-unknown = Its row on the edge is closed at both ends, with an enemy in front of every piece, so the last move decides. If it put the piece at one of the ends, the whole row is captured; otherwise the row stands.
why-row-hammer-king = Its row on the edge is closed at both ends, with an enemy in front of every piece, but under { $ruleset } the king captures only by his own move. The row falls only when he himself closes its end.
why-row-anvil-king = Its row on the edge is closed at both ends, with an enemy in front of every piece, but under { $ruleset } the king’s own move captures nothing. The row falls only when somebody else closes an end of it.
why-row-front = Under { $ruleset } a row of two or more on the edge falls together, but only with an enemy in front of every piece of it, and here { $other }.
why-row-open = Under { $ruleset } a row of two or more on the edge falls together, but only with an enemy in front of every piece of it and both ends closed by an enemy or a hostile corner. Here a front or an end is still open.
why-king-moved-in = The king walked in by himself and is not captured by that. An attacker must move next to him again.
why-king-not-struck = The king is surrounded, but the last move was not made by one of the attackers next to him. One of them must move away and strike again.
why-king-unknown = The king is surrounded, so the last move decides. If it brought an attacker next to him, he is captured. If he moved in by himself, or something else moved last, he is safe until an attacker strikes.
why-falls = The last move captures it, so it should come off the board.
why-king-falls = The last move captures the king, and the game is over.
why-king-open-four = In the open it takes four attackers, one on each side of the king.
why-king-open-two = In the open it takes two attackers on opposite sides of the king.
why-king-on-throne-four = On the throne it takes four attackers, one on each side of the king.
why-king-on-throne-two = On the throne it takes two attackers on opposite sides of the king.
why-king-beside-throne-three = Beside the empty throne it takes three attackers, one on each of the king’s other sides; the throne is the fourth.
why-king-beside-throne-four = Beside the throne it takes four attackers, one on each side of the king; the throne counts only while an attacker stands on it.
why-king-beside-throne-two = Beside the throne it takes two attackers on opposite sides of the king; the throne counts only while an attacker stands on it.
why-king-beside-throne-safe = Under { $ruleset } the king cannot be captured beside the throne: the throne does not count against him, and no attacker may stand on it.
why-king-on-edge-exposed = On the edge it takes two attackers, one on each side of the king along the edge, or three attackers who leave him no side but the edge.
why-king-on-edge-sandwich = On the edge it takes two attackers, one on each side of the king along the edge.
why-king-on-edge-surrounded = On the edge it takes three attackers, who leave the king no side but the edge.
why-king-on-edge-safe = Under { $ruleset } the king cannot be captured on the edge: his fourth side is off the board, and the edge does not count against him.
why-king-beside-corner-exposed = Beside a corner it takes one attacker opposite the corner, or attackers on every side but the corner and the edge.
why-king-beside-corner-sandwich = Beside a corner it takes one attacker, on the king’s other side along the edge, opposite the corner.
why-king-beside-corner-surrounded = Beside a corner it takes two attackers, who leave the king no side but the corner and the edge.
why-king-beside-corner-safe = Under { $ruleset } the king cannot be captured beside a corner: neither the corner nor the edge counts against him.
why-king-attackers = { $count ->
    [0] No attacker stands next to him.
    [1] One attacker stands next to him.
    [2] Two attackers stand next to him.
    [3] Three attackers stand next to him.
   *[other] { $count } attackers stand next to him.
}
why-king-open-sides = { $count ->
    [1] One side is not closed: { $sides }.
    [2] Two sides are not closed: { $sides }.
   *[other] Three sides are not closed: { $sides }.
}
why-others-all = all the other leaflets
why-others-leaflets = all leaflets
why-there = { $line } There { $piece ->
    [king] he would be captured by an attacker who has just moved next to him
   *[soldier] it would be captured by an enemy who has just moved next to it
}.
why-elsewhere = Under { $rulesets } it would be captured here by an enemy who has just moved next to it.
why-king-elsewhere = Under { $rulesets } he would be captured here by an attacker who has just moved next to him.
why-refused-title = Why is { $move } refused?
why-refused-elsewhere = Under { $rulesets } the move is allowed.

## What a clause does to a move or a position

ruled-allows = { $clause ->
    [king-throne] { $stops ->
        [yes] The king may come back to the throne.
       *[no] The king may pass over the throne.
    }
    [soldiers-throne] { $stops ->
        [yes] A soldier may stop on the throne.
       *[no] A soldier may pass over the empty throne.
    }
    [corners] Every piece may stop on a corner.
    [compulsion] Nobody has to capture.
    [king-reach] The king may go any number of squares.
    [soldiers-reach] A soldier may go any number of squares.
    [repetition] Nothing happens yet. What repetition does: { $answer }.
   *[other] The move is allowed.
}
ruled-ends-otherwise = { $clause ->
    [escape] The edge by itself wins nothing.
    [exit-fort] A fort on the edge wins nothing.
    [encirclement] Ringing everybody in wins nothing here.
    [repetition] Repetition does not end the game.
   *[other] The game does not end by this.
}
ruled-goes-on = { $clause ->
    [escape] { $fort ->
        [none] This is no win: only a corner is.
       *[defenders-win] This is no win: the edge by itself wins nothing.
    }
    [exit-fort] This is no win: a fort on the edge wins nothing.
    [encirclement] { $word ->
        [unbreakable] This is no win: the ring is closed, but it can be broken, or no attacker is to spare.
       *[none] This is no win: ringing everybody in does not end the game.
    }
    [repetition] Repetition does not end the game.
   *[other] The game goes on.
}
ruled-captures = { $clause ->
    [no-attackers-left] All attackers are gone.
   *[several-at-once] { $trap ->
        [yes] One move makes every capture that it causes.
       *[no] One move may capture several, each in a sandwich of its own.
    }
}
ruled-spares = { $count ->
    [1] { $victim } is not captured: { $reason }.
   *[other] { $victim } are not captured: { $reason }.
}
ruled-spares-king = { $victim } is not captured. { $reason }
ruled-king-safe = { $clause ->
    [king-on-edge] Nothing captures the king on the edge.
    [king-beside-corner] Nothing captures the king beside a corner.
   *[king-beside-throne] Nothing captures the king beside the throne.
}
ruled-victims = { $piece ->
    [attacker] The attackers on { $squares }
   *[defender] The defenders on { $squares }
}
ruled-reason = { $clause ->
    [safe-between] { $piece ->
        [king] he moved in between his enemies by himself
       *[soldier] it moved in between two enemies by itself
    }
    [several-at-once] two side by side between one pair are safe
    [shieldwall] a row on the edge does not fall together
    [soldier-trap] only the sandwich captures, not shutting in
    [king-arms] { $word ->
        [hammer] the king captures only by his own move
        [anvil] the king’s own move captures nothing
       *[unarmed] the king takes no part in captures
    }
    [empty-throne-attackers] the empty throne is not hostile to attackers
    [empty-throne-defenders] the empty throne is not hostile to defenders
    [occupied-throne-attackers] the throne with the king on it is not hostile to attackers
    [occupied-throne-defenders] { $word ->
        [boxed] { why-side-boxed }
       *[harmless] the throne with the king on it is not hostile to defenders
    }
    [corners-attackers] a corner is not hostile to attackers
    [corners-defenders] a corner is not hostile to defenders
   *[other] { $ruleset } has no such capture
}
ruled-hangs = How often it stood does not decide. What does: { $answer }.
ruled-grants = A draw can be claimed here: { $ground }.
ruled-denies = No draw can be claimed here, though { $ground }.
ruled-begins = { side-the-start } begin.

## Set-ups

setup-no-king = There is no king on the board.
setup-two-kings = There is more than one king: on { $first } and on { $second }.
setup-king-on-corner = The king stands on the corner { $square }: he would have escaped already.
setup-king-on-edge = The king stands on the edge, on { $square }: he would have escaped already.
setup-soldier-on-throne = A soldier stands on the throne, { $square }, where only the king may stand.
setup-soldier-on-corner = A soldier stands on the corner { $square }, where only the king may stand.
setup-board-size = The board has { $given }×{ $given } squares, and { $ruleset } is played on { $wanted }×{ $wanted }.

## Text that cannot be read

rows-slashes = A position must begin and end with a slash, rank 1 (the bottom row) first, such as /3ttttt3/5t5/…/. Without the slashes nobody can tell which end is the top.
rows-count = { $count ->
    [one] There is one row
   *[other] There are { $count } rows
}. A board has an odd number of rows, from 7 to 15.
rows-width = Rank { $rank } has { $squares ->
    [one] one square
   *[other] { $squares } squares
}, but the board has { $size } ranks.
rows-letter = “{ $letter }” in rank { $rank } means nothing: t is an attacker, T a defender, K the king, and a number is so many empty squares.
square-error = “{ $text }” is no square. Write a letter and a number, such as f6.

side-error = “{ $text }” is no side. Write attackers or defenders.
move-error-empty = No move is written. Write one such as d1-d4.
move-error-from = “{ $text }” is no move: it must begin with a square, as in d1-d4.
move-error-to = “{ $text }” is no move: after { $from } a square to move to must follow, as in d1-d4.
move-error-capture = “{ $text }” is no move: the captured square is missing, as in d1-d4xd5.
move-error-strange = “{ $text }” cannot be played here: “{ $letter }” stands for a jump, a berserk move, or a piece that no rule set of Hnefi has.
move-error-trailing = “{ $text }” is no move: the “{ $letter }” in it means nothing.
mismatch-piece = The record says that another kind of piece moves, but it is { $piece ->
    [attacker] an attacker
    [defender] a defender
   *[king] the king
}.
mismatch-captures = The record says that this move captures { $written }, but under { $ruleset } it captures { $actual }.
mismatch-nothing = nothing
diagram-error = In line { $line }, column { $column } of the diagram: { $fault }
diagram-count = { $count ->
    [one] there is one rank
   *[other] there are { $count } ranks
}, but a board has an odd number of them, from 7 to 15.
diagram-width = this rank has { $squares ->
    [one] one square
   *[other] { $squares } squares
}, but there are { $size } ranks.
diagram-rank = here belongs rank { $wanted }, not rank { $given }. The highest rank is on top.
diagram-files = these files do not fit a board of { $size }×{ $size }.
diagram-letter = “{ $letter }” means nothing. Write t for an attacker, T for a defender, K for the king, and a dot for an empty square.
diagram-no-throne = a plus sign is the empty throne, and { $square } is not the throne.
diagram-no-corner = an x is an empty corner, and { $square } is no corner.
record-json = This line is no JSON: { $text }.
record-shape = { $key ->
    [record] The line must be a JSON object, such as {"{"}"rules": "fetlar-2018", "moves": ["d1-d4"]{"}"}.
    [moves] “moves” must be there, as a list of moves such as ["d1-d4", "f4-i4"].
    [house] “house” must be an object, such as {"{"}"base": "copenhagen", "answers": {"{"}"no-move": "loss"{"}"}{"}"}.
    [tags] “tags” must be a list of pairs, each a name and a value.
    [comments] “comments” must be an object: texts by the numbers of the moves.
    [branches] “branches” must be a list of variations, such as {"{"}"after": 1, "moves": ["f4-f3"]{"}"}.
   *[other] “{ $key }” must be a text.
}
record-no-rules = The record names no rule set.
record-unknown-rules = There is no rule set “{ $rules }”.
record-result = The record says that { $written ->
    [attackers] the attackers won.
    [defenders] the defenders won.
    [draw] the game was drawn.
   *[ongoing] the game goes on.
} { $board }
record-result-none = But on the board it is not over.

## Games, positions and rule sets in the formats of the field

read-error = Line { $line }, column { $column }: { $fault }
read-unrecognised = This is no game, position or rule set in any format that Hnefi knows.
read-too-long = The text is longer than { $most } bytes.
read-too-many = There are more than { $most }, and Hnefi reads no more.
read-tag = A tag is written { $form }.
read-unclosed = What this “{ $letter }” opens is not closed.
read-stray = “{ $text }” means nothing here.
read-comment = “{ $text }” names no move that a comment could be about.
read-address = “{ $text }” names no move from which a variation could start.
read-house = “{ $text }” is no house rule. Write a question and its answer once, as in no-move=loss.
read-no-rules = The text names no rule set.
read-result = “{ $text }” is not how this game ends.
read-refused = { $refusal } { $ruleset } says: { $clause }
read-key-missing = The key “{ $key }” is missing.
read-key-twice = The key “{ $key }” stands here for the second time.
read-key-unknown = A rules string has no key “{ $key }”.
read-key-value = “{ $value }” is no value of the key “{ $key }”.
read-key-unplayable = “{ $value }” cannot be played here: no rule set of Hnefi knows such a thing.
note-at = Line { $line }, column { $column }: { $note }
note-nearest = “{ $written }” means something that no answer here means exactly. { $question } Taken: { $answer }.
note-own-definition = “{ $written }”: { $question } Hnefi decides this by a definition of its own.
note-unsaid = The rules string does not say it: { $question } Taken: { $answer }.
note-against = The rules are called { $ruleset }, but differ from it as it is published. { $question } Here: { $answer }.
note-also-fits = The rules string fits several rule sets: { $taken } was taken, { $others } would fit as well.
note-orientation = Nothing says which end of the board is rank 1. The bottom line was taken for it.
note-upside-down = Rank 1 is on top of this drawing.
note-turn = Nothing says whose move it is. Taken: the { $side }.
note-captures = { $move }: the text says that it captures { $written }, but it captures { $actual }.
note-piece = { $move }: the letter names another piece than the one that moves.
note-result = The text says { $said ->
    [attackers] that the attackers won
    [defenders] that the defenders won
    [draw] that the game was drawn
   *[other] that the game is not over
}. { $board }
note-result-open = On the board the game goes on, and nothing says how it ended.
note-unclear-result = “{ $text }” does not tell which side won.
loss-answer = The text cannot say: { $question } Answer: { $answer }.
loss-answer-instead = Said only nearly, by { $instead }: { $question } Answer: { $answer }.
loss-name = The name was changed to “{ $name }”.
loss-comments = { $count ->
    [one] One comment is lost.
   *[other] { $count } comments are lost.
}
loss-variations = { $count ->
    [one] One variation is lost.
   *[other] { $count } variations are lost.
}
loss-comment-letters = { $count ->
    [one] In one comment, letters that would end it were replaced.
   *[other] In { $count } comments, letters that would end them were replaced.
}
loss-tag-letters = { $count ->
    [one] In one tag, letters that would end it were replaced.
   *[other] In { $count } tags, letters that would end them were replaced.
}
loss-tags = { $count ->
    [one] A tag is lost: { $names }.
   *[other] Tags are lost: { $names }.
}
loss-unplayed = { $count ->
    [one] One move that cannot be played is left out.
   *[other] { $count } moves that cannot be played are left out.
}
loss-turn = It is lost that the { $side } are to move.
loss-position = The first position is lost.
loss-rules = The rule set is lost.
loss-result = The result is lost.
loss-id = The id is lost: { $id }.
loss-termination = What the text says of how it ended is lost: “{ $text }”.
loss-marks = { $count ->
    [one] One mark such as ! or $1 is lost.
   *[other] { $count } marks such as ! or $1 are lost.
}
format-opentafl-rules = an OpenTafl rules string
format-rule-file = a rule file
format-rows = a position as OpenTafl rows
format-taflzero = a position as TaflZero writes it
format-diagram = a diagram
format-otg = a game saved by OpenTafl
format-tag-list = a game as a list of tags and moves
format-commas = moves with commas between them
format-json = games as JSON lines

## Rule files

ruleset-error-toml = The rule file cannot be read: { $text }
ruleset-error-format = The rule file has format { $given }, and this program reads formats up to { $wanted }.
ruleset-error-unknown-base = “base = "{ $base }"” names no rule set of this program.
ruleset-error-missing = The rule file lacks “{ $key }”, and there is no base to take it from.
ruleset-error-missing-word = The rule file lacks “{ $key }”.
ruleset-error-unknown = The rule file has the key “{ $key }”, which means nothing.
ruleset-error-answer = “{ $word }” is no answer to “{ $key }”. Write { $words }.
ruleset-error-grade = “{ $grade }” is no grade for “{ $key }”. Write text, reading, default or house.
ruleset-error-text = “{ $key }” in the rule file { $problem }.
ruleset-error-board = The rule file says board = { $board }, but its start position has { $rows } ranks. A board has an odd number of ranks, from 7 to 15.
senseless-start = These rules make no game: the start position cannot be played. { $problems }
senseless-first-cannot-move = These rules make no game: { side-the } move first, and in the start position none of their pieces can move.
senseless-decided-already = These rules make no game: { side-the } have won it before it begins. { $side ->
    [attackers] The start position holds a ring that wins.
   *[defenders] The start position holds a fort on the edge that nobody can break.
}
senseless-first-wins-at-once = These rules make no game: { side-the } move first and can win at once, with { $move }.
senseless-first-loses-at-once = These rules make no game: { side-the } move first, and whatever they play, the other side can win with its first move.
senseless-over-after-one-move = These rules make no game: { side-the } move first, and whatever they play, the game is over after it.
senseless-too-few-attackers = These rules make no game: the attackers could never win. Capturing the king takes at least { $needed } of them, and { $attackers ->
    [0] there are none.
    [one] there is only one.
   *[other] there are only { $attackers }.
}
ruleset-error-start = The start position in the rule file cannot be used: { $text }.

## Offers

offer-draw = { side-the-start } offer a draw.
offer-claim = { side-the-start } claim a draw: { ground }.
offer-take-back = { side-the-start } ask to take back their last move.
offer-name-draw = offer a draw
offer-name-claim = claim a draw because { ground }
offer-name-take-back = take back a move
game-error-game-over = The game is over. { $outcome }
game-error-offer-stands = An offer already waits for its answer.
game-error-no-offer = There is no offer to answer.
game-error-no-agreement = { $ruleset } knows no draw by agreement.
game-error-no-claim = Under { $ruleset } nobody can claim a draw because { ground }.
game-error-claim-untrue = That is not so: { $refutation }{ $draw ->
    [yes] {" "}You can offer a draw instead, for whatever reason.
   *[no] {""}
}
refutation-not-at-side = the king stands on { $king }, and that is no square of the edge.
refutation-escapes = the king can go from { $king } to { $square } at once, and wins there.
game-error-nothing-to-take-back = There is no move to take back.

## Questions and their answers

question-first-move = Who makes the first move?
answer-first-move-attackers = the attackers
answer-first-move-defenders = the defenders
question-soldiers-reach = How far does a soldier move?
answer-soldiers-reach-any = any number of empty squares in a straight line
answer-soldiers-reach-one = one square
question-king-reach = How far does the king move?
answer-king-reach-any = any number of empty squares in a straight line
answer-king-reach-one = one square
question-soldiers-throne = May a soldier pass over the empty throne?
answer-soldiers-throne-pass = yes, but he may not stop on it
answer-soldiers-throne-stop = yes, and he may stop on it
answer-soldiers-throne-blocked = no, the throne is closed to soldiers
question-king-throne = May the king come back to the throne?
answer-king-throne-returns = yes, and he may pass over it
answer-king-throne-passes = no, but he may pass over it
answer-king-throne-barred = no, not once he has left it
question-corners = Who may stop on a corner?
answer-corners-king-only = only the king
answer-corners-open = every piece
question-empty-throne-attackers = Is the empty throne hostile to attackers?
answer-empty-throne-attackers-hostile = yes
answer-empty-throne-attackers-harmless = no
question-empty-throne-defenders = Is the empty throne hostile to defenders?
answer-empty-throne-defenders-hostile = yes
answer-empty-throne-defenders-harmless = no
question-occupied-throne-attackers = Is the throne with the king on it hostile to attackers?
answer-occupied-throne-attackers-hostile = yes
answer-occupied-throne-attackers-harmless = not by itself, only through an armed king
question-occupied-throne-defenders = Is the throne with the king on it hostile to defenders?
answer-occupied-throne-defenders-hostile = yes
answer-occupied-throne-defenders-boxed = only while attackers stand on the king’s three other sides
answer-occupied-throne-defenders-harmless = no
question-corners-attackers = Is a corner hostile to attackers?
answer-corners-attackers-hostile = yes
answer-corners-attackers-harmless = no
question-corners-defenders = Is a corner hostile to defenders?
answer-corners-defenders-hostile = yes
answer-corners-defenders-harmless = no
question-king-arms = Does the king take part in captures?
answer-king-arms-armed = yes, like any other piece
answer-king-arms-unarmed = no
answer-king-arms-hammer = only by his own move
answer-king-arms-anvil = only as the partner of others; his own move captures nothing
question-king-open = What captures the king in the open?
answer-king-open-four = four attackers, one on each side
answer-king-open-two = two attackers on opposite sides
question-king-on-throne = What captures the king on the throne?
answer-king-on-throne-four = four attackers, one on each side
answer-king-on-throne-two = two attackers on opposite sides
question-king-beside-throne = What captures the king beside the empty throne?
answer-king-beside-throne-three = three attackers, with the throne on the fourth side
answer-king-beside-throne-four = attackers on all four sides; the throne counts only with an attacker on it
answer-king-beside-throne-two = two attackers on opposite sides; the throne counts only with an attacker on it
question-king-on-edge = What captures the king on the edge?
answer-king-on-edge-safe = nothing
answer-king-on-edge-exposed = two attackers along the edge, or three attackers and the edge
answer-king-on-edge-sandwich = two attackers along the edge
answer-king-on-edge-surrounded = three attackers and the edge
question-king-beside-corner = What captures the king beside a corner?
answer-king-beside-corner-safe = nothing
answer-king-beside-corner-exposed = an attacker opposite the corner, or two attackers with the corner and the edge
answer-king-beside-corner-sandwich = an attacker opposite the corner
answer-king-beside-corner-surrounded = two attackers with the corner and the edge
question-soldier-trap = Does a soldier fall who is shut in on every side?
answer-soldier-trap-none = no, only the sandwich captures
answer-soldier-trap-captured = yes, whether by enemies, throne, corners or the edge
question-shieldwall = Does a row of pieces on the edge fall together?
answer-shieldwall-none = no
answer-shieldwall-captured = yes, by a shieldwall: two or more of them, with an enemy in front of each and both ends closed
question-escape = Where does the king escape?
answer-escape-corner = on a corner
answer-escape-edge = anywhere on the edge
question-exit-fort = Does the king win in a fort on the edge that cannot be broken?
answer-exit-fort-none = no
answer-exit-fort-defenders-win = yes, by an exit fort in which he has room to move
question-encirclement = Do the attackers win by ringing everybody in?
answer-encirclement-none = no, the game goes on
answer-encirclement-closed = yes, at once when the ring closes
answer-encirclement-unbreakable = yes, by a ring that nobody inside can ever break, with an attacker to spare
question-no-move = What if the side to move cannot move?
answer-no-move-draw = a draw
answer-no-move-loss = that side loses
question-repetition = What does repetition do?
answer-repetition-third-position-draw = a draw when a position comes up for the third time
answer-repetition-sequence-draw = a draw when the same sequence of moves is played three times running
answer-repetition-third-position-attackers-win = the attackers win when a position comes up for the third time
answer-repetition-third-position-mover-loses = whoever brings a position up for the third time loses
answer-repetition-third-position-forbidden = nobody may bring a position up for the third time
answer-repetition-defenders-never-repeat = the defenders may never bring back an earlier position
answer-repetition-aggressor-loses = when a position comes up for the third time, a side that forced it by constant threats loses; otherwise a draw
answer-repetition-aggressor-deviates = a side that forces it by constant threats may not bring a position up for the third time
answer-repetition-none = nothing
question-agreement = May the players agree on a draw?
answer-agreement-allowed = yes
answer-agreement-none = no
question-claims = Which draws may a player claim?
answer-claims-none = none
answer-claims-no-progress = that neither side makes progress
answer-claims-king-out-of-reach = that the king is out of the attackers’ reach

# What is the same everywhere, as an answer to the heading of the same name. Of matches and house rules each has its own words.
point-says-turns = one piece a turn, and nobody passes
point-says-straight = along its row or column, never diagonally
point-says-blocked = no piece jumps over another or lands on one
point-says-throne-stop = { $throne ->
    [stop] every piece may
   *[pass] { $king-throne ->
        [returns] only the king may
       *[barred] nobody may
    }
}
point-says-sandwich = between two enemies, or an enemy and a hostile square, on opposite sides
point-says-safe-between = safe, until an enemy moves next to it anew
point-says-several-at-once = { $shieldwall ->
    [captured] one move makes every capture that it causes
   *[none] { $trap ->
        [captured] one move makes every capture that it causes, up to three
       *[none] up to three, each in a sandwich of its own
    }
}
point-says-compulsion = no; but what a move captures comes off
point-says-king-taken = the attackers win
point-says-no-attackers-left = { $no-move ->
    [draw] nothing special: the attackers cannot move, and that is a draw
   *[loss] nothing special: the attackers cannot move, and lose by that
}
point-says-set-up = one king, and every piece where it may stand

point-turns = Taking turns
point-straight = Straight lines
point-blocked = Pieces in the way
point-throne-stop = Stopping on the throne
point-sandwich = How a soldier is captured
point-safe-between = Moving in between two enemies
point-several-at-once = Several captures at once
point-compulsion = Must one capture?
point-king-taken = When the king is captured
point-no-attackers-left = All attackers captured
point-match = Playing a match
point-house-rules = House rules
point-set-up = Set-up positions

## Proofs

proof-claim-title = Proved: { ground }.
proof-claim-open-title = Not proved: { ground }.
proof-claim-untrue-title = Untrue: { ground }.
proof-claim-open = The referee found no proof without looking ahead. That does not make it untrue: the players decide.
proof-too-few = { $attackers ->
    [0] No attacker is left
    [one] Only one attacker is left
   *[other] Only { $attackers } attackers are left
}, and it takes at least { $needed } to capture the king under { $ruleset }.
proof-king-walks = The king can walk to and fro between { $from } and { $to } for as long as he likes, and nobody else needs to move.
proof-soldier-walks = The { $side ->
    [attackers] attacker
   *[defenders] defender
} on { $from } can step to { $to } and back for as long as it takes, and nobody else needs to move.
proof-king-stays = The king stays on { $square }: on the edge no rule takes him.
proof-room = No attacker can ever come to { $squares }.
proof-wall-defenders = { $count ->
    [one] The defender on { $squares } closes the way and cannot be captured while he stays
   *[other] The defenders on { $squares } close the way, and none of them can be captured while they stay
}.
proof-wall-attackers = { $count ->
    [one] The attacker on { $squares } closes the way out and cannot be captured while he stays
   *[other] The attackers on { $squares } close every way out, and none of them can be captured while they stay
}.
proof-king-safe = So the attackers can never capture the king.
proof-escapes-closed = So the king can never escape, and the defenders can never win.
proof-nobody-wins = Neither side can win against an opponent who holds still, so the draw needs nobody’s consent.
proof-settles-defenders = The attackers can never win, so a draw takes nothing from them and needs no consent of theirs.
proof-settles-one = So a claim of the defenders is settled. That they cannot win either is not proved: a claim of the attackers is for them to grant.
proof-settles-not = That the defenders cannot win either is not proved, so it is for them to grant a draw.
proof-win-title = { side-the-start } win by force { $count ->
    [one] in one move
   *[other] within { $count } moves
}
proof-won-title = The game is over, and { side-the } have won
proof-win-line = { $line }
proof-win-whatever = This is one way. Whatever the { $other } answer, it takes no more than { $count ->
    [one] one move
   *[other] { $count } moves
}.
proof-none-title = { side-the-start } cannot force a win without going over a position again
proof-none = Every line was looked at.
proof-nothing-title = Nobody wins by force, as far as the referee sees
proof-open-title = Whether anybody wins by force, this search could not tell
proof-unknown-title = No forced win of { side-the } was found
proof-unknown = The search looked at as many positions as it may. A longer one may find more.

## How a match stands

match-game = { $games ->
    [0] Game { $game } of this match
   *[other] Game { $game } of { $games }
 }
match-score = { match-game }. Attackers { $first }, defenders { $second }.
match-score-you = { match-game }. You { $first }, your opponent { $second }.
match-won = The match is over. You won it, { $first } to { $second }.
match-lost = The match is over. You lost it, { $first } to { $second }.
match-side-won = The match is over. Who played { side-the } in this game won it, { $first } to { $second }.
match-drawn = The match is over. It is drawn, { $first } to { $second }.
