"""The one description of the physical board, and computations from it."""
