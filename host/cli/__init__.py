"""The `pegboard` command: a file for each subcommand, their options, and text for the terminal."""
