"""The version of the running program. A build of the board's files replaces these values, see
host/pico/build.py; when these sources run directly, there are none."""

PROGRAM = ""  # version and hash of all modules, as in "0.1.0 9f8e7d6c"
ENGINE = ""  # hash of the rules, 8 hex digits
