"""The packages that the tests take from npm: they stay in tests/.npm/, which git ignores."""

from pathlib import Path

from host.site import npm
from host.site.micropython import PACKAGES, VM

HERE = Path(__file__).parent
CACHE = HERE.parent / ".npm"
NpmError = npm.NpmError
node, untar, whole = npm.node, npm.untar, npm.whole


def package(name):
    """Return the folder of the unpacked package `name`. Raises NpmError."""
    return npm.package(name, PACKAGES if name == VM else HERE / "package.json", CACHE)
