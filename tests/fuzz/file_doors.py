"""Doors for other files: plans of an evening, UF2 files, settings, names and practice."""

import contextlib

from engine_core.compat import crc32
from engine_core.errors import PegboardError
from firmware.link import side_names
from firmware.settings import config_file
from firmware.settings.config import Config
from firmware.storage import text_file
from hardware import forms, own_layout
from hardware.layouts import NAMES
from host.boards.archive_progress import ArchiveProgress
from host.boards.dealt_hands import DealtHands
from host.boards.names_file import NamesFile
from host.club.evening import evening_text, parse_evening, read_evening
from host.club.sheet import sheet
from host.club.standings import as_json, standings
from host.club.swiss import next_round
from host.errors import EveningError, HostError
from host.link.backup import BackupFile
from host.pico.joined_image import Stock
from host.pico.settings_file import with_layout
from host.web.token import AddressFile
from tests.host import uf2_files

from .door import Door, file_of

_PLAN = """title Tuesday cribbage
date 2026-11-21
; a comment
players Ann, Ben, "Cat, C", Dan
players Eve
round 1
Ann 121 - 95 Ben
Dan - Cat C
Eve bye
round 2
"""
_LAYOUT_WORDS = b'"holes" "base" "track 2, 30" "row_pins" "strip_pin" "opening" "hole_pitch" [1,2]'
_COPY = b"PEG\x02"  # the head of the copy of a game
_SETTINGS_MOST = 2048  # bytes, as firmware.pico reads the file


def _plan(data: bytes) -> None:
    evening = read_evening(file_of(data, "evening.txt"))
    assert parse_evening(evening_text(evening)) == evening
    told = standings(evening, ())
    as_json(told)
    sheet(told)
    if len(evening.players) > 1:
        next_round(evening, told)


def _uf2(data: bytes) -> None:
    stock = Stock(data)
    Stock(stock.joined({}))


def _settings(data: bytes) -> None:
    text = text_file.read(str(file_of(data, "board.cfg")), _SETTINGS_MOST)
    config = config_file.parse(text)
    again = config_file.parse(config_file.text(config))
    assert config_file.text(again) == config_file.text(config)
    for layout in NAMES:
        with contextlib.suppress(config_file.ConfigError):  # if they do not suit this layout
            with_layout(text, layout)


def _names(data: bytes) -> None:
    file = NamesFile(file_of(data, "game.names"))
    found = side_names.kept(file)
    side_names.keep(file, 1, b"Ann")
    assert side_names.kept(file) == [found[0], b"Ann", *found[2:]]


def _beside(data: bytes) -> None:
    """The files that the program writes for itself: a page's address, and the copy of a game."""
    address = AddressFile(file_of(data, "game.page").with_suffix("")).read()
    assert address is None or address.url()
    copy = BackupFile(file_of(data, "copy").parent, "b")
    file_of(data, copy.path.name)
    copy.read()
    progress = ArchiveProgress(file_of(data, "archives.json"))
    assert isinstance(progress.read_to("0000000a"), int)
    deal = DealtHands(NamesFile(file_of(data, "game.hands")), lambda: "seed").deal(0, 1)
    assert len(deal.kept(0)) in (4, 6)


def _layout(data: bytes) -> None:
    """A layout of somebody's own, for pegboard plan."""
    own_layout.faults(own_layout.read(file_of(data, "mine.json")))


def _layouts() -> list[bytes]:
    (example,) = [part for part in (own_layout.__doc__ or "").split("\n\n") if "base" in part]
    return [example.strip().encode(), b'{"perfboard": [80, 208, 80, 60]}']


def _copy(body: bytes) -> bytes:
    """Return the copy of a game with these bytes; anything else as it is."""
    if body[: len(_COPY)] != _COPY:
        return body
    return body + crc32(body[len(_COPY) :]).to_bytes(4, "big")


PLAN = Door(
    _plan,
    EveningError,
    lambda: [_PLAN.encode(), b"players A, B\nround 1\nA 121 - 0 B\n"],
    words=tuple(f"{_PLAN} - bye players title date round 31".encode().split(b" ")),
)
UF2 = Door(_uf2, HostError, lambda: [uf2_files.stock(), uf2_files.absolute() + uf2_files.stock()])
SETTINGS = Door(
    _settings,
    PegboardError,
    lambda: [config_file.text(Config()).encode(), b"layout = two-track\npixels = 300\n# x\n"],
    words=tuple(word.encode() for word in (*config_file.NAMES, *NAMES, *config_file.ORDERS)),
)
NAMES_FILE = Door(_names, None, lambda: ["Ann\nBén\n\n\n\nD".encode(), b"Ann"])
BESIDE = Door(
    _beside,
    None,
    lambda: [
        b'{"port": 8121, "token": "%s"}' % (b"x" * 24),
        _COPY + b"ab",
        b'{"0000000a": 97}',
        b'{"seed": "ab", "throws": {"0 1 0": [3, 17]}}',
    ],
    _copy,
)
LAYOUT = Door(
    _layout,
    own_layout.LayoutError,
    _layouts,
    words=(*[name.encode() for name in forms.names()], *_LAYOUT_WORDS.split(b" ")),
)
