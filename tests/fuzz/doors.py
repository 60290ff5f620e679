"""Every door by which bytes of others come in."""

from . import (
    club_doors,
    file_doors,
    flash_doors,
    history_doors,
    http_doors,
    link_doors,
    text_doors,
)
from .door import Door

DOORS: dict[str, Door] = {
    "link": text_doors.LINK,  # of a game
    "record": text_doors.RECORD,
    "journal": flash_doors.JOURNAL,
    "archive": flash_doors.ARCHIVE,
    "history": history_doors.FILE,
    "history-row": history_doors.ROW,
    "from-a-board": link_doors.FROM_A_BOARD,
    "to-a-board": link_doors.TO_A_BOARD,
    "broker": club_doors.BROKER,
    "plan": file_doors.PLAN,
    "uf2": file_doors.UF2,
    "settings": file_doors.SETTINGS,
    "names": file_doors.NAMES_FILE,
    "beside": file_doors.BESIDE,
    "http": http_doors.CONNECTION,
}
