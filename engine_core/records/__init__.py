"""A game as text: records that are read and written, and its table."""
