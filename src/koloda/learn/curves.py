"""The curves of a training: a CSV file, a plot, and events for TensorBoard where that is installed."""

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any, Self

from koloda.core.files import write_text
from koloda.drawing.html_page import picture
from koloda.drawing.plots import course
from koloda.learn.trainer import Stage

Row = dict[str, float]


def row_of(stage: Stage) -> Row:
    """A stage as a row of the CSV file. Shares have columns for the mean and the half of their interval."""
    row: Row = {
        "stage": stage.number,
        "decisions": stage.decisions,
        "learnt": stage.learnt,
        "seconds": round(stage.seconds, 2),
        "rate": round(stage.rate),
        **{name: round(figure, 6) for name, figure in stage.figures.items()},
    }
    for name, found in stage.won.items():
        row[name] = round(found.mean, 5)
        row[f"{name}_half"] = round(found.half, 5)
    return row


def write_csv(file: Path, rows: Sequence[Row]) -> None:
    """Write all rows anew, so that no interruption leaves a part of one."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = StringIO()
    writer = csv.DictWriter(text, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_text(file, text.getvalue())


def write_plot(file: Path, rows: Sequence[Row], labels: dict[str, str], title: str, fair: float) -> None:
    """Draw the shares of the columns in `labels`, from stage to stage, and the fair share."""
    lines = [
        (label, [row[name] for row in rows if name in row])
        for name, label in labels.items()
        if any(name in row for row in rows)
    ]
    write_text(file, picture(course(lines, title, lambda share: f"{share:.0%}", fair, strong=len(lines) - 1)))


class EventWriter:
    """Writes event files for TensorBoard."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer

    @classmethod
    def find(cls, folder: Path, decisions: int) -> Self | None:
        """A writer, None where the package `tensorboard` is missing. Events from `decisions` on are replaced."""
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            return None
        return cls(SummaryWriter(str(folder), purge_step=decisions))

    def add(self, row: Row) -> None:
        for name, figure in row.items():
            if name not in ("stage", "decisions"):
                self._writer.add_scalar(name, figure, int(row["decisions"]))
        self._writer.flush()
