"""In place of a thread: a test or a simulation does its work itself."""


class Idle:
    """A thread that never runs."""

    def __init__(self, target, daemon):
        pass

    def start(self):
        pass

    def join(self):
        pass
