# What people say to each other beside a game.

talk-title = Talk
talk-watchers = What the watchers said
talk-empty = Nothing has been said yet.
talk-greetings = Greetings
talk-words = Say something
talk-send = Send
talk-close = Close the talk of this game
talk-open = Open the talk again
talk-setting = Show the talk beside games
talk-new-one = { $count } new line in the talk
talk-new-other = { $count } new lines in the talk
talk-why-account = Who is logged in can say something here.
talk-why-words = Words of your own need an account; greetings do not.
talk-why-alone = The talk begins when somebody has joined.
talk-why-closed = The talk of this game is closed.
talk-why-closed-own = You have closed the talk of this game. Nobody can say anything more in it.

greeting-hello = Hello!
greeting-good-luck = Good luck, have fun!
greeting-you-too = You too!
greeting-well-played = Well played!
greeting-good-game = Good game!
greeting-thanks = Thank you!
greeting-must-go = I have to go.

refused-talk-nobody = You cannot say anything here.
refused-talk-fast = That was a lot at once. Please wait a few seconds.
refused-talk-closed = The talk of this game is closed.
refused-talk-full = This game has no room for more talk.
refused-talk-empty = There is nothing in it to say.
refused-talk-long = At most { $most } characters can be said at once, and these are { $has }.
refused-talk-greeting = This greeting is not known here.
