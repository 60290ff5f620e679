"""Battlefield: the line, a turn and the show."""
