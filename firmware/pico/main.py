"""Starts the board at power-on; `pegboard flash` puts this file at the top of the file system."""

import sys

import vfs

try:
    from bundle import Bundle

    modules = open("/pegboard.bundle", "rb")  # noqa: SIM115 - for as long as the board runs
    vfs.mount(Bundle(modules), "/pegboard")
    sys.path.insert(0, "/pegboard")
except (ImportError, OSError):
    pass  # the modules lie in folders of their own

from firmware.pico import supervisor

supervisor.main()
