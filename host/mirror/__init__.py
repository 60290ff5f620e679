"""The game as a laptop knows it from a board's lines, and words it."""
