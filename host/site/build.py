"""The files of the static site: the page of the board, its worker, and what they need.

All addresses are relative, so that the site works in any folder of any web server. Nothing in it
comes from elsewhere while it is used.
"""

import base64
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import host.web
from hardware.layouts import NAMES
from host.analysis import tables as tables_of
from host.web.bundles import ENDING, bundles
from host.web.drawing import drawing
from host.web.server import HEADERS, POLICY

from .parts import parts_files
from .pico_files import FOLDERS
from .program import modules, program

_OWN = Path(__file__).with_name("page")
_PAGE = Path(str(host.web.__file__)).with_name("page")
_TABLES = Path(str(tables_of.__file__)).with_name("data")
_STYLES = re.compile(r'<link rel="stylesheet" href="/page/(\w+\.css)">')
# The scripts that a page requests; all others are bundled in these.
_SCRIPTS = (
    "main.js",
    "analysis_worker.js",
    "board_worker.js",
    "games_worker.js",
    "history.js",
    "image_worker.js",
    "install.js",
    "mirror_worker.js",
    "practice.js",
    "review.js",
)
# How the names begin of what a browser fetches and keeps only when it is first wanted.
LATER = ("against", "analysis", "practice", "review", "mirror", "install", "image", *FOLDERS)
_SERVICE_WORKER = "service_worker.js"
_MANIFEST = "app.webmanifest"
_ENTRY = "index.html"
_HISTORY = "history.html"
_PRACTICE, _REVIEW = "practice.html", "review.html"
_INSTALL = "install.html"
# The server's addresses of pages, in their order, and the site's.
_PAGES = (
    ('"/?view=history&amp;', f'"{_HISTORY}?'),
    ('"/?view=history"', f'"{_HISTORY}"'),
    ('"/?view=practice"', f'"{_PRACTICE}"'),
    ('"/page/', '"'),
    ('"/"', '"./"'),
)
# As on the server, and MicroPython's VM.
_POLICY = [one + " 'wasm-unsafe-eval'" if one.startswith("script-src") else one for one in POLICY]
# What a page cannot be told by itself, but only by who serves it.
_ONLY_HEADERS = ("frame-ancestors",)
SITE_HEADERS = {**HEADERS, "Content-Security-Policy": "; ".join(_POLICY)}


def site_files(
    vm: Mapping[str, bytes],
    pico: Mapping[str, bytes],
    compiled: Callable[[], None] = lambda: None,
) -> dict[str, bytes]:
    """Return the files of the site by name. vm: those of MicroPython; pico: those for a Pico, see
    pico_files; `compiled()` is called after each module of the page's program. Raises
    DeployError."""
    page, own = _texts(_PAGE), _texts(_OWN)
    pages = (_ENTRY, _HISTORY, _PRACTICE, _REVIEW)
    names = [name for one in pages for name in _STYLES.findall(page[one])]
    tables = [tables_of.file_name(players) for players in tables_of.FILES]
    made = {
        **{name: _entry(page[name]).encode() for name in pages},
        _INSTALL: _with_policy(own[_INSTALL]).encode(),
        **{name: own[name].encode() for name in ("site.css", "install.css")},
        _MANIFEST: _manifest(page[_MANIFEST]).encode(),
        **{name: page[name].encode() for name in names},
        **{file.name: file.read_bytes() for file in _PAGE.glob("icon*")},
        **{f"boards/{name}.json": _json(drawing(name, True, 0)).encode() for name in NAMES},
        **{f"tables/{name}": (_TABLES / name).read_bytes() for name in tables},
        **program(compiled),
        **vm,
        **pico,
        **_scripts(),
        **parts_files(),
    }
    return made | {_SERVICE_WORKER: _service_worker(made).encode()}


def steps() -> int:
    """Return how often `site_files` calls `compiled`."""
    return sum(map(len, modules().values()))


def _texts(folder: Path) -> dict[str, str]:
    return {
        file.name: file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.suffix in (".css", ".html", ".js", ".webmanifest")
    }


def _scripts() -> dict[str, bytes]:
    """Return the bundles, with the site's own modules in place of the server's."""
    texts = _texts(_PAGE) | _texts(_OWN)
    made = bundles({name: text for name, text in texts.items() if name.endswith(".js")})
    wanted = [name.removesuffix(".js") + ENDING for name in _SCRIPTS]
    return {name: made[name].encode() for name in wanted}


def _entry(text: str) -> str:
    """Return the page with relative addresses, and what the site adds."""
    charset = '<meta charset="utf-8">'
    styled = text.replace(charset, charset + '\n  <link rel="stylesheet" href="site.css">', 1)
    made = _with_policy(styled)
    for address, own in _PAGES:
        made = made.replace(address, own)
    return made


def _with_policy(text: str) -> str:
    """Return the page with the site's policy, and the names of the layouts."""
    policy = "; ".join(one for one in _POLICY if not one.startswith(_ONLY_HEADERS))
    more = f"""<meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="{policy}">
  <meta name="referrer" content="no-referrer">
  <meta name="layouts" content="{" ".join(NAMES)}">"""
    return text.replace('<meta charset="utf-8">', more, 1)


def _manifest(text: str) -> str:
    described = json.loads(text.replace('"/page/', '"'))
    described |= {"description": "A cribbage board that counts", "start_url": "./", "scope": "./"}
    return json.dumps(described, indent=2)


def _service_worker(made: Mapping[str, bytes]) -> str:
    """Return the script that keeps these files, which is another one when any of them is."""
    hashes = {name: _integrity(data) for name, data in made.items()}
    code = _texts(_OWN)[_SERVICE_WORKER]
    version = hashlib.sha256((_json(hashes) + code).encode()).hexdigest()[:16]
    headers = {name: value for name, value in SITE_HEADERS.items() if name != "Cache-Control"}
    later = [name for name in hashes if name.startswith(LATER)]
    values = {"VERSION": version, "FILES": hashes, "LATER": later, "HEADERS": headers}
    return "".join(f"const {name} = {_json(value)};\n" for name, value in values.items()) + code


def _integrity(data: bytes) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
