"""What only a page's worker has: files of its origin, and JavaScript for strip and clock."""
