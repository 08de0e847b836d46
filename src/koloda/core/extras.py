"""Packages that the base install leaves out: each belongs to an extra of Koloda."""

from typing import Self

from koloda.core.errors import UnknownOption


class MissingExtra(UnknownOption, ImportError):
    """A package of an extra is not installed; the error names the command that installs it."""

    code = "missing_extra"

    @classmethod
    def naming(cls, package: str, extra: str) -> Self:
        return cls.of("errors.no_extra", package=package, extra=extra)
