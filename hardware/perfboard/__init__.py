"""The perfboard that carries the electronics of the hand build: what is in each of its holes."""
