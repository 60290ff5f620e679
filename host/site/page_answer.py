"""An answer to a page from a worker's Python, as text."""

import json

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from host.analysis.tables import TableMissing
from host.errors import HostError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def answer_text(owner: "Any", rows: "Mapping[str, Callable]", what: str, values: str) -> str:
    """Return JSON of what the row `what` returns for `owner` and its arguments, which are in the
    JSON `values`. It is {"value"}, {"trouble"} with a text, or {"wants"} with the name of a file
    of host/analysis/data to fetch first."""
    try:
        return json.dumps({"value": rows[what](owner, *json.loads(values))})
    except TableMissing as why:
        return json.dumps({"wants": why.name})
    except (PegboardError, HostError) as why:
        text = str(why)
        return json.dumps({"trouble": text[:1].upper() + text[1:]})
