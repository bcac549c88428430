# Order in the club: muting, blocking, reporting, and what moderators do.

order-title = Mute, block, report
order-about = Muted, somebody is not heard by you, and is not told so. Blocked, he cannot write to you, challenge you, or take your seeks either.
order-nobody = Nobody of this name or on this side is there.
ignore-mute = Mute
ignore-block = Block
ignore-no = Neither
ignore-end = End it
ignore-end-mute = Mute no more
ignore-end-block = Block no more
ignore-is-mute = muted
ignore-is-block = blocked
ignore-about-mute = You do not hear what this member says.
ignore-about-block = You have nothing to do with each other: no talk, no challenges, no seeks.
talk-why-blocked = Nothing that you say is heard here.
talk-why-silent = You can say nothing before { $when }. Your account says why.
lobby-refused-apart = You cannot challenge this member.

## Reports

report-title = Report
report-whom = Report { $name }
report-about = The moderators of this server read it. Nobody else does, and whom you report is not told by whom.
report-kind = What about?
report-kind-cheating = Help from an engine or from somebody else
report-kind-insult = Insults
report-kind-name = A bad name
report-kind-leaving = Leaving games
report-kind-other = Something else
report-game = In which game?
report-game-about = Its address, if it is about a game. What was said there goes along.
report-words = In your own words
report-words-about = At most { $most } characters. Say what happened, and when.
report-do = Send the report
report-sent = The report was sent. When it is answered, you find the answer on the page of your account.
report-own = This is you.
report-no-kind = Please pick what it is about.
report-no-words = Please say in your own words what it is about.
report-no-game = There is no such game, or you cannot see it.
report-long = At most { $most } characters.
report-many = You have reported a lot just now. Please wait a while; the moderators read what you have sent.
report-twice = You have reported this already, and it has not been answered yet.
report-by = by { $name }
report-the-game = the game
report-said = What was said
report-answer = Answer
report-answer-ask = Your answer to who has reported it
report-answer-do = Answer, and close the report
report-waits = Not answered yet.
people-me-account = Your account

## Warnings

warning-title = A warning
warning-about = A moderator of this server asks you to read this before you go on.
warning-read = I have read this

## What was done

done-warn = Warned
done-silence = Silent until { $until }
done-end-silence = May speak again
done-close = Account closed
done-reopen = Account open again
done-rename = Renamed
done-annul = Result annulled
done-moderator = Made a moderator
done-no-moderator = No moderator any more
done-administrator = Made an administrator
done-no-administrator = No administrator any more
account-done = What moderators have done
account-done-about = To your account, and why. Ask who runs this server if you think it is wrong.
account-reports = Your reports
account-ignored = Whom you mute and block
account-moderator = You are a moderator.

## Moderators

moderation-title = Moderation
moderation-open = Open reports
moderation-none = No report is open.
moderation-log = What was done
moderation-log-none = Nothing yet.
moderation-by = by { $number }
moderation-by-server = from beside the server
moderation-number = Number { $number }
moderation-page = The page that others see
moderation-done = Done, and noted.
moderation-is-administrator = Runs this server.
moderation-is-moderator = Is a moderator.
moderation-is-closed = The account is closed since { $when }.
moderation-is-silent = Silent until { $when }.
moderation-what = What is to be done?
moderation-warn = Warn: the reason is read before anything else
moderation-silence = Silence: nothing is said beside games
moderation-days = for so many days
moderation-end-silence = Let speak again
moderation-close = Close the account
moderation-reopen = Open the account again
moderation-rename = Rename, because the name is bad
moderation-new-name = New name
moderation-annul = Annul the result of a rated game
moderation-game = Its address
moderation-annul-since = Annul the results of all rated games since a day
moderation-since = Since
moderation-appoint = Make a moderator
moderation-dismiss = A moderator no more
moderation-why = Why
moderation-why-about = The one concerned reads it. Write no names: it stays in the log for good.
moderation-do = Do it
moderation-may-not = Nothing can be done here by you: nobody acts on himself, on who runs the server, on who has gone, and only who runs the server on a moderator.
moderation-reports = Reports about this person
moderation-no-reports = None.
moderation-no-days = It lasts 1 to 365 days.
moderation-no-game = No rated game of this person that has ended has this address.
moderation-not-their-game = A result is taken from both players. You cannot take one from a game of your own, nor from one of somebody to whom you may do nothing.
moderation-no-day = Write the day like 2026-11-23.
moderation-no-measure = Please pick what is to be done.
moderation-no-reason = Please say why.
problem-not-allowed = Not yours to do
problem-not-allowed-message = You cannot do this to this person.

## How somebody plays

conduct-title = How { $name } plays
conduct-lead = These figures say where it is worth looking. They prove nothing, and nothing follows from them by itself.
conduct-agreement = Agreement with our engine
conduct-agreement-about = Rated games, from the ninth move on, without positions that are won or lost by force; before each move the engine looks at { $nodes } positions. Beside it, players of the same list within 200 points.
conduct-list = List
conduct-games = Games
conduct-first = Its first choice
conduct-lost = Lost a move, in hundredths of a point
conduct-others = Others (players)
conduct-no-games = No games.
conduct-at-work = Games are being compared. Load the page again in a while.
conduct-compare = Compare the next ten games
conduct-waiting = not compared yet: { $games }
conduct-times = Times of moves, in rated games with a clock
conduct-no-times = No times.
conduct-phase = Phase
conduct-phase-opening = Own moves 1 to 10
conduct-phase-middle = Own moves 11 to 30
conduct-phase-late = Later
conduct-moves = Moves
conduct-median = Median
conduct-quarters = Middle half
conduct-spread = Spread (middle half by median)
conduct-near = Rated games from one address, in the last 30 days
conduct-near-none = None.
conduct-near-games = games: { $games }
conduct-endings = How games with people ended
conduct-how = Ending
conduct-he-lost = Of these lost
conduct-ended-aborted = Aborted before both had moved
conduct-ended-abandoned = Left
conduct-ended-time = On time
conduct-ended-resignation = Resigned
conduct-ended-other = On the board, or by agreement
conduct-limits = What the figures cannot show
conduct-limit-strong = Strong players agree with an engine often, and simple positions have one good move. Compare with players of like rating, and look at the games.
conduct-limit-few = Below some ten games or two hundred moves the shares go up and down by themselves. An engine other than ours may choose otherwise.
conduct-limit-times = Even times can be a habit, or a slow line. Times say nothing about games of days.
conduct-limit-near = A family, a school and a museum share an address; who goes through another network has another one.
