"""The program for the VM of a page: modules, compiled, in a file for each of its uses."""

import json
from collections.abc import Callable, Mapping
from fnmatch import fnmatch
from pathlib import Path

import engine_core
import host
from host.pico.build import Compiler, texts

from .micropython import KIND

# The parts other than the board's are loaded after it, when they are first wanted.
BOARD_PART, GAMES_PART = "program.bin", "games.bin"
ANALYSIS_PART, AGAINST_PART = "analysis.bin", "against.bin"

# What the page has and a board has not, by folder: of engine_core, the words of counts.
_MORE = (
    "engine_core/count/words.py",
    "firmware/browser/*.py",
    "host/__init__.py",
    "host/errors.py",
    "host/mirror/*.py",
    "host/link/__init__.py",
    "host/link/packed_match.py",
    "host/link/requests.py",
    "host/boards/__init__.py",
    "host/boards/match_news.py",
    "host/boards/mirrored_board.py",
    "host/boards/page_keys.py",
    "host/site/__init__.py",
    "host/site/page_board.py",
    "host/site/page_match.py",
    "host/site/page_names.py",
)
# What reads and counts stored games: only the worker that does so has it.
GAMES = (
    "engine_core/count/rank_points_cache.py",
    "engine_core/records/*.py",
    "host/mirror/linked_game.py",
    "host/site/page_answer.py",
    "host/site/page_games.py",
    "host/site/page_rows.py",
    "host/history/__init__.py",
    "host/history/answers.py",
    "host/history/board_games.py",
    "host/history/current_game.py",
    "host/history/game_answers.py",
    "host/history/game_record.py",
    "host/history/games.py",
    "host/history/games_json.py",
    "host/history/links.py",
    "host/history/local_time.py",
    "host/history/names.py",
    "host/history/new_game.py",
    "host/history/owners.py",
    "host/history/player_games.py",
    "host/history/practice_rows.py",
    "host/history/result.py",
    "host/history/result_check.py",
    "host/history/review_costs.py",
    "host/history/rows.py",
    "host/history/shelf.py",
    "host/history/spread.py",
    "host/history/statistics.py",
    "host/analysis/__init__.py",
    "host/analysis/analysed_games.py",
    "host/analysis/deal_chance.py",
    "host/analysis/game_figures.py",
    "host/analysis/kept_hands.py",
    "host/analysis/percents.py",
    "host/analysis/portable.py",
    "host/analysis/show_chance.py",
    "host/analysis/tables.py",
)
# What reviews games, judges throws and plays against a person: another worker has this too.
ANALYSIS = (
    "host/analysis/decision_review.py",
    "host/analysis/decisions.py",
    "host/analysis/game_review.py",
    "host/analysis/play_choice.py",
    "host/analysis/play_lines.py",
    "host/analysis/play_luck.py",
    "host/analysis/play_out.py",
    "host/analysis/player.py",
    "host/analysis/practice.py",
    "host/analysis/practice_answers.py",
    "host/analysis/practice_play.py",
    "host/analysis/published_cribs.py",
    "host/analysis/review_answer.py",
    "host/analysis/review_json.py",
    "host/analysis/review_words.py",
    "host/analysis/side_luck.py",
    "host/analysis/table_review.py",
    "host/analysis/throws.py",
    "host/analysis/turning_points.py",
    "host/history/practice_results.py",
    "host/site/page_analysis.py",
)
# What deals in the worker of the page's board. It does not choose for the second seat.
AGAINST = (
    "host/analysis/seat_view.py",
    "host/analysis/seeded_deck.py",
    "host/boards/dealt_game.py",
    "host/boards/dealt_hands.py",
    "host/site/page_against.py",
)
_PARTS = {
    GAMES_PART: GAMES,
    AGAINST_PART: AGAINST,
    ANALYSIS_PART: ANALYSIS,
    "mirror.bin": (
        "host/link/archive.py",
        "host/link/give_back.py",
        "host/link/line_buffer.py",
        "host/link/session.py",
        "host/site/page_mirror.py",
    ),
    "image.bin": (
        "host/micropython_version.py",
        "host/pico/__init__.py",
        "host/pico/binary_info.py",
        "host/pico/blocks_file.py",
        "host/pico/joined_image.py",
        "host/pico/uf2.py",
        "host/site/page_image.py",
    ),
}
# What only a Pico has.
_LESS = (
    "firmware/pico/",
    "firmware/bundle.py",
    "firmware/imports.py",
)


def modules() -> dict[str, dict[str, str]]:
    """Return the text of each module by its path, for each file that has some of them."""
    top = Path(str(engine_core.__file__)).parents[1]
    assert top == Path(str(host.__file__)).parents[1], "one program in two places"
    patterns = [*_MORE, *(pattern for some in _PARTS.values() for pattern in some)]
    more = [file for pattern in patterns for file in sorted(top.glob(pattern))]
    found = texts(
        False,
        {file.relative_to(top).as_posix(): file.read_text(encoding="utf-8") for file in more},
    )
    parts: dict[str, dict[str, str]] = {BOARD_PART: {}, **{name: {} for name in _PARTS}}
    for path, text in sorted(found.items()):
        if not path.startswith(_LESS):
            parts[_part(path)][path] = text
    return parts


def _part(path: str) -> str:
    """Return the name of the file that has the module at `path`."""
    for name, patterns in _PARTS.items():
        if any(fnmatch(path, pattern) for pattern in patterns):
            return name
    return BOARD_PART


def program(compiled: Callable[[], None] = lambda: None) -> dict[str, bytes]:
    """Return the files with the modules: a line of JSON, [path, length] of each module, and then
    the modules. `compiled()` is called after each. Raises DeployError."""
    compiler = Compiler(KIND)
    return {name: _joined(compiler, part, compiled) for name, part in modules().items()}


def _joined(compiler: Compiler, part: Mapping[str, str], compiled: Callable[[], None]) -> bytes:
    made = []
    for path, text in part.items():
        name = path.removesuffix(".py")
        made.append((name + ".mpy", compiler.compile(text, name.replace("/", "."))))
        compiled()
    index = [[path, len(data)] for path, data in made]
    return json.dumps(index).encode() + b"\n" + b"".join(data for _, data in made)
