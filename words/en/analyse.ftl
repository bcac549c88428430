# The analysis board.

analyse-title = Analysis board
analyse-board-label = Board. Arrow keys go from square to square.
analyse-opening = The analysis is being opened.
analyse-moves-empty = No moves yet. Make one on the board.
analyse-promote = Promote this variation
analyse-main = Make it the main line
analyse-delete = Delete from here
analyse-undo = Undo
analyse-redo = Redo
analyse-edit = Change the tree
analyse-comment = Comment
analyse-start-comment = Comment on the whole
analyse-begin = Begin another analysis
analyse-begin-rules = Rules
analyse-begin-do = From the start position
analyse-offline = The referee cannot be reached. Nothing is lost; try again in a moment.
analyse-many-games = The text holds { $count } games. This is the first.
analyse-rules-refuse = Move { $number }, { $move }: { $reason }
analyse-rules-gone = { $count ->
    [one] One move is gone. Undo brings it back.
   *[other] { $count } moves are gone. Undo brings them back.
}
