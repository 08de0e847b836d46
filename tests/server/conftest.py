"""Fixtures for the tests of the server."""

from tests.server.clusters import cluster_maker
from tests.server.postgres import database_server

__all__ = ["cluster_maker", "database_server"]
