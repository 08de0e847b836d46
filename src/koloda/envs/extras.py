"""Packages that only some environments need. Each is an extra of Koloda."""

from koloda.core.errors import UnknownOption


class MissingExtra(UnknownOption, ImportError):
    """The error for a package that is not installed; it says how to install it."""

    code = "missing_extra"


def missing(module: str, extra: str) -> MissingExtra:
    return MissingExtra.of("envs.no_extra", module=module, extra=extra)
