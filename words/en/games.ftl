# The games that everybody may watch or find.

games-title = Games
games-lead = Games that everybody may watch, and those that are over.
games-running = Played now
games-running-none = No game to watch is played now.
games-found = Finished games
games-found-position = Finished games in which this position stood
games-none = No finished game fits.
games-none-yet = No game to find is finished yet.
games-player = Player
games-as = Plays
games-as-any = either side
games-side = { $side ->
    [attackers] the attackers
   *[defenders] the defenders
}
games-against = Against
games-score = { $player } { $score } { $against }, in { $games ->
    [one] one game
   *[other] { $games } games
}
games-download = Download them:
games-format = { $format ->
    [tag-list] tags and moves
    [json] JSON lines
    [otg] OpenTafl, a file for each game
   *[commas] lists of moves
}
games-rules = Rules
games-rules-any = any
games-ending = How it ended
games-ending-any = in any way
games-winner = Result
games-winner-any = any
games-winner-nobody = a draw
games-winner-side = { $side ->
    [attackers] the attackers won
   *[defenders] the defenders won
}
games-since = From
games-until = To
games-no-day = “{ $day }” is no day. Write it like 2026-11-23.
games-do = Find
games-all-positions = Any position
games-more = Older games
games-nobody-called = Nobody here is called “{ $name }”.
games-side-of-whom = Say who is to have played that side: write a player or an opponent.
games-guest = a guest
games-computer = the computer
games-players = { $attackers } (attackers) – { $defenders } (defenders)
games-plies = { $plies ->
    [one] one move
   *[other] { $plies } moves
}
games-at-ply = { $ply ->
    [0] from the start
    [one] after one move
   *[other] after { $ply } moves
}
games-says = { $winner ->
    [attackers] The attackers won: { $how }
    [defenders] The defenders won: { $how }
   *[nobody] A draw: { $how }
}
games-how = { $ending ->
    [king-captured] the king was captured
    [king-escaped] the king escaped
    [exit-fort] an exit fort
    [encirclement] encirclement
    [no-legal-move] no legal move
    [repetition] repetition
    [agreement] by agreement
    [claim] by claim
    [resignation] resignation
    [time] time ran out
   *[abandoned] one side left
}
