"""A club: a board's views on an MQTT broker, for other programs and screens."""
