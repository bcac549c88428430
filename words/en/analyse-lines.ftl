# The computer's view and the referee on the analysis board.

analyse-lines-title = The computer’s view
analyse-lines-list = The best lines. Left and right go from move to move; a chosen move is played.
analyse-lines-line = Line { $number }
analyse-lines-begins = It is looking …
analyse-lines-work = Depth { $depth }, { $speed } positions a second
analyse-lines-server = { $says }, on the server
analyse-lines-done = { $says }. It looks no deeper.
analyse-lines-done-server = { $says }, on the server, which looks no deeper. This browser cannot run the computer itself.
analyse-lines-offline = The computer cannot be reached. Go to another move, or try again in a moment.
analyse-lines-over = The game is over here. Go back to an earlier move to see what the computer thinks of it.
analyse-lines-chances = Attackers win { $attackers } %, draw { $draw } %, defenders win { $defenders } %
analyse-lines-win-attackers-one = The attackers win with one more move.
analyse-lines-win-attackers-other = The attackers win by force in { $count } moves.
analyse-lines-win-defenders-one = The defenders win with one more move.
analyse-lines-win-defenders-other = The defenders win by force in { $count } moves.
analyse-lines-won = won in { $count }
analyse-lines-lost = lost in { $count }
analyse-lines-likely-attackers = attackers { $percent } %
analyse-lines-likely-draw = draw { $percent } %
analyse-lines-likely-defenders = defenders { $percent } %

analyse-asks = The referee
analyse-asks-about = Pick a piece to ask why it still stands, or try a move to hear why it is refused.
analyse-prove = Can anyone force a win?
analyse-prove-stop = Stop looking for a forced win
analyse-prove-busy = The computer has too much to do. Ask again in a moment.
analyse-prove-line = The line of the proof
analyse-rulings = What other rule sets say here
analyse-rulings-none = No rule set of this board has anything else to say here.
analyse-under = Play the same moves under
