## Clocks

clock-none = no clock
clock-control-live = { $minutes } min + { $seconds } s a move
clock-control-plain = { $minutes } min, nothing added
clock-control-days = { $days ->
    [one] { $days } day a move
   *[other] { $days } days a move
}
clock-choose = Clock
clock-own = your own
clock-minutes = Minutes
clock-seconds = Seconds a move
clock-about = Each side’s first move has 30 seconds of its own; then the clocks go.
clock-invite = The clock: { $control }.
clock-of-attackers = The attackers’ clock
clock-of-defenders = The defenders’ clock
clock-first = First move: { $time }
clock-waits = The clocks go on in { $seconds } s
clock-stands = stands still
clock-days = { $days } d { $hours } h
clock-took = took { $time }
clock-give = Give 15 seconds
clock-gone = { $side ->
    [attackers] The attackers have left the game.
   *[defenders] The defenders have left the game.
}
clock-gone-wait-one = In { $count } second you may claim it.
clock-gone-wait-other = In { $count } seconds you may claim it.
clock-gone-may = You may wait, or claim it.
clock-claim-win = Claim the win
clock-claim-draw = Claim a draw
clock-downtime = The server was away for { $time }. It is on nobody’s clock.
time-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
time-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
time-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
clock-aborted = { $side ->
    [attackers] Aborted without a result: the attackers did not make their first move in time.
   *[defenders] Aborted without a result: the defenders did not make their first move in time.
}
clock-forfeited = { $side ->
    [attackers] Who played the attackers did not come to the next game, and forfeits the match.
   *[defenders] Who played the defenders did not come to the next game, and forfeits the match.
}
clock-ready = I am ready, too
clock-offer-next = { $side ->
    [attackers] The attackers are ready for the next game of the match.
   *[defenders] The defenders are ready for the next game of the match.
}
clock-next-one = The next game begins in { $count } second at the latest. Who is not here then forfeits the match.
clock-next-other = The next game begins in { $count } seconds at the latest. Who is not here then forfeits the match.
refused-forfeited = This match is over: it was forfeited. Please begin a new one.
clock-status-aborted = Aborted
refused-too-many-offers = You have offered three times. During the game you can offer again after your next move; after its end the other side can.
refused-no-clock = The other side can be given no time now.
refused-not-away = The other side is here, or has not been away for long enough.
