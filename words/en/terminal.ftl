# What the program says in a terminal.
