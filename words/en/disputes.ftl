# The book of disputes. Of each: the question in players' words; other words for it, for the search; and, where the words of
# the rule set's answer do not answer it by themselves, the answer. There $ruling is what the referee did in the example, and
# the words of the answers come under the keys of the rule files.

disputes-title = The book of disputes
disputes-lead = The thirty questions that tables ask. Each has a board that the referee judged, the answer of every leaflet and of Copenhagen, and the clause on which it rests.
disputes-search = What do you argue about?
disputes-placeholder = stalemate, king edge, hammer …
disputes-rules = Whose answer comes first
disputes-rules-none = The five leaflets and Copenhagen
disputes-do = Search
disputes-all = { $count } questions
disputes-found = { $count ->
    [0] Nothing found for “{ $words }”.
    [one] One question fits “{ $words }”.
   *[other] { $count } questions fit “{ $words }”.
}
disputes-fitting = What fits
disputes-none = Try one word of it, such as throne, edge, corner, stalemate or shieldwall; or empty the field to see all questions.
disputes-own = The answer of this rule set comes first:
disputes-graded = { $ruleset } ({ $grade })
disputes-print = All of them, to print
disputes-link = Disputes
disputes-sheet-own = Disputes under { $ruleset }
disputes-sheet-lead = What tables ask, and what the leaflets and Copenhagen answer. Where no grade stands, the text says so.
disputes-sheet-about = Print this page: it fits A4.
disputes-sheet-book = With clauses, and a search
disputes-king = The king
disputes-squares = Throne and corners
disputes-captures = Capturing soldiers
disputes-game = How a game begins and ends
disputes-refused = { $move } is refused. { $reason }
disputes-nothing = Nothing is captured.
disputes-allowed = That is allowed.
disputes-goes-on = The game goes on.
disputes-line = Played: { $moves }
disputes-agree = { side-the-start } agree.
disputes-little-words = a am an and are at be by can could do does does it for from get how i if in is it its may might must my of on one or our should that the their then there they this to was we what when where which who with you your

