## Games of days

days-turns-title = Your turn ({ $count })
days-left-days = { $days ->
    [one] { $days } day { $hours } h left
   *[other] { $days } days { $hours } h left
}
days-left-hours = { $hours } h { $minutes } min left
days-left-minutes = { $minutes } min left
days-next-one = Next game: your move
days-next-other = Next game: your move in { $count } games
days-go-next = Go there by itself after my move
days-confirm = Send { $move }?
days-confirm-send = Send
days-confirm-back = Take back

## Conditional moves

conditional-title = Conditional moves
conditional-count-one = Conditional moves: { $count } line
conditional-count-other = Conditional moves: { $count } lines
conditional-about = What you play if the other side plays as you foresee. The server plays it at once; the other side never sees it before. Anything you did not foresee ends it.
conditional-wait = You can make conditional moves while the other side is to move.
conditional-ended = Your conditional moves have ended: something happened that they did not foresee.
conditional-ended-read = All right
conditional-add = Add a line
conditional-if = If { $move }, then …
conditional-pair = If { $move }, then { $answer }.
conditional-begin = Play a move of the other side on the board.
conditional-own = Play your answer on the board.
conditional-more = Play the other side’s next move, or keep the line.
conditional-full = The line is as long as it may be.
conditional-over = With this move the game is over.
conditional-back = Back one move
conditional-keep = Keep the line
conditional-leave = Leave it
conditional-remove = Remove
conditional-remove-line = Remove the line { $line }
conditional-moved = The game has moved on meanwhile.
conditional-refused-here = There are no conditional moves in this game.
conditional-refused-turn = It is your turn: play a move, then make conditional moves.
conditional-refused-many = These are more conditional moves than there may be: 16 lines of 12 moves.
conditional-refused-end = A line of conditional moves ends with a move of your own.
conditional-refused-two = Two of your conditional moves answer the same move. Remove one of the lines first.

## Telling who is away

push-turn = Your move
push-begins = Your game of an event begins
push-short = Little time left: your move
push-game = { $rules }, against { $name }
push-somebody = somebody
push-challenge = A challenge
push-challenge-by = { $name } challenges you to a game.
push-title = When it is your move
push-about = This browser tells you, even while no page is open: your move in a game of days, little time left for one, a challenge.
push-switch = Tell me in this browser
push-on = This browser tells you from now on.
push-off = This browser tells you nothing any more.
push-needs-https = Browsers allow this only on pages that come by https.
push-no-support = This browser cannot do it. On an iPhone or iPad, put Hnefi on the home screen first.
push-denied = This browser has been told to show no notifications of this site. Its settings can change that.
push-failed = It did not work. Please try again later.
push-no-script = It needs JavaScript.

## Matches of days

days-other-game = The other game of the match
