"""The parts of the box that can be printed: their shapes, and their solids."""
