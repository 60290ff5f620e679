"""Where this program keeps a person's games and settings."""

import os
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Return the folder of this user's games and settings, which may be missing: PEGBOARD_DATA if
    that is set, else the one that the system has for it."""
    own = os.environ.get("PEGBOARD_DATA")
    return Path(own) if own else user_data_path("pegboard")
