"""For all tests: nothing is left to chance, and every failure of `make soak` can be repeated."""

import gc
import logging
import os
import shlex
import signal
import threading
import time
from collections.abc import Iterable, Iterator

import hypothesis
import pytest
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from koloda.cli.parser import Parser
from koloda.cli.settings import settings_of
from koloda.server.logs import LOGGERS
from tests.soak import SEED, TIMES

# The same examples in every run, however slow the machine is.
hypothesis.settings.register_profile(
    "koloda",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("koloda")


# Hypothesis tries constants that it finds in the modules imported so far, so examples would depend on the tests that
# ran before in the same process, and a failure of a long run could not be repeated alone.
def no_constants_of_imported_modules() -> Constants:
    return Constants()


assert hasattr(providers, "_get_local_constants"), "Hypothesis has changed: examples may depend on other tests again"
providers._get_local_constants = no_constants_of_imported_modules


SURROUNDINGS = (
    "COLUMNS",
    "FORCE_COLOR",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LINES",
    "NO_COLOR",
    "TZ",
)
"""Variables that change what programs write, and how. A test that is about one sets it."""

GC_THRESHOLDS = (10_000, 10, 10)
"""A test process comes to hold 700,000 objects. With Python's thresholds, collecting garbage took up to a quarter of
its time, nearly all of it in full collections."""


def forget_the_surroundings() -> None:
    """Whoever runs the tests has a terminal, a language and a time zone; tests start without."""
    for variable in SURROUNDINGS:
        os.environ.pop(variable, None)
    time.tzset()
    # A shell has what it starts in the background ignore Ctrl+C, and tests press it.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure() -> None:
    gc.set_threshold(*GC_THRESHOLDS)
    forget_the_surroundings()
    os.environ["KOLODA_SEED"] = str(SEED)  # for the processes of pytest-xdist, and for those that tests start
    for settings in settings_of(Parser("en").by_name).values():  # whoever runs the tests may have settings
        for setting in settings:
            if setting.key != "pages":  # tests/browser/build.py reads it
                os.environ.pop(setting.variable, None)
    os.environ["KOLODA_CONFIG"] = os.devnull


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest tests first: a process that is done early then finds short ones to take over.

    Each process begins with its part of the list. The tests in a browser would keep one of them busy until the others
    are done, so the second begins with those that visit every page.
    """
    in_a_browser, others = _parted(items, ("tests/browser/",))
    visiting, playing = _parted(in_a_browser, ("tests/browser/test_pages.py", "tests/browser/test_screen_reader.py"))
    part = len(items) // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    rest = max(0, part - len(playing))
    items[:] = [*playing, *others[:rest], *visiting, *others[rest:]]


def _parted(items: Iterable[pytest.Item], beginnings: tuple[str, ...]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests in some files or folders, and all others."""
    parts: tuple[list[pytest.Item], list[pytest.Item]] = ([], [])
    for item in items:
        parts[not item.nodeid.startswith(beginnings)].append(item)
    return parts


@pytest.fixture(autouse=True)
def log_as_before() -> Iterator[None]:
    """Let no test notice what another did to the log: a server that starts in this process sets it up for all."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(list(logger.handlers), logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def pytest_report_header() -> str | None:
    return f"soak: {TIMES} times as much as usual, seed {SEED}" if TIMES > 1 else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if TIMES == 1:
        return
    reports = [*terminalreporter.getreports("failed"), *terminalreporter.getreports("error")]
    failed = dict.fromkeys(report.nodeid for report in reports)
    if failed:
        terminalreporter.section("repeat with")
    for test in failed:
        terminalreporter.write_line(f'make soak SOAK={TIMES} SEED={SEED} ARGS="{shlex.quote(test)}"')
