"""A plugin of pytest for `suite`: each answer of a page's server that the tests start in their
process comes up to PEGBOARD_LATE seconds late. A test that does not wait for an answer then fails,
and a page that shows an earlier answer after a later one.
"""

import asyncio
import os
import random

from uvicorn.protocols.http.h11_impl import RequestResponseCycle

from tests.simulation.clock_loop import ClockLoop

from .suite import LATE


def pytest_configure() -> None:
    most = float(os.environ[LATE])
    send = RequestResponseCycle.send

    async def send_late(self, message) -> None:
        # Where time is simulated, tests say when something comes.
        if not isinstance(asyncio.get_running_loop(), ClockLoop):
            await asyncio.sleep(random.uniform(0, most))
        await send(self, message)

    RequestResponseCycle.send = send_late
