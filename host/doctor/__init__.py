"""What `pegboard doctor` looks at, and what a person can do about each finding."""
