"""Taking modules that are no longer needed out of a Pico's memory."""

from sys import modules

from engine_core.compat import MICROPYTHON, forget


def unload(name: str) -> None:
    """Free the memory of the module `name` on MicroPython; `later` imports it again.

    To be called when nothing of it is in use any more. Does nothing on CPython, or where the
    module is not loaded, or was not loaded by `engine_core.compat.later`.
    """
    if not MICROPYTHON or name not in modules or not forget(name):
        return
    package, _, module = name.rpartition(".")
    # A place in a dict keeps its value when its key is deleted, so that has to go first.
    modules[name] = None  # pyright: ignore[reportArgumentType]
    del modules[name]
    setattr(modules[package], module, None)
    delattr(modules[package], module)
