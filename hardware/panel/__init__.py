"""A circuit board that holds every pixel, in place of the strip: its parts, copper and wood."""
