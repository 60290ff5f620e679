"""A whole game and match: entries, undo and redo, segments."""
