"""The modules in a Pico's memory: remove those no longer needed, and import some early."""

from sys import modules

from engine_core.compat import MICROPYTHON, forget, load

from .version import FROZEN

# What the archive needs, each module before those that import it.
ARCHIVE = (
    "engine_core.old_states",
    "engine_core.match_base",
    "firmware.archive_record",
    "firmware.archive",
    "firmware.archive_keeper",
    "firmware.archive_requests",
)


def unload(name: str, imported: bool = False) -> None:
    """Free the memory of the module `name` on MicroPython; `later` imports it again.

    To be called when nothing of it is in use. Does nothing on CPython, or if the module is not
    loaded or was not loaded by `engine_core.compat.later`, unless it was `imported` only where it
    is used.
    """
    if not MICROPYTHON or name not in modules or not (forget(name) or imported):
        return
    package, _, module = name.rpartition(".")
    # In MicroPython a deleted dict entry still holds its value, so that is replaced first.
    modules[name] = None  # pyright: ignore[reportArgumentType]
    del modules[name]
    if package:  # which there is not in a bundle
        setattr(modules[package], module, None)
        delattr(modules[package], module)


def load_early(names: tuple) -> bool:
    """Import the first of these modules that is not loaded, so that no key has to wait for it;
    return whether there was one.

    Does nothing in an image of MicroPython: there it would take memory and save no time.
    """
    for name in () if FROZEN else names:
        if name not in modules:
            load(name)
            return True
    return False
