"""The user's folders, where the system wants them."""

import os
from pathlib import Path

NAME = "koloda"


def cache_folder() -> Path:
    """For what can be made again, such as compiled code: $KOLODA_CACHE, else the user's cache folder."""
    if chosen := os.environ.get("KOLODA_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path(NAME, appauthor=False)


def data_folder() -> Path:
    """For what must not get lost, such as the tables of a server."""
    from platformdirs import user_data_path

    return user_data_path(NAME, appauthor=False)


def config_folder() -> Path:
    """For what the user chooses, such as the file of settings."""
    from platformdirs import user_config_path

    return user_config_path(NAME, appauthor=False)
