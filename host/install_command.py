"""The command that installs missing packages, for messages.

It never names the program to a package index, where that name may belong to another project.
"""

import re
import sys
from importlib import metadata
from pathlib import Path

_NAME = "pegboard"
_EXTRA = re.compile(r'(?: and )?extra == "([\w-]+)"')


def install_command(extra: str = "") -> str:
    """Return the command that installs the packages of the extra `extra` of pyproject.toml, by
    default those of the program itself: from the checkout, if it runs in one, otherwise by the
    names in its wheel."""
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return f"{python} -m pip install {_checkout(extra) or _packages(extra)}"


def _checkout(extra: str) -> str:
    """Return pip's argument for a checkout; "" if this is not one."""
    top = Path(__file__).resolve().parents[1]
    try:
        project = (top / "pyproject.toml").read_text(encoding="utf-8")
    except OSError:
        return ""
    if f'\nname = "{_NAME}"\n' not in project:
        return ""  # the pyproject.toml of another installed package
    return f'-e "{top}[{extra}]"' if extra else f'-e "{top}"'


def _packages(extra: str) -> str:
    """Return the packages that the installed program names for `extra`, for any shell."""
    found = []
    for line in metadata.requires(_NAME) or []:
        package, _, marker = line.partition(";")
        of = _EXTRA.search(marker)
        if (of[1] if of else "") == extra:
            only = _EXTRA.sub("", marker).strip()
            found.append(f"{package.strip()}; {only}" if only else package.strip())
    return " ".join('"' + one.replace('"', "'") + '"' for one in found)
