"""Writes all that a maker needs, from the description in hardware/."""
