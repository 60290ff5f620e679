"""Cards, the points of a hand and of the play, and the words for them."""
