"""Packages that only some environments need, each an extra of Koloda's."""

from koloda.core.errors import UnknownOption


class MissingExtra(UnknownOption, ImportError):
    """A package that is not installed; says how to get it."""

    code = "missing_extra"


def missing(module: str, extra: str) -> MissingExtra:
    return MissingExtra.of("envs.no_extra", module=module, extra=extra)
