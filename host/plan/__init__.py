"""What a maker needs, written from the description in hardware/."""
