# What a whole game shows. A side's chances are its wins and half the draws.

review-mistake = { $move } { $reason }; better was { $better }{ $merit }.
review-mistake-alone = { $move } { $reason }.
review-grade = { $grade ->
    [blunder] Blunder
    [inaccuracy] Inaccuracy
   *[mistake] Mistake
}
review-grade-line = { review-grade }: { $sentence }

review-ended-lost = lost at once
review-ended-drawn = ended the game in a draw
review-loses-now = { $ending ->
    [king-escaped] let the king escape with { $by }
    [king-captured] let the attackers capture the king with { $by }
    [exit-fort] let the king complete a fort at the edge with { $by }
    [encirclement] let the attackers close the ring with { $by }
   *[other] let { side-the } win at once with { $by }
}
review-loses = allowed { $by }, a forced win of { side-the } in { $moves } moves{ $ending ->
    [king-escaped] : the king escapes to { $king }
    [king-captured] : the king is captured on { $king }
    [exit-fort] : the king gets a fort at the edge
    [encirclement] : the attackers close the ring
   *[other] { "" }
}
review-missed-win-now = { $ending ->
    [king-escaped] missed the king’s escape
    [king-captured] missed the capture of the king
   *[other] missed a win at once
}
review-missed-win = missed a forced win in { $moves } moves
review-walks-into-capture = moved to where { $by } captures it
review-loses-soldiers = { $left ->
    [yes] left { $soldiers } to be captured with { $by }
   *[no] let { side-the } capture { $soldiers } with { $by }
}
review-king-reaches = { $left ->
    [yes] did not keep the king from { review-edge } ({ $by })
   *[no] let the king reach { review-edge } with { $by }
}
review-edge = { $edge ->
    [north] the north side
    [east] the east side
    [south] the south side
   *[west] the west side
}
review-lets-threaten = allowed { $by }, which threatens to win with { $threat }
review-opens-corner = opened a way for the king to the corner { $corner }
review-lets-cut-off = let the attackers cut the king off from the corner { $corner } with { $by }
review-missed-capture = missed the capture of { $soldiers }
review-king-nearer = allowed { $by }, after which the king is { $moves ->
    [one] one move
   *[other] { $moves } moves
} from his escape
review-king-farther = allowed { $by }, after which { $moves ->
    [0] the king is far from his escape
   *[other] the king is { $moves } moves from his escape
}, not { $instead }
review-chances = let the chances of { side-the } fall from { $before } % to { $after } %{ $by ->
    [none] { "" }
   *[other] { " " }after { $by }
}

review-merit-wins-now = , which wins at once
review-merit-wins = , which wins in { $moves } moves
review-merit-captures = , which captures { $soldiers }
review-merit-king-reaches = , which brings the king to { review-edge }
review-merit-threatens = , which threatens to win with { $by }
review-merit-parries = , which stops { $threat }
review-merit-cuts-off = , which cuts the king off from the corner { $corner }
review-merit-closes = , which closes the king’s way to { review-edge }

review-accuracy-is = Accuracy:
review-accuracy = { review-accuracy-is } attackers { $attackers }, defenders { $defenders }.
review-percent = { $percent } %
review-no-percent = –

review-trial-best = Solved. This is the best move that was found, and { $gained } % better than what was played.
review-trial-good = Solved. It is about as good as the best move, and { $gained } % better than what was played.
review-trial-better = { $gained } % better than what was played, and { $lost } % worse than the best move. There is a better one.
review-trial-no-better = Not yet: it is about as bad as what was played, and { $lost } % worse than the best move.
review-trial-worse = Not yet: it is worse than what was played, and { $lost } % worse than the best move.

review-fall = { $side ->
    [attackers] Attackers’ chances
   *[defenders] Defenders’ chances
} { $before } % to { $after } %
review-start = Before the first move
review-none = No move was a mistake.
review-learn = Learn from these: find the better moves yourself.
review-learn-attackers = The attackers’ mistakes ({ $count })
review-learn-defenders = The defenders’ mistakes ({ $count })
review-move = Move
review-attackers-win = Attackers win
review-draw = Draw
review-defenders-win = Defenders win
review-threshold = A side’s chances are the chance that it wins, and half the chance of a draw. The chances are the computer’s, learnt from games against itself; at the start they need not be even.
review-threshold-grade = { review-grade }: a move that costs { $threshold } % of all chances, or { $part } % of those that the side had, { $least } % of all at least.
review-threshold-accuracy = Accuracy: a move has 100 % when it is the best one found, 67 % when it costs a tenth of all chances, 14 % when it costs half; a side has the mean over its moves.
