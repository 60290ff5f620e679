"""The circuit board for the keys and the electronics: where its parts are, and its copper."""
