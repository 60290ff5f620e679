"""The circuit board for the keys and the electronics: the places of its parts, and its copper."""
