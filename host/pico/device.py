"""A device at its raw REPL, and its files."""

import base64
import contextlib
import hashlib
import re
from collections.abc import Callable, Iterator
from importlib import resources
from typing import NamedTuple

from firmware.bundle import FORM
from firmware.storage.flashlog import COPY
from host.errors import HostError

from .rawrepl import RawRepl, ReplError, ReplTimeout, Transport

SPARE = 16 * 1024  # bytes to leave free on a device for the game and the log
_CHUNK = 1536  # bytes of a file in one message, which a Pico can compile
_PACE = (256, 0.01)  # without raw-paste: bytes, half of a Pico's buffer; seconds
_LONG_SECONDS = 60.0
_DIGEST = re.compile(r"[0-9a-f]{64}")


class DeviceError(HostError):
    """The device cannot carry out a request, or made a mistake; the text names it."""


class About(NamedTuple):
    """name: micropython; version: as in 1.29.0; mpy: sys.implementation._mpy; platform: rp2."""

    name: str
    version: str
    mpy: int
    platform: str
    machine: str


class Place(NamedTuple):
    """A piece of a file on the device."""

    at: int
    size: int


class Device:
    """Calls the functions of host/pico/on_device.py on the device. Raises ReplError and
    DeviceError."""

    def __init__(self, transport: Transport):
        self._repl = RawRepl(transport, pace=_PACE)

    def enter(self, seconds: float) -> About:
        """Stop the running program, free its memory, and return what the device is."""
        self._repl.enter(seconds)
        self._load()
        about = self.about()
        if about.platform == "rp2":
            # The program may have open files and active interrupts; this removes all of it.
            self.ask("calm()")
            self._repl.reset()
            self._load()
        return about

    def about(self) -> About:
        with _answer_understood():
            name, version, mpy, platform, machine = self.ask("describe()")[0].split(" ", 4)
            return About(name, version, int(mpy), platform, machine)

    def ask(self, code: str, seconds: float = _LONG_SECONDS) -> list[str]:
        """Run `code` with the functions of on_device.py on the device, and return the lines of its
        answer."""
        output, error = self._repl.execute(code, seconds)
        if error:
            raise DeviceError(f"the device could not: {_last_line(error)}")
        return [line[2:] for line in output.splitlines() if line.startswith("@ ")]

    def image_program(self) -> str:
        """Return the version and the hash of the program in its MicroPython image, in the form of
        host.pico.build.program; "" if there is none."""
        with _answer_understood():
            return self.ask("image_program()")[0].removesuffix(" image").removeprefix("-")

    def free(self) -> int:
        """Return how many bytes are free for files."""
        with _answer_understood():
            return int(self.ask("free()")[0])

    def digests(self, paths: list[str]) -> dict[str, str]:
        """Return the SHA-256 of each file that exists."""
        answers = self.ask(f"digests(*{paths!r})")
        if len(answers) != len(paths):
            raise DeviceError("the device does not say what its files hold")
        return {p: sha for p, sha in zip(paths, answers, strict=True) if _DIGEST.fullmatch(sha)}

    def parts(self, path: str) -> dict[str, Place]:
        """Return the offset in the bundle at `path` of the file with each SHA-256."""
        found = {}
        with _answer_understood():
            for line in self.ask(f"parts({path!r}, {FORM})"):
                at, size, sha = line.split(" ")
                found[sha] = Place(int(at), int(size))
        return found

    def found(self, folders: tuple[str, ...]) -> list[str]:
        """Return every file and folder (a slash at its end) in `folders`, innermost first."""
        return self.ask(f"found(*{folders!r})")

    def remove(self, paths: list[str]) -> None:
        """Remove files, and folders that are empty; what cannot be removed stays."""
        for start in range(0, len(paths), 16):
            self.ask(f"remove(*{paths[start : start + 16]!r})")

    def damaged(self) -> list[str]:
        """Return the files with copies of journals that the board could not read."""
        return self.ask(f"damaged({COPY!r})")

    def read(self, path: str) -> bytes:
        """Return the contents of the file at `path`."""
        with _answer_understood():
            return b"".join([base64.b64decode(line) for line in self.ask(f"tell({path!r})")])

    def write(
        self,
        path: str,
        data: bytes,
        pieces: list["Place | bytes"],
        sent: Callable[[int], None] = lambda size: None,
    ) -> None:
        """Write `data` to the file at `path`; it replaces an old file once its hash has been
        checked.

        `pieces` make up `data`: bytes are sent, and places are copied from the existing file.
        `sent(size)` is called with the size of each piece.
        """
        mode = "wb"
        for piece in pieces or [b""]:
            if isinstance(piece, Place):
                self.ask(f"copy({path!r}, {mode!r}, {tuple(piece)!r})")
                sent(piece.size)
            else:
                for start in range(0, max(len(piece), 1), _CHUNK):
                    chunk = piece[start : start + _CHUNK]
                    self.ask(f"put({path!r}, {mode!r}, {base64.b64encode(chunk)!r})")
                    mode = "ab"
                    sent(len(chunk))
            mode = "ab"
        wanted = hashlib.sha256(data).hexdigest()
        if self.digests([path + ".new"]).get(path + ".new") != wanted:
            raise DeviceError(f"{path} arrived damaged, so the old one stays")
        self.ask(f"accept({path!r})")

    def restart(self) -> bool:
        """Restart the device as at power-on; return whether it can."""
        try:
            self.ask("restart()", 1.0)
        except (ReplTimeout, ReplError):
            return True  # it restarts without an answer
        except DeviceError:
            return False
        return True

    def _load(self) -> None:
        file = resources.files("host.pico").joinpath("on_device.py")
        self.ask(file.read_text(encoding="utf-8"))


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2]


@contextlib.contextmanager
def _answer_understood() -> Iterator[None]:
    """Turn errors in reading an answer into DeviceError: it has the wrong form."""
    try:
        yield
    except (ValueError, LookupError):
        raise DeviceError("the device's answer cannot be understood") from None


def pieces(data: bytes, parts: list[bytes], there: dict[str, Place]) -> list[Place | bytes]:
    """Return the pieces of `data`, which ends with `parts`: for a part that `there` has, by its
    SHA-256, its place on the device; for the others the bytes. Adjacent pieces are joined."""
    head = len(data) - sum([len(part) for part in parts])
    made: list[Place | bytes] = [data[:head]]
    for part in parts:
        place = there.get(hashlib.sha256(part).hexdigest())
        last = made[-1]
        if place is None and isinstance(last, bytes):
            made[-1] = last + part
        elif place and isinstance(last, Place) and last.at + last.size == place.at:
            made[-1] = Place(last.at, last.size + place.size)
        else:
            made.append(part if place is None else place)
    return made
