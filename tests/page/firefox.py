"""A Firefox for tests, by its own protocol, Marionette. Playwright drives only a Firefox of its
own, which no registry of packages has.

A message is its length, a colon, and JSON: [0, id, command, parameters] there, [1, id, error,
result] back.
"""

import base64
import contextlib
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

COMMANDS = ("firefox", "firefox-esr")
SECONDS = 30
PREFERENCES = {
    "marionette.port": 0,  # any free one, which it then writes into its profile
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "browser.safebrowsing.update.enabled": False,
}


def find_firefox() -> str | None:
    """Return the path of the Firefox that is installed, None where there is none."""
    return next(filter(None, map(shutil.which, COMMANDS)), None)


class Firefox:
    """A window of the Firefox of the process `pid`, which listens at `port`."""

    def __init__(self, port: int, pid: int):
        self.pid = pid
        self._link = socket.create_connection(("127.0.0.1", port), SECONDS)
        self._read()  # what it is
        self._number = 0
        self._ask("WebDriver:NewSession")

    def close(self) -> None:
        self._link.close()

    def open(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""
        # Where only what follows # is another, it would stay the same page.
        self._ask("WebDriver:Navigate", url="about:blank")
        self._ask("WebDriver:Navigate", url=url)

    def reload(self) -> None:
        """Load the page again, as a person does: the command for that asks the server alone, past
        what the page has stored."""
        self.run("window.isOld = true; location.reload()")
        self.wait_for("return !window.isOld && document.readyState !== 'loading'")

    def resize(self, width: int, height: int) -> None:
        """Give the page these pixels, as far as Firefox makes windows so narrow."""
        self._ask("WebDriver:SetWindowRect", width=width, height=height)
        missing = [width, height]
        for at, what in enumerate(("innerWidth", "innerHeight")):
            missing[at] += missing[at] - self.run(f"return {what}")
        self._ask("WebDriver:SetWindowRect", width=missing[0], height=missing[1])

    def run(self, script: str, *arguments):
        """Run the body of a function in the page; return what it returns."""
        return self._ask("WebDriver:ExecuteScript", script=script, args=list(arguments))["value"]

    def wait_for(self, script: str, *arguments):
        """Return what `script` returns as soon as that is true."""
        end = time.monotonic() + SECONDS
        while not (found := self.run(script, *arguments)):
            assert time.monotonic() < end, script
            time.sleep(0.05)
        return found

    def press(self, *keys: str) -> None:
        """Press these keys of the keyboard, one after the other."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self._ask("WebDriver:PerformActions", actions=[source])

    def screenshot(self) -> bytes:
        """Return a PNG of what the window shows."""
        return base64.b64decode(self._ask("WebDriver:TakeScreenshot", full=False)["value"])

    def _ask(self, command: str, **parameters):
        self._number += 1
        message = json.dumps([0, self._number, command, parameters]).encode()
        self._link.sendall(b"%d:%b" % (len(message), message))
        _, number, error, result = self._read()
        assert number == self._number
        assert not error, error
        return result

    def _read(self):
        length = b""
        while not length.endswith(b":"):
            length += self._receive(1)
        return json.loads(self._receive(int(length[:-1])))

    def _receive(self, count: int) -> bytes:
        found = b""
        while len(found) < count:
            piece = self._link.recv(count - len(found))
            assert piece, "Firefox has ended"
            found += piece
        return found


@contextlib.contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Run the Firefox that is installed, with a new profile in the folder `profile`."""
    program = find_firefox()
    assert program
    profile.mkdir()
    lines = [f"user_pref({json.dumps(n)}, {json.dumps(v)});" for n, v in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        window = Firefox(_port(profile, process), process.pid)
        yield window
        window.close()
    finally:
        process.terminate()
        process.wait()


def _port(profile: Path, process: subprocess.Popen) -> int:
    end = time.monotonic() + 2 * SECONDS
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError, ValueError):
            return int((profile / "MarionetteActivePort").read_text())
        time.sleep(0.05)
    raise AssertionError("Firefox does not start")
