"""The list of the parts of the site, in the form of CycloneDX, and their licences."""

import json
from base64 import b64decode
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from .micropython import PACKAGES, VM

LIST = "parts.cdx.json"
LICENCES = "licences.txt"


def parts_files() -> Mapping[str, bytes]:
    """Return the list and the licences, by the names of their files."""
    licences = Path(__file__).with_name(LICENCES).read_bytes()
    return {LIST: json.dumps(parts(), indent=1).encode(), LICENCES: licences}


def parts() -> dict:
    """Return the list of the parts, ready for JSON."""
    known = json.loads(PACKAGES.read_text(encoding="utf-8"))
    version = known["dependencies"][VM]
    group, _, name = VM.partition("/")
    digest = b64decode(known["integrity"][VM].removeprefix("sha512-")).hex()
    address = f"pkg:npm/{group.replace('@', '%40')}/{name}@{version}"
    site = {"type": "application", "bom-ref": "pegboard-site", "name": "pegboard-site"}
    vm = {
        "type": "library",
        "bom-ref": address,
        "group": group,
        "name": name,
        "version": version,
        "purl": address,
        "hashes": [{"alg": "SHA-512", "content": digest}],
    }
    mit = {"licenses": [{"license": {"id": "MIT"}}]}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**site, "version": metadata.version("pegboard"), **mit}},
        "components": [{**vm, **mit}],
        "dependencies": [{"ref": "pegboard-site", "dependsOn": [address]}, {"ref": address}],
    }
