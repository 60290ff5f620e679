"""The chance to win and what a throw is worth, from tables that `simulation` has computed."""
