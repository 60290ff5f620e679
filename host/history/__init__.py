"""Every game that was seen: kept in one SQLite file, exported, merged, and summed up."""
