"""Writes the list of the parts of an installed wheel, in the form of CycloneDX, and checks it and
that of the site: python -m tests.parts FOLDER

It needs cyclonedx-bom, which .ci/run installs.
"""

import json
import subprocess
import sys
import venv
from pathlib import Path

from host.site.parts import parts

ROOT = Path(__file__).parents[1]


def main() -> None:
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", ROOT], check=True)
    wheel = folder / "pegboard.cdx.json"
    words = ["--pyproject", ROOT / "pyproject.toml", "--spec-version", "1.5", "-o", wheel]
    subprocess.run(["cyclonedx-py", "environment", *words, python], check=True)
    validator = JsonStrictValidator(SchemaVersion.V1_5)
    for name, text in (("wheel", wheel.read_text("utf-8")), ("site", json.dumps(parts()))):
        if wrong := validator.validate_str(text):
            sys.exit(f"the list of the parts of the {name} is not CycloneDX: {wrong}")
        print(f"{name}: {len(json.loads(text)['components'])} parts")


if __name__ == "__main__":
    main()
