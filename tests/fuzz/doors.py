"""Every door by which bytes of others come in."""

from . import (
    club_doors,
    device_doors,
    file_doors,
    flash_doors,
    history_doors,
    http_doors,
    link_doors,
    page_doors,
    text_doors,
)
from .door import Door

DOORS: dict[str, Door] = {
    "link": text_doors.LINK,  # of a game
    "record": text_doors.RECORD,
    "json": text_doors.JSON,
    "journal": flash_doors.JOURNAL,
    "archive": flash_doors.ARCHIVE,
    "history": history_doors.FILE,
    "history-row": history_doors.ROW,
    "history-game": history_doors.GAME,
    "from-a-board": link_doors.FROM_A_BOARD,
    "to-a-board": link_doors.TO_A_BOARD,
    "port": device_doors.PORT,
    "device": device_doors.DEVICE,
    "broker": club_doors.BROKER,
    "broker-of-a-table": club_doors.OF_A_TABLE,
    "saved-game": page_doors.GAME,
    "browser-games": page_doors.STORED,
    "browser-import": page_doors.IMPORTED,
    "plan": file_doors.PLAN,
    "layout": file_doors.LAYOUT,
    "uf2": file_doors.UF2,
    "settings": file_doors.SETTINGS,
    "names": file_doors.NAMES_FILE,
    "beside": file_doors.BESIDE,
    "http": http_doors.CONNECTION,
}
