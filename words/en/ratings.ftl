## Ratings, and what a side is worth

rating-title = Ratings
rating-list = { $family ->
    [leaflets] The five leaflets
    [copenhagen] Copenhagen and its kin
    [seven] 7×7
    [nine] 9×9
   *[large] 13×13 and 15×15
}, { $speed ->
    [fast] fast
    [slow] slow
   *[days] days a move
}{ $pool ->
    [bots] , bots
   *[people] {""}
}
rating-row = { $points } ± { $margin }
rating-row-provisional = { $points }? ± { $margin }
rating-games = { $games ->
    [one] { $games } rated game
   *[other] { $games } rated games
}
rating-about = 95 % lie within ±. A question mark stands where too little is known yet.
rating-graph = { $list }: the rating after each game
players-link = The best players
players-title = The best players
players-lead = By rule sets that play alike, and by clock.
players-none = Nobody is ranked yet: that takes some rated games.
players-lobby = Look for one in the lobby
players-about = Who has played too little, or not for long, is not ranked. 95 % lie within ±.
players-worth = What the sides are worth

## What somebody's games add up to

record-title = Results
record-caption = Won–drawn–lost, in the games that everybody may find
record-attackers = Attackers
record-defenders = Defenders
record-both = Both
record-all = All
record-house = House rules
record-opponents = Against
record-count = in { $games ->
    [one] one game
   *[other] { $games } games
}
record-games = These games
