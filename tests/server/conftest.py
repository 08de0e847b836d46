"""Fixtures for the tests of the server."""

from tests.server.postgres import database_server

__all__ = ["database_server"]
