"""The link to a board: ports, connections, sessions and requests."""
