"""Let nodes, PostgreSQL and the network fail for ten minutes while people and bots play, and check what everybody saw.

Three nodes (`koloda serve --database postgresql://…`) and a PostgreSQL run on this machine; hundreds of tables are
played through a proxy. Every few seconds something is killed, frozen, cut off or restarted. Afterwards everything that
clients saw is compared with what the database holds. A campaign of ten minutes or more renews docs/failover.md. Exits
with 1 if something does not hold, and keeps the evidence.
"""

import argparse
import asyncio
import json
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from report import cpu_model, table, write_between_markers

from tests.server.failover.campaign import EVENTS, Campaign, Settings
from tests.server.failover.checker import CHECKS, Verdict, check
from tests.server.postgres import postgres

PAGE: Final = Path(__file__).parent.parent / "docs" / "failover.md"
GOAL: Final = 5.0
"""Seconds in which 99 of 100 takeovers must be done."""
LEAST: Final = 10.0
"""Minutes that a campaign on the page must last."""
SHOWN: Final = 20
"""How many problems to print."""
EXAMPLES: Final = """
examples:
  make failover
  make failover ARGS="--minutes 1 --tables 60"
  make failover ARGS="--minutes 10 --nodes 3 --tables 300 --seed 1 --json"
  make failover ARGS="--check build/failover/2"
"""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="make failover", description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=LEAST, help="for how long something fails (default 10)")
    parser.add_argument("--nodes", type=int, default=3, help="how many nodes (default 3)")
    parser.add_argument("--tables", type=int, default=200, help="how many tables at the same time (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="decides which faults come when, and what people want")
    parser.add_argument("--evidence", type=Path, help="where to keep what everybody saw (default: build/failover/N)")
    parser.add_argument("--keep", action="store_true", help="keep the evidence even if everything holds")
    parser.add_argument("--check", type=Path, metavar="FOLDER", help="judge the evidence of another campaign again")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables; no page")
    options = parser.parse_args()
    if options.nodes < 1 or options.tables < 1 or options.minutes <= 0:
        parser.error("a campaign needs at least one node, one table and some time")
    folder = options.check or options.evidence or fresh_folder()
    if options.check is None:
        if folder.exists():
            parser.error(f"{folder} exists: name another folder with --evidence")
        settings = Settings(seconds=60 * options.minutes, nodes=options.nodes, tables=options.tables, seed=options.seed)
        run(settings, folder)
    tell("checking")
    verdict = check(folder, os.cpu_count() or 1, tell)
    text = as_markdown(verdict)
    if options.json:
        print(json.dumps(as_json(verdict), indent=2))
    else:
        print(text)
        if verdict.figures.settings.seconds >= 60 * LEAST:
            write_between_markers(PAGE, text)
    for problem in verdict.problems[:SHOWN]:
        print(problem, file=sys.stderr)
    holds = not verdict.problems and not verdict.figures.failed_tasks
    if holds and options.check is None and not options.keep:
        shutil.rmtree(folder)
    elif not holds:
        print(f"{len(verdict.problems)} problems; the evidence is in {folder}", file=sys.stderr)
    return 0 if holds else 1


def fresh_folder() -> Path:
    parent = Path("build", "failover")
    number = 1
    while (parent / str(number)).exists():
        number += 1
    return parent / str(number)


def run(settings: Settings, folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="koloda-failover-") as work, postgres() as server:
        campaign = Campaign(settings, Path(work, "evidence"), server, tell)
        try:
            asyncio.run(campaign.run())
        finally:
            folder.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(campaign.folder, folder)


BEGAN: Final = time.monotonic()


def tell(what: str) -> None:
    print(f"failover: {time.monotonic() - BEGAN:6.1f} s: {what}", file=sys.stderr, flush=True)


def quantiles(seconds: Sequence[float]) -> str:
    """p50, p99 and the worst."""
    if not seconds:
        return "–"
    ordered = sorted(seconds)
    found = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.99, 1)]
    return " / ".join(f"{each:.1f}" for each in found) + " s"


def p99(seconds: Sequence[float]) -> float:
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]


