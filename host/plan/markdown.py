"""What the generated pages share."""

from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
GENERATED = "<!-- Written by `pegboard plan --out hardware`; change the description instead. -->\n"


def table(head: list[str], rows: list[list[str]], align: str = "") -> str:
    """Return a table of Markdown. align: a letter a column from the first on, r for right."""
    rules = ["---:" if align[n : n + 1] == "r" else "---" for n in range(len(head))]
    lines = [head, rules, *rows]
    return "".join(
        "|" + "|".join(f" {cell} " if cell else " " for cell in row) + "|\n" for row in lines
    )


def page(name: str, **parts: str | float) -> str:
    """Return the template called `name` with its {places} filled."""
    return GENERATED + (TEMPLATES / name).read_text(encoding="utf-8").format(**parts)
