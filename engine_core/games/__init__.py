"""The games as data: presets, options, phases, penalties."""
