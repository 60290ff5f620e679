"""MicroPython for a page: the official VM, from npm."""

from pathlib import Path

from platformdirs import user_cache_path

from host.pico.build import MpyKind

from . import npm

PACKAGES = Path(__file__).with_name("package.json")
VM = "@micropython/micropython-webassembly-pyscript"
FILES = ("micropython.mjs", "micropython.wasm")
KIND = MpyKind(6, 3, "")  # the .mpy files that it reads


def vm_files(cache: Path | None = None) -> dict[str, bytes]:
    """Return the files of the VM by name, fetched once and checked by their hash; `cache`: where
    they stay, by default the user's own. Raises NpmError."""
    folder = npm.package(VM, PACKAGES, cache or user_cache_path("pegboard") / "npm")
    return {name: (folder / name).read_bytes() for name in FILES}
