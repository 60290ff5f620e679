"""The game as a laptop knows it from a board's messages, and its wording."""
