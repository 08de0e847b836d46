"""For the tests of the server: what one does to the log, the next one does not notice."""

import logging
from collections.abc import Iterator

import pytest

from koloda.server.logs import LOGGERS


@pytest.fixture(autouse=True)
def log_as_before() -> Iterator[None]:
    """A server that a test starts in this process sets up the log of the whole process."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(list(logger.handlers), logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)
