"""The chance to win and the value of throws, from tables that `simulation` has computed."""
