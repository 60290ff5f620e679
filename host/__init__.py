"""The laptop: the `pegboard` command, the virtual board with its page, the link to a real one."""
