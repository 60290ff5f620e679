"""The static site: a board in any browser, without a server."""
