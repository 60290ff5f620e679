"""Adds the README to the package, with links that also work outside the repository.

Everything else about the package is in pyproject.toml.
"""

import re
from pathlib import Path

from setuptools import setup

FOLDER = Path(__file__).parent


def homepage(project: str) -> str:
    """Return the address of the repository in the text of pyproject.toml, or "" if it has none."""
    found = re.search(r'^Homepage *= *"([^"]+)"', project, re.MULTILINE)
    return found[1].rstrip("/") if found else ""


def page(text: str, home: str) -> str:
    """Return the README's `text` for a package page, which has no files of the repository.

    home: the address of the repository, to which relative links then lead. Without one, links
    become their text, and images are left out.
    """

    def absolute(link):
        image, words, target = link.groups()
        if re.match(r"[a-z]+:", target):
            return link[0]
        if not home:
            return "" if image else words
        if target.startswith("#"):
            return f"[{words}]({home}{target})"
        return f"{image}[{words}]({home}/{'raw' if image else 'blob'}/HEAD/{target})"

    return re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", absolute, text)


if __name__ == "__main__":
    setup(
        long_description=page(
            (FOLDER / "README.md").read_text(encoding="utf-8"),
            homepage((FOLDER / "pyproject.toml").read_text(encoding="utf-8")),
        ),
        long_description_content_type="text/markdown",
    )
