"""From the game's state to pixels: holes, pegs, the bar, the screen."""
