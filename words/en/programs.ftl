# Programs that act for somebody: tokens, bots, and why the API refuses.

programs-title = Programs
programs-about = A token lets a program act for you: it reads your games, and what else you allow. It can never change your account. Whoever has it can use it until you end it, so give it to nobody.
programs-label = What is it for?
programs-scopes = Besides reading, it may
programs-may-challenge = challenge others, accept and decline
programs-may-play = play: move, offer, resign, claim, and talk
programs-scope = { $scope ->
    [read] reads
    [challenge] challenges
   *[play] plays
}
programs-make = Make a token
programs-unused = never used
programs-end = End it
programs-bad-label = Say in a few words what the token is for: up to { $most } letters.
programs-too-many = You have { $most } tokens already. End one first.
programs-made = Your token
programs-made-about = It is shown once. Copy it to where your program finds it. If you lose it, end it and make another one.
programs-go-on = I have copied it
programs-bot = A program plays under this account
programs-bot-about = Then it is a bot’s: marked wherever its name is shown, rated among bots alone, and it plays by challenges. This is for good, and only before its first game.
programs-bot-do = Make it a bot’s account
programs-is-bot = This is a bot’s account: it is marked wherever its name is shown, and rated among bots.
programs-has-played = This account has played already. A bot’s account is made before its first game.

## Why a program is refused

programs-problem = The program may not do this
programs-no-token = There is no such token, or it was ended. Make one on the page of your account, and send it as “Authorization: Bearer hnefi_…”.
programs-needs-scope = The token may not do this: it lacks the scope “{ $scope }”. Make another token on the page of your account.
programs-too-often = The program asks too often. Wait as long as the header Retry-After says.

## Bots

programs-marked = { $name } (bot)
programs-refused-mixed = Games between people and bots are not rated. Challenge to a friendly game.
programs-refused-by-challenge = A bot plays by challenges alone: it challenges by name, and accepts challenges.

## The command `hnefi bot`

cli-bot = Have an engine play on a server
cli-bot-long = Have an engine play on a server: it accepts the challenges that fit and declines the others.

    Make an account for it, make that a bot’s on its page before its first game, and a token that may challenge and play. Told to stop, it begins nothing new, plays what is on the clock to its end, and goes; told twice, it goes at once. See docs/api.md.
cli-bot-server = The address of the server, such as https://tafl.example
cli-bot-token = A file that holds the token; without one it is taken from HNEFI_TOKEN
cli-bot-rules = The rule sets that it plays, with commas between them [default: all that this program knows; needed with --challenge]
cli-bot-games = How many games it plays at once
cli-bot-movetime = How long it thinks about a move where no clock runs, or one of days, in milliseconds
cli-bot-challenge = Challenge this member or bot, under the rule sets of --rules in turn, and end when the games are over
cli-bot-clock = The clock of the challenges: minutes and seconds a move, or days, such as 2d
cli-bot-rated = The challenges are rated, which they can be between two bots
cli-bot-times = How many challenges are sent, one after the other
cli-bot-engine = The engine: a program that speaks UCI, and its arguments, after “--”
programs-bot-house-rules = “{ $rules }” is a file of rules, and a bot plays only what a server knows by an id. The rule sets are { $known }.
programs-bot-no-token = Where is the token? Name a file by --token-file, or set HNEFI_TOKEN.
programs-bot-no-address = “{ $url }” is no address of a server. Write one such as https://tafl.example.
programs-bot-bad-token = The token is no token: it must be one word on one line.
programs-bot-no-engine = The engine cannot play: { $why }
programs-bot-connected = Connected to { $server } as { $name }
programs-bot-lost = The line is lost ({ $why }); again in { $seconds } s
programs-bot-silent = nothing was heard for too long
programs-bot-closed = the server closed it
programs-bot-accepted = Accepted: { $name }, { $rules }, { $clock }
programs-bot-declined = Declined: { $name }, { $rules }, { $clock }
programs-bot-failed = A challenge could not be accepted: { $why }
programs-bot-unknown-rules = Game { $game }: its rules are not known here, so it is left alone
programs-bot-begins = Game { $game }: { $rules } against { $name }, with the { $side ->
    [attackers] attackers
   *[defenders] defenders
}
programs-bot-untold = Game { $game }: the server has not taken the move ({ $why }); it is tried again
programs-bot-over = Game { $game }: { $says }
programs-bot-gives-up = Game { $game }: given up, { $why }
programs-bot-challenge-rules = Under which rules is { $name } challenged? Name rule sets by --rules, such as copenhagen.
programs-bot-challenged = Challenged: { $name }, { $rules }, { $clock }
programs-bot-was-declined = { $name } did not accept
programs-bot-nothing = { $name } accepted no challenge.
programs-bot-stopped = Stopped
