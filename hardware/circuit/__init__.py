"""The circuit as data: parts, pins and nets of each build, and the electrical check of it."""
