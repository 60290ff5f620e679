"""The game in flash: the journal, the archive of games."""
