"""The user's folders, where the system wants them."""

import os
import warnings
from functools import cache
from pathlib import Path

from koloda.core.facts import Fact, fact

NAME = "koloda"
CACHE_VARIABLE = "KOLODA_CACHE"


class NoCache(UserWarning):
    """The cache folder cannot be written: what belongs there lasts only as long as the process."""

    def __init__(self, folder: Path, problem: OSError) -> None:
        self.told: Fact = fact("errors.no_cache", folder=str(folder), problem=problem.strerror or str(problem))
        super().__init__(f"{folder} cannot be written ({problem.strerror}): compiled code is not kept")


def cache_folder() -> Path:
    """For what can be made again, such as compiled code: $KOLODA_CACHE, else the user's cache folder."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path(NAME, appauthor=False)


def writable_cache_folder() -> Path:
    """The cache folder, made if need be. If it cannot be written, one for this process and those that it starts."""
    folder = cache_folder()
    try:
        _check(folder)
    except OSError as problem:
        warnings.warn(NoCache(folder, problem), stacklevel=2)
        folder = _short_lived()
        os.environ[CACHE_VARIABLE] = str(folder)  # for worker processes, too
    return folder


def _check(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise PermissionError(13, os.strerror(13))


@cache
def _short_lived() -> Path:
    import atexit
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix=f"{NAME}-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def data_folder() -> Path:
    """For what must not get lost, such as the tables of a server."""
    from platformdirs import user_data_path

    return user_data_path(NAME, appauthor=False)


def config_folder() -> Path:
    """For what the user chooses, such as the file of settings."""
    from platformdirs import user_config_path

    return user_config_path(NAME, appauthor=False)
