"""The user's folders, where the system keeps such things."""

import os
from pathlib import Path

NAME = "koloda"


def cache_folder() -> Path:
    """What can be made anew, such as compiled code: in $KOLODA_CACHE, else in the user's cache folder."""
    if chosen := os.environ.get("KOLODA_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path(NAME, appauthor=False)


def data_folder() -> Path:
    """What must not get lost, such as the tables of a server."""
    from platformdirs import user_data_path

    return user_data_path(NAME, appauthor=False)
