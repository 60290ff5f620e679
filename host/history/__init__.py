"""The history: every game seen, stored in one SQLite file, exported, merged and summed up."""
