"""The one description of the physical board, and what is computed from it."""
