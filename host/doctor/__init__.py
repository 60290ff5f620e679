"""The checks of `pegboard doctor`, with advice for each finding."""