dispute-king-open = Do two attackers capture the king in the open?
dispute-king-open-also = king taken, king captured, four sides, surround the king, king surrounded, sandwich, custodian, two opposite sides, weak king, strong king, armed king, hnefi, hnefatafl king, in the middle of the board, how many
dispute-king-open-answer = { $king-open ->
    [two] Yes, on opposite sides of him
   *[four] No, it takes four, one on each side
}
dispute-king-on-throne = Do three attackers capture the king on his throne?
dispute-king-on-throne-also = castle, centre, konakis, hall, seat, four sides, surround the king, king surrounded, sits, king taken, king captured, how many
dispute-king-on-throne-answer = { $king-on-throne ->
    [two] Yes; two on opposite sides of him are enough
   *[four] No, it takes four, one on each side
}
dispute-king-beside-throne = Do three attackers capture the king beside the empty throne?
dispute-king-beside-throne-also = king captured, king surrounded, next to the throne, near the throne, castle, centre, adjacent, hostile throne against the king, three sides, king taken, how many
dispute-king-beside-throne-answer = { $king-beside-throne ->
    [three] Yes, the throne is the fourth side
    [two] Only two of them on opposite sides; the empty throne does not count
   *[four] No, the empty throne does not count
}
dispute-king-on-edge = Is the king captured on the edge?
dispute-king-on-edge-also = side of the board, border, rim, three attackers, against the wall, king taken, king captured, king surrounded, safe at the edge, how many
dispute-king-on-edge-answer = { $escape ->
    [edge] No, he has won as soon as he is there
   *[corner] { $king-on-edge ->
        [exposed] Yes, by two attackers along the edge, or by three and the edge
        [sandwich] Yes, by two attackers along the edge
        [surrounded] Yes, by three attackers and the edge
       *[safe] No, he is safe there
    }
}
dispute-king-beside-corner = Is the king captured beside a corner?
dispute-king-beside-corner-also = next to the corner, hostile corner, refuge, castle, king taken, king captured, one step from winning
dispute-king-beside-corner-answer = { $escape ->
    [edge] No, he has won as soon as he is there
   *[corner] { $king-beside-corner ->
        [exposed] Yes, by one attacker opposite the corner, or by two with the corner and the edge
        [sandwich] Yes, by one attacker opposite the corner
        [surrounded] Yes, by two attackers with the corner and the edge
       *[safe] No, he is safe there
    }
}
dispute-king-hammer = Does the king capture when he moves?
dispute-king-hammer-also = hammer, armed king, unarmed, weaponless, king takes, king attacks, strike
dispute-king-hammer-answer = { $king-arms ->
    [armed] Yes, like any other piece
    [hammer] Yes, by his own move, but not as the partner of others
    [anvil] No, only as the partner of others
   *[unarmed] No
}
dispute-king-anvil = Can a defender capture against his own king?
dispute-king-anvil-also = anvil, armed king, unarmed, weaponless, partner, king helps, king standing still
dispute-king-anvil-answer = { $king-arms ->
    [armed] Yes, like against any other piece
    [anvil] Yes, though the king’s own move captures nothing
    [hammer] No, he captures only by his own move
   *[unarmed] No
}
dispute-king-returns = May the king go back to his throne?
dispute-king-returns-also = return, re-enter, reenter, come back, castle, centre, land on the throne, leave
dispute-reach = How far may a piece go, the king included?
dispute-reach-also = move, moves, range, steps, squares, rook, straight, diagonal, jump, leap over, one square, distance
dispute-reach-answer = { $king-reach ->
    [one] { $soldiers-reach ->
        [one] One square, the king too
       *[any] The king one square, soldiers as far as the way is empty
    }
   *[any] { $soldiers-reach ->
        [one] The king as far as the way is empty, soldiers one square
       *[any] As far as the way is empty, the king too
    }
}

dispute-throne-pass = May a soldier pass over the empty throne?
dispute-throne-pass-also = cross, through, move across, castle, centre, middle square, go over, jump the throne
dispute-throne-stop = May a soldier stop on the throne?
dispute-throne-stop-also = land, stand, occupy, enter, rest, castle, centre, middle square
dispute-throne-stop-answer = { $soldiers-throne ->
    [stop] Yes
   *[pass] { $king-throne ->
        [returns] No, only the king
       *[barred] No, nobody
    }
}
dispute-empty-throne-defender = Is a defender captured against the empty throne?
dispute-empty-throne-defender-also = hostile throne, castle, centre, squashed, king has left, white soldier, empty centre
dispute-empty-throne-attacker = Is an attacker captured against the empty throne?
dispute-empty-throne-attacker-also = hostile throne, castle, centre, squashed, king has left, black soldier, empty centre
dispute-king-on-throne-defender = Is a defender captured against the throne with the king on it?
dispute-king-on-throne-defender-also = occupied throne, hostile throne, castle, centre, king at home, squashed against his own king
dispute-king-on-throne-attacker = Is an attacker captured against the throne with the king on it?
dispute-king-on-throne-attacker-also = occupied throne, hostile throne, castle, centre, king at home, anvil
dispute-king-on-throne-attacker-answer = { $occupied-throne-attackers ->
    [hostile] Yes
   *[harmless] { $king-arms ->
        [armed] Yes, since the king on it captures
        [anvil] Yes, since the king on it captures
       *[unarmed] No
    }
}
dispute-corner = Is a soldier captured against a corner?
dispute-corner-also = hostile corner, refuge, castle, escape square, exit, squashed, corner square
dispute-corner-answer = { $corners-defenders ->
    [hostile] { $corners-attackers ->
        [hostile] Yes, on both sides
       *[harmless] A defender is, an attacker is not
    }
   *[harmless] { $corners-attackers ->
        [hostile] An attacker is, a defender is not
       *[harmless] No
    }
}
dispute-corner-stop = May a soldier stand on a corner?
dispute-corner-stop-also = stop, land, occupy, block the corner, plug, refuge, escape square, exit
dispute-corner-stop-answer = { $corners ->
    [open] Yes
   *[king-only] No, only the king
}

