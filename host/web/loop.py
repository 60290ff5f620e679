"""Runs a program's event loop."""

import asyncio
import sys
from collections.abc import Coroutine


def run(main: Coroutine[None, None, None]) -> None:
    """Run `main` to its end, as asyncio.run does.

    On Windows another loop than asyncio's own is used: that one stops listening for good if a
    phone leaves the network while it connects (cpython#93821), and prints a traceback for each
    connection that is reset.
    """
    if sys.platform != "win32":
        asyncio.run(main)
    elif sys.version_info >= (3, 11):
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            runner.run(main)
    else:
        asyncio.set_event_loop_policy(asyncio.WindowsSelectorEventLoopPolicy())
        asyncio.run(main)
