"""The page: its server, what is broadcast to browsers, and the files they load."""
