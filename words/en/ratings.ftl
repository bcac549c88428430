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
}
rating-row = { $points } ± { $margin }
rating-row-provisional = { $points }? ± { $margin }
rating-games = { $games ->
    [one] { $games } rated game
   *[other] { $games } rated games
}
rating-about = 95 % lie within ±. A question mark stands where too little is known yet.
