"""Games in real (pseudo) terminals, one after the other, and how they end: this process forks a child for each.

It reads scenarios as JSON (`Scenario`) and prints what happened in each (`Ending`). A process of its own has no threads
that a fork could harm, and imports the program only once.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.timeouts import HANG

ROOT = Path(__file__).parents[2]


class Scenario(NamedTuple):
    """Run `koloda` with these words; then, for each step, wait for a text, and do something.

    What can be done: `SIGTERM` and the like send a signal, `close` closes the terminal, `stopped` waits until the
    program is suspended; anything else is typed.
    """

    words: Sequence[str]
    steps: Sequence[tuple[str, str]]
    data: str
    """The folder for saved games."""


class Ending(NamedTuple):
    status: int
    """The exit status; of a process that a signal has ended, minus its number."""
    output: list[str]
    """What was written before each step, and after the last."""


def play_in_terminals(scenarios: Mapping[str, Scenario]) -> dict[str, Ending]:
    """Run all scenarios in one process."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.terminal.in_a_terminal"],
        input=json.dumps(list(scenarios.values())),
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=HANG,
    )
    assert done.returncode == 0, done.stderr
    return {name: Ending(*found) for name, found in zip(scenarios, json.loads(done.stdout), strict=True)}


def _child(scenario: Scenario) -> None:
    from koloda.cli.main import main

    # A shell ignores these for what it starts in the background, as nohup does; in a terminal of its own nothing is.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.environ.update(TERM="xterm-256color", XDG_DATA_HOME=scenario.data, LC_ALL="C.UTF-8", COLUMNS="", LINES="")
    for number, name in enumerate(("stdin", "stdout", "stderr")):  # those of the parent are pipes
        stream = os.fdopen(number, "w" if number else "r", encoding="utf-8")
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    status = main(list(scenario.words))
    sys.stdout.flush()
    os._exit(status)


def _play(scenario: Scenario) -> Ending:
    child, terminal = pty.fork()
    if not child:
        try:
            _child(scenario)
        except SystemExit as left:
            os._exit(left.code if isinstance(left.code, int) else 1)
        except BaseException:
            import traceback

            traceback.print_exc()
        finally:
            os._exit(99)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    output = [""]
    for awaited, step in scenario.steps:
        while awaited not in output[-1]:
            more = _read(terminal, child)
            assert more, f"waiting for {awaited!r}, the program has ended: {output}"
            output[-1] += more
        output.append("")
        if step == "close":
            os.close(terminal)
            terminal = -1
        elif step == "stopped":
            os.waitpid(child, os.WUNTRACED)
            while select.select([terminal], [], [], 0)[0]:
                output[-1] += _read(terminal, child)
        elif step.startswith("SIG"):
            os.kill(child, signal.Signals[step])
        else:
            os.write(terminal, step.encode())
    while terminal >= 0 and (more := _read(terminal, child)):
        output[-1] += more
    return Ending(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), output)


def _read(terminal: int, child: int) -> str:
    """What is written next; "" when the program has ended."""
    if not select.select([terminal], [], [], HANG)[0]:
        os.kill(child, signal.SIGKILL)
        raise TimeoutError("the program writes nothing more")
    try:
        return os.read(terminal, 1 << 16).decode("utf-8", "replace")
    except OSError:  # nobody has the terminal open any more
        return ""


if __name__ == "__main__":
    import koloda.terminal.play
    import koloda.terminal.screen.app  # noqa: F401

    print(json.dumps([_play(Scenario(*given)) for given in json.load(sys.stdin)]))
