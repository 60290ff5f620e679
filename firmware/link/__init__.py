"""The board's end of the link: lines, messages, requests."""
