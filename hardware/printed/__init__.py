"""The parts of the box that can be printed: what they are made of, and their solids."""
