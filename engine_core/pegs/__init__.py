"""Pegs and their moves: Crib Wars, skunks, matches, points by hand."""
