# What the server says: why something is refused, and what to do when a page is not there.

## Refused on the game page

refused-stale = The game has moved on since. Here it is as it stands now.
refused-not-your-seat = You do not play this side.
refused-not-your-turn = It is not your turn.
refused-nobody-yet = Nobody has joined the game yet.
refused-not-over = A rematch can be offered when the game is over.
refused-too-soon = This game has become very long: each move waits a second after the one before. Please try again in a moment.
refused-broken-off = This game is over, without a result.
refused-match-went-on = The match has gone on with another game.
refused-other-game-on = The other game of the match goes on.
refused-sides-settled = In this match the players swap sides after every game.
refused-unknown-offer = There is no such offer.
refused-unreadable = This cannot be read. Write a move as two squares, such as d1-d4.
refused-move-id = The page sent a move without a proper id. Please load the page again.
refused-server-error = The server could not store this, so it did not happen. Please try again.
refused-too-many-searches = You have asked the computer for as much as it does for one person at a time. Please wait until it has answered.
refused-hint-unfair = There are no hints against another person.

## Offers, hints and answers

offer-rematch = { side-the-start } offer a rematch with sides swapped.
offer-same-sides = { side-the-start } offer another game with the same sides.
hint-says = The computer would play { $move }.
why-allowed-title = { $move } is allowed

## Games in the list of the first page

against-person = against a friend
against-named = against { $name }
against-nobody = waiting for a friend
against-screen = two on this screen
against-computer = against the computer, { $level }
status-yours = Your move
status-won = You won
status-lost = You lost
status-side-won = { $side ->
    [attackers] The attackers won
   *[defenders] The defenders won
}
status-drawn = A draw
status-broken-off = Broken off

## Pages that are not there

problem-no-page = There is no such page
problem-no-page-message = The address leads nowhere. Perhaps a letter was lost on the way.
problem-no-method-message = The page cannot be used in this way. Go back and press the button there.
problem-no-game = There is no such game here
problem-no-game-message = Either there is no game at this address, or you hold no seat in it. A game opens in the browser in which you made or joined it. To play on another device, log in there, or use the private link on the game’s page; to look on, ask the players for the link for watchers.
problem-no-link = This link leads nowhere
problem-no-link-message = It may have been copied incompletely, or it has been used already: a private link moves a seat once, and the game’s page then shows a new one.
problem-foreign-origin = This came from another site
problem-foreign-origin-message = The request did not come from a page of this server, so it was not carried out. If you run the server under another address, start it with --public-url and that address.
problem-wrong-host = This is not its name
problem-wrong-host-message = Somebody asks for “{ $host }”, which is no name of this server. Open it by its address, or if you run it under that name, start it with --host and the name.
problem-seat-taken = The seat is taken
problem-seat-taken-message = Somebody else has joined this game. Ask for the link for watchers, or begin a game of your own.
problem-own-invitation = This is your own invitation
problem-own-invitation-message = You play the other side in this game. Send the link to the friend with whom you want to play.
problem-seat-stays = Nobody else can play this game
problem-seat-stays-message = In a rated game, and in one of an event, whoever sat down plays. To go on with your own game on this device, log in here.
problem-bad-form = This cannot be
problem-bad-link = These house rules cannot be read
problem-link-too-long = The link is longer than any house rules need, so it was not read.
problem-link-unknown = This is no link to house rules that this server understands. Perhaps it comes from a newer one.
problem-link-broken = The link is incomplete, or a letter in it has changed. Ask for it again, and copy all of it.
problem-link-meaningless = The link speaks of rules that this server does not know. Perhaps it comes from another version.
problem-kept-before = This game is on the server already
problem-kept-before-message = This game is on the server already, and was another one when it was put there. What has happened here since is not there.
problem-too-large = This is too large
problem-too-large-message = The request is far larger than anything that this server needs, so it was not read.
problem-too-many = This is too much at once
problem-too-many-message = There are already as many new games or open pages as this server can give out at a time. Close what you do not need, wait a minute, and try again.
problem-full = This server is full
problem-full-message = As many people are here as this server can serve. Please try again in a quarter of a minute.
problem-stopping = The server is restarting
problem-stopping-message = Please come back in a moment. Your games are kept.
problem-moved-message = Another server has to answer this, and it cannot be reached just now. Please try again in a moment. Your games are kept.
problem-unsure = It is not known whether this was done
problem-unsure-message = The line between two of our servers broke just then. Please look whether it was done before you try again. Your games are kept.
problem-internal = Something went wrong here
problem-internal-message = The fault is ours, not yours, and it was written down. Your games are kept. Please try again.
form-unreadable = The form cannot be read: { $text }
form-nul = There is a character in it that no text has, the one with the code 0.
form-wrong = “{ $value }” is no possible value for “{ $field }”.
kept-unreadable = The game cannot be read: { $text }
kept-too-long = The game has { $entries } entries in its log. At most { $most } are taken.
kept-rules = The rules call themselves “{ $text }”, and are other ones than those of that name on this server.
kept-entry = Entry { $entry } of the game, “{ $what }”, cannot stand: { $says }
kept-cut = The game goes on with it by itself, and the log does not.
kept-nobody = It does not say who did it.
kept-unknown = “{ $text }” is nothing that happens here in a game.
kept-captures = It says that it captures { $said }, and the referee says { $ruled }.
kept-outcome = It says that it ends the game with { $said }, and the referee says { $ruled }.
kept-nothing = nothing
kept-otherwise = Something else came of it.

api-house-json = The house rules cannot be read: { $text }
api-table-json = The question cannot be read: { $text }
api-table-rules = “{ $text }” is no rule set of this server.
api-table-times = A position cannot have stood { $text } times; give a number from 1 to 100.
api-table-move = “{ $text }” is no move. Write two squares, such as d1-d4.

# What else people should know of a game.
outcome-broken-off = The server has broken this game off without a result, because it had become too long. No rule of the game ends it.
notice-long = This game has become very long: { $length } moves and offers. From here on each move waits a second after the one before, and after { $end } the server breaks the game off without a result.
notice-long-draw = This game has become very long: { $length } moves and offers. How about a draw? From here on each move waits a second after the one before, and after { $end } the server breaks the game off without a result.
notice-ruled-otherwise = Move { $move } was ruled by an earlier version of the referee, and today’s would rule it otherwise. The game stands as it was ruled.
