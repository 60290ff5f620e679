"""Pegs and where they go: moves, Crib Wars, skunks, matches, points by hand."""
