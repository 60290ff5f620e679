"""From the key matrix to entries."""
