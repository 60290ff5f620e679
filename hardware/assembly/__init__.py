"""Every part of the board in its place in the box, for the drawing in 3D and its STEP files."""
