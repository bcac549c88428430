# Who gets away from games without playing them, and who is turned away.

lobby-refused-waits-one = You have left several games before they were played. You can look for a game again in a minute; the computer and a friend by a link are there now.
lobby-refused-waits-other = You have left several games before they were played. You can look for a game again in { $minutes } minutes; the computer and a friend by a link are there now.

turned-away-title = You are turned away
turned-away-message = A moderator of this server has turned you away until { $when }: { $why }

talk-why-silent-guest = You can say nothing before { $when }: { $why }
report-moderated = For moderators: what is known of this person, and what can be done

done-turn-away = Turned away until { $until }
done-let-in = Let in again
moderation-turn-away = Turn away: nothing on this server is shown or done
moderation-let-in = Let in again
moderation-is-away = Turned away until { $when }.

dodges-title = Games that were not played, in the last 90 days
dodges-about = Against people. Beside it, players within 200 points in some list, with { $least } games or more. Who does it three times within a day has to wait before he seeks again.
dodges-how = How
dodges-times = Times, of { $games }
dodges-share = In a hundred games
dodges-aborted = Made no first move
dodges-left = Left, or lost on time, before the fourth move
dodges-match-left = Did not come to the next game of a match
dodges-waits = Has to wait before seeking again, in minutes: { $minutes }
conduct-limit-dodges = Lines break, and doorbells ring: only often, and beside others, does it say something.

# On the command line
cli-admin-turn-away = Turn somebody away from the server for so many days, or with 0 let him in again
cli-admin-person = The name of the account, or one that it had before; or the number of a person, such as a guest
cli-admin-turned-away = { $name } is turned away.
cli-admin-let-in = { $name } is let in again.
cli-admin-no-person = Nobody here has an account with the name “{ $name }”, and it is nobody’s number.
cli-admin-of-number = { $name } (number { $number })
