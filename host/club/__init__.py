"""A club: boards' views and games on an MQTT broker, for other programs and screens."""
