## The lobby

lobby-title = Lobby
lobby-lead = Who looks for a game right now. One press, and you play.
lobby-link = Find an opponent in the lobby
lobby-presets = Look for a game
lobby-presets-about = A match of two games with sides swapped, against anybody. If somebody looks for the same, you play at once.
lobby-seeks = Open seeks
lobby-seeks-none = Nobody looks for a game right now. Put up a seek of your own: this page calls you when somebody comes.
lobby-seeks-alone = Nobody else looks for a game right now. Your seek is up: this page calls you when somebody takes it.
lobby-guest = A guest
lobby-you = You
lobby-play = Play
lobby-play-whom = against { $name }, { $rules }
lobby-withdraw = Take back
lobby-withdraw-what = your seek: { $rules }, { $clock }
lobby-plays = { $side ->
    [attackers] you play the attackers
   *[defenders] you play the defenders
}
lobby-wants = { $side ->
    [attackers] you want the attackers
   *[defenders] you want the defenders
}
lobby-either = either side
lobby-match = match of { $games } games, sides swapped
lobby-rated = rated
lobby-friendly = friendly
lobby-range = ratings { $range }
lobby-computer = While you wait
lobby-computer-about = The computer is here at any time. It opens beside this page, which goes on waiting for people and calls you.
lobby-computer-level = The computer
lobby-computer-play = Play the computer
lobby-own = A seek of your own
lobby-rules = Rules
lobby-house = or house rules, by their code
lobby-clock = Clock
lobby-clock-own = another one, such as 25+10 or 5d
lobby-side = Your side
lobby-games = Games
lobby-games-one = one game
lobby-games-match = a match of { $games } games
lobby-rated-ask = Rated
lobby-rated-needs = Rated games need an account.
lobby-low = Lowest rating
lobby-high = Highest rating
lobby-post = Look for this game
lobby-watch = Games to watch
lobby-watch-none = No public game is being played.
lobby-watch-plies = { $plies ->
    [0] just begun
    [one] { $plies } move
   *[other] { $plies } moves
}
lobby-here = Who is here
lobby-here-one = { $count } person is here
lobby-here-other = { $count } people are here
lobby-here-guests = { $count ->
    [one] { $count } guest without a name
   *[other] { $count } guests without a name
}
lobby-worth = What a side is worth
lobby-worth-about = Learnt from the rated games. 95 % lie within ±.
lobby-worth-row = Under { $rules } the { $side ->
    [attackers] attackers
   *[defenders] defenders
} are worth { $points } ± { $margin } points.
lobby-worth-even = Under { $rules } neither side is worth more (± { $margin } points).
lobby-line-open = Connected. This page shows every change by itself.
lobby-line-down = Not connected. It is tried again.
lobby-title-seek = Somebody looks for a game
lobby-title-came = Somebody is here
lobby-refused-gone = That seek is gone: somebody else was quicker, or it was taken back.
lobby-refused-own = That seek is your own.
lobby-refused-account = Rated games need an account.
lobby-refused-range = Your rating is not in the range of that seek.
lobby-refused-not-rated = House rules are not rated. Look for a friendly game under them.
lobby-refused-too-many = You have { $most } seeks already. Take one back first.
lobby-refused-same = You look for just this already.
lobby-fault-clock = “{ $clock }” is no clock: write minutes and seconds a move, such as 10+5 (up to { $minutes }+{ $seconds }), or days a move, such as 2d (up to { $days }d).
lobby-fault-ratings = From { $low } to { $high } is no range of ratings: write whole numbers, the lower one first.
lobby-refused-nobody = Nobody has an account of the name { $name }.
lobby-to = Only for
lobby-to-about = the name of a member, who finds it in the lobby
lobby-for = for { $name } alone
lobby-for-you = a challenge to you
lobby-decline = Decline
lobby-decline-whom = the challenge of { $name }
member-challenge = Challenge to a game
refused-rated = Nothing is taken back in a rated game.
refused-no-take-back = Nothing is taken back in a game of an event.
