"""The body of the board: a stack of flat layers, each to be cut from a sheet."""