dispute-between = Is a piece captured that moves in between two enemies?
dispute-between-also = suicide, step between, walk into, self capture, already stands, enters, safe, goes between
dispute-between-answer = No, it is safe until an enemy moves next to it anew
dispute-two-at-once = Can one move capture two?
dispute-two-at-once-also = double, several, multiple, three at once, side by side, two in a row, pair, simultaneous
dispute-two-at-once-answer = Yes, each in a sandwich of its own; not two side by side in one sandwich
dispute-trap = Is a soldier captured who is shut in against the edge?
dispute-trap-also = surrounded soldier, three sides, edge capture, against the side, edge hostile, trapped, four sides, border, rim
dispute-trap-answer = { $soldier-trap ->
    [captured] Yes, when enemies, throne, corners or the edge close every side
   *[none] No, the edge captures nobody
}
dispute-shieldwall = Does a shieldwall capture a row on the edge?
dispute-shieldwall-also = shield wall, wall of shields, row, line on the edge, phalanx, group, bracket, flank, together
dispute-shieldwall-answer = { $shieldwall ->
    [captured] Yes, with an enemy in front of each and both ends closed
   *[none] No
}
dispute-must-capture = Am I forced to capture?
dispute-must-capture-also = must, compulsory, mandatory, obligatory, duty, huff, decline, refuse a capture, have to take
dispute-must-capture-answer = No; but what a move captures comes off

dispute-escape = Does the king win on the edge, or only on a corner?
dispute-escape-also = edge win, wins, escape, escapes, goal, border, side of the board, refuge, exit, get away, victory, win for the defenders
dispute-exit-fort = Does the king win in a fort on the edge?
dispute-exit-fort-also = exit fort, fortress, castle, unbreakable, edge win, stronghold, impregnable, safe house
dispute-exit-fort-answer = { $escape ->
    [edge] He needs none: he has won as soon as he is on the edge
   *[corner] { $exit-fort ->
        [defenders-win] Yes, if it cannot be broken and he has room to move
       *[none] No, the game goes on
    }
}
dispute-all-surrounded = Do the attackers win when everybody is surrounded?
dispute-all-surrounded-also = encirclement, encircled, ring, ringed in, blockade, besieged, enclosed, shut in, closed in, no way out
dispute-no-move = What if the side to move has no legal move?
dispute-no-move-also = stalemate, stuck, blocked, cannot move, trapped, pass, immobile
dispute-no-attackers = Who wins when all attackers are captured?
dispute-no-attackers-also = no attackers left, last attacker, wiped out, all taken, nobody left, too few attackers, draw
dispute-no-attackers-answer = { $ruling ->
    [attackers-win] The attackers
    [defenders-win] The defenders: the attackers cannot move
    [draw] Nobody: the attackers cannot move, and that is a draw
   *[captured] Nobody: the game goes on
}
dispute-repetition = What if the same position comes up again and again?
dispute-repetition-also = threefold, three times, third time, repeat, repeating, repetition, perpetual, perpetual check, to and fro, back and forth, cycle, draw
dispute-claims = Nobody gets on: may I claim a draw?
dispute-claims-also = draw, offer, agree, agreement, no progress, honours even, tie, dead position, hopeless, king safe at the side, remis
dispute-claims-answer = { $claims ->
    [king-out-of-reach] Yes, if the king is out of the attackers’ reach
    [no-progress] If both agree that neither side makes progress
   *[none] { $agreement ->
        [allowed] No, but both may agree on a draw
       *[none] No
    }
}
dispute-first-move = Who begins?
dispute-first-move-also = start, starts, first move, moves first, plays first, goes first, opening, black, white, turns, pass
