# Time away: the clocks of one's games of days stand still for some days.

away-title = Time away
away-about = While you are away, the clocks of your games of days stand still, on both sides of the board; the others see it. You have { $days } days in any 365. They begin when you press the button, and whole days count.
away-left = { $days ->
    [0] You have no days left now.
    [one] You have one day left.
   *[other] You have { $days } days left.
}
away-days = Days
away-go = Go away now
away-longer = Stay away longer
away-now = You are away until { $when }.
away-back-about = If you come back early, only the days that have begun count.
away-back = I am back
away-refused = { $days ->
    [0] You have no days left now. Nothing has changed.
    [one] You can be away for one day now. Nothing has changed.
   *[other] You can be away for 1 to { $days } days now. Nothing has changed.
}
away-last-hour = In one of your games you have less than an hour left for your move. Move there first; then you can go away.
away-side = { $side ->
    [attackers] Who plays the attackers
   *[defenders] Who plays the defenders
}
away-game = { $who } is away until { $when } at the latest. The clocks of this game stand still meanwhile.
away-game-yours = You are away until { $when }. The clocks of this game stand still meanwhile.
away-when = { $day }, { $time } UTC
