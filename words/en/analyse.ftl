# The analysis board.

analyse-title = Analysis board
analyse-do = Analyse
home-analyse = Analyse a game or a position
analyse-board-label = Board. Arrow keys go from square to square, M draws.
analyse-opening = The analysis is being opened.
analyse-moves-empty = No moves yet. Make one on the board.
analyse-promote = Promote this variation
analyse-main = Make it the main line
analyse-delete = Delete from here
analyse-undo = Undo
analyse-redo = Redo
analyse-edit = Change the tree
analyse-remarks = Comment, arrows and squares
analyse-comment = Comment on this move
analyse-start-comment = Comment on the start
analyse-offline = The referee cannot be reached. Nothing is lost; try again in a moment.
analyse-broken-link = This link is not whole: what it holds cannot be read.
analyse-gone = This browser keeps no such analysis. It may be on another device, or deleted.
analyse-before = You have worked on this before.
analyse-before-open = Open that analysis
analyse-many-games = The text holds { $count } games. This is the first.
analyse-rules-refuse = { $number } { $move }: { $reason }
analyse-rules-gone = { $count ->
    [one] One move is gone. Undo brings it back.
   *[other] { $count } moves are gone. Undo brings them back.
}

## Arrows and coloured squares

analyse-colours = Colour
analyse-colour-green = green
analyse-colour-red = red
analyse-colour-yellow = yellow
analyse-colour-blue = blue
analyse-draw = Draw with the right mouse button, or press and hold.
analyse-marks = Arrows and coloured squares
analyse-mark-arrow = arrow from { $from } to { $to }, { $colour }
analyse-mark-square = { $square }, { $colour }
analyse-unmark = Remove
analyse-unmark-this = Remove: { $mark }
analyse-unmark-all = Remove all of these

## Where an analysis comes from, and goes

analyse-kept-not-yet = What you change is kept in this browser.
analyse-kept-state = Kept in this browser.
analyse-kept = Your analyses
analyse-kept-moves-one = one move
analyse-kept-moves-other = { $count } moves
analyse-kept-delete = Delete
analyse-kept-delete-this = Delete: { $name }, { $when }
analyse-kept-deleted = The analysis is deleted.
analyse-share = Share it
analyse-share-about = The link holds all of it: moves, variations, comments and arrows. No server keeps it.
analyse-share-link = Link to this analysis
analyse-share-large = This analysis is too large for a link. Send it as a file, which opens here.
analyse-share-file = Save the file
analyse-export-about = The analysis, or the position on the board, in another form. What a form cannot hold is said.
analyse-file-whole = Here is { $name }. Nothing is lost.
analyse-file-lost = Here is { $name }. It cannot hold everything:
analyse-begin = Another game or position
analyse-begin-rules = Rules, unless the text names its own
analyse-begin-text = A game or a position, in any form; empty for the start
analyse-begin-do = Analyse it
analyse-keys-title = Keys
analyse-keys = Left and right arrows step through the moves, up and down change between variations, Home and End go to both ends. Ctrl+Z undoes, Ctrl+Shift+Z does it again, Delete deletes from here, C comments, F turns the board. On a square, Enter picks up and puts down, M begins an arrow and ends it; M twice colours the square. With Shift the right button draws in red, with Alt in blue.
