# Programs that act for somebody: tokens, bots, and why the API refuses.

programs-title = Programs
programs-about = A token lets a program act for you: it reads your games, and what else you allow. It can never change your account. Whoever has it can use it until you end it, so give it to nobody.
programs-label = What is it for?
programs-scopes = Besides reading, it may
programs-may-challenge = challenge others, accept and decline
programs-may-play = play: move, offer, resign, claim
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
