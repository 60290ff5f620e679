"""The state of a game, and what changes it: entries and events."""
