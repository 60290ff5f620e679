"""The target `browser`: MicroPython's VM in the worker of a page in Chromium, as the static site
has it."""

import base64
import json
import sys

from host.pico.rawrepl import RawRepl
from tests.targets import npm
from tests.targets.micropython import VM, MicroPython
from tests.targets.pipe import Pipe
from tests.targets.remote import AGENT


class Browser(MicroPython):
    """Runs all tests in one worker; a browser that hangs is replaced."""

    name = "browser"
    again = "the browser was restarted"

    def _connect(self):
        return start_browser(self._files(), AGENT)


def start_browser(contents, code):
    """As tests.targets.micropython.start_vm, in a browser. Raises NpmError, OSError."""
    encoded = {path: base64.b64encode(data).decode() for path, data in contents.items()}
    first = json.dumps({"files": encoded, "code": code}).encode()
    folder = npm.package(VM)
    pipe = Pipe([sys.executable, "-m", "tests.targets.browser_vm", folder, str(len(first))])
    pipe.write(first)
    return RawRepl(pipe, paste=False)
