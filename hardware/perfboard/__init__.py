"""The perfboard that carries the electronics of the hand build: the contents of each of its
holes."""