def as_markdown(verdict: Verdict) -> str:
    figures, settings = verdict.figures, verdict.figures.settings
    people, minutes = figures.people, settings.seconds / 60
    given = f"--minutes {minutes:g} --nodes {settings.nodes} --tables {settings.tables} --seed {settings.seed}"
    lines = [
        f'- `make failover ARGS="{given}"`',
        f"- on {cpu_model()}, {os.cpu_count()} cores for nodes, PostgreSQL, clients and proxy together",
        f"- something failed for {minutes:.1f} minutes, {figures.seconds / 60:.1f} minutes in all",
        "",
    ]
    counted = Counter(fault.kind for fault in verdict.faults)
    lasted = {kind: [fault.until - fault.at for fault in verdict.faults if fault.kind == kind] for kind in counted}
    rows = [(kind, str(counted[kind]), quantiles(lasted[kind])) for kind in sorted(counted)]
    lines += [
        table(("fault", "times", "lasted, p50 / p99 / worst"), [*rows, ("in all", str(len(verdict.faults)), "")]),
        "",
    ]
    load = [
        ("nodes", f"{settings.nodes}"),
        ("tables at the same time", f"{settings.tables}"),
        ("tables in all, with rematches", f"{len(verdict.tables):,}"),
        ("of these finished", f"{verdict.total('over'):,}"),
        ("people over WebSockets / over HTTP", f"{people.get('Player', 0)} / {people.get('Poller', 0)}"),
        ("spectators", f"{people.get('Spectator', 0)}"),
        ("events stored", f"{verdict.total('events'):,}"),
        ("moves and undos of people acknowledged", f"{verdict.total('accepted'):,}"),
        ("commands sent", f"{verdict.total('commands'):,}"),
        ("of these doubled by the proxy", f"{figures.doubles:,}"),
        ("of these with more than one answer", f"{verdict.total('repeated'):,}"),
        ("news compared with the log", f"{verdict.total('frames'):,}, {verdict.total('compared') / 1e6:,.0f} MB"),
        ("connections of clients lost", f"{len(verdict.away):,}"),
        ("how long they were away, p50 / p99 / worst", quantiles(verdict.away)),
        (f"all tables {EVENTS} events further or over, after the last fault", f"{figures.recovered:.1f} s"),
    ]
    lines += [table(("load", ""), load), ""]
    found = verdict.by_kind
    checks = [(CHECKS[kind], f"{count:,}", "0", "holds" if count == 0 else "BROKEN") for kind, count in found.items()]
    failed = figures.failed_tasks
    checks.append(("errors of nodes in the background", f"{failed}", "0", "holds" if failed == 0 else "BROKEN"))
    lines += [table(("check", "found", "asked", ""), checks), ""]
    alone, every = verdict.takeovers(alone=True), verdict.takeovers(alone=False)
    goal = f"p99 ≤ {GOAL:g} s"
    judged = "" if not alone else "reached" if p99(alone) <= GOAL else "missed"
    lines += [
        table(
            ("takeover of a table where something was due", "tables", "p50 / p99 / worst", "asked", ""),
            [
                ("nothing else failed meanwhile", f"{len(alone):,}", quantiles(alone), goal, judged),
                ("all, also while something else failed", f"{len(every):,}", quantiles(every), "", ""),
            ],
        )
    ]
    return "\n".join(lines)


def as_json(verdict: Verdict) -> dict[str, object]:
    names = ("events", "frames", "compared", "accepted", "commands", "repeated", "over")
    return {
        "figures": msgspec.to_builtins(verdict.figures),
        "faults": Counter(fault.kind for fault in verdict.faults),
        "tables": len(verdict.tables),
        **{name: verdict.total(name) for name in names},
        "found": verdict.by_kind,
        "problems": [msgspec.to_builtins(problem) for problem in verdict.problems],
        "takeovers_alone": verdict.takeovers(alone=True),
        "takeovers": verdict.takeovers(alone=False),
        "away": verdict.away,
    }


if __name__ == "__main__":
    sys.exit(main())
