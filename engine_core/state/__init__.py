"""The state of a game, the entries that change it, and the events that result."""
