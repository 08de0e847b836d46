"""Runs `koloda train`: trains with a progress bar, stores checkpoints and curves, and says what was reached."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

from koloda.arena.match_report import Translator
from koloda.bots.levels import LEVELS, levels
from koloda.bots.network import Network, read_network
from koloda.compiled.bot_match import FOREIGN
from koloda.compiled.cuda_device import check_cuda
from koloda.core.errors import UnknownOption
from koloda.core.exit_codes import DONE
from koloda.core.facts import fact
from koloda.core.files import cannot_write, read_bytes
from koloda.core.output import print_json
from koloda.core.text import Language
from koloda.drawing.console import ReportConsole, progress_bar
from koloda.games import find
from koloda.learn import checkpoint, curves
from koloda.learn.curves import EventWriter, Row
from koloda.learn.evaluation import shares
from koloda.learn.opponents import League
from koloda.learn.recipe import Recipe, begun_with, usual_recipe
from koloda.learn.tables import MakeBatch
from koloda.learn.torch_extra import torch
from koloda.learn.trainer import Stage, Trainer

CHECKPOINT, CURVES, PLOT, EVENTS, NETWORK = "checkpoint.pt", "curves.csv", "curves.svg", "tensorboard", "network.npz"


@dataclass(frozen=True)
class TrainingOptions:
    """The options of the command line."""

    game: str
    out: Path
    players: tuple[int, ...] | None = None
    decisions: int | None = None
    minutes: float | None = None
    """The budget; with a budget in decisions, the training pauses after so many minutes."""
    device: str = "cpu"
    seed: int | None = None
    resume: bool = False
    start: Path | None = None
    """The network to begin with."""
    attackers: tuple[Path, ...] = ()
    compiled: bool = False
    changes: Mapping[str, Any] | None = None
    """Other settings of the recipe, by name."""
    as_json: bool = False


class Session:
    """One run of the command: a training with its folder."""

    def __init__(self, options: TrainingOptions, language: Language) -> None:
        self.options, self.language = options, language
        self.t = Translator("learn", language)
        self.console = ReportConsole(stderr=options.as_json)
        check_device(options.device)
        check_minutes(options.minutes)
        self.game = find(options.game)
        self.file = options.out / CHECKPOINT
        self.rows: list[Row] = []
        self.trainer = self._resumed() if options.resume else self._begun()
        self.recipe = self.trainer.recipe
        check_budget(self.recipe, options.minutes)
        self.events = EventWriter.find(options.out / EVENTS, self.trainer.decisions)
        self.opponents = [level for level in levels(self.game) if 0 < level < FOREIGN] or [0]

    def _begun(self) -> Trainer:
        options = self.options
        if self.file.exists():
            raise UnknownOption.of("learn.already_there", folder=str(options.out))
        start = None if options.start is None else self._network(options.start)
        changes = chosen(options) | ({} if start is None else begun_with(start, options.changes or {}))
        recipe = usual_recipe(self.game, options.device, changes)
        attackers = tuple(map(self._network, options.attackers))
        try:
            options.out.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise cannot_write(options.out, problem) from None
        league = League(self.game, recipe, options.device, attackers)
        trainer = Trainer(recipe, options.device, league, MakeBatch(), options.compiled)
        if start is not None:
            trainer.model.load_arrays(start.arrays())
        return trainer

    def _network(self, file: Path) -> Network:
        return read_network(self.game, read_bytes(file), str(file))

    def _resumed(self) -> Trainer:
        kept = checkpoint.read(self.file)
        recipe = Recipe.read(kept["recipe"])
        if recipe.game != self.game.name:
            there, here = fact(f"{recipe.game}.title"), fact(f"{self.game.name}.title")
            raise UnknownOption.of("learn.other_game", folder=str(self.options.out), right=there, given=here)
        if self.options.attackers:
            raise UnknownOption.of("learn.late_attackers")
        if self.options.start is not None:
            raise UnknownOption.of("learn.late_start")
        for name, value in chosen(self.options).items():
            if name != "decisions" and getattr(recipe, name) != value:
                raise UnknownOption.of(
                    "learn.other_recipe", setting=name, given=str(value), right=str(getattr(recipe, name))
                )
        if self.options.decisions is not None:
            recipe = recipe.changed(decisions=self.options.decisions)
        self.rows = list(kept["rows"])
        return checkpoint.resume(kept, self.options.device, recipe, self.options.compiled)

    def run(self) -> list[Row]:
        """Train until the budget is spent, or the time is up."""
        t, trainer, minutes = self.t, self.trainer, self.options.minutes
        if self.events is None:
            self.console.print(t("no_tensorboard"), highlight=False)
        spends_time = not self.recipe.decisions
        limit = None if minutes is None else 60 * minutes
        total = round(limit or 0) if spends_time else self.recipe.decisions
        clock = perf_counter() - trainer.seconds
        until = None if limit is None or spends_time else trainer.seconds + limit
        with progress_bar(t("compiling"), t("training"), total) as bar:
            last = trainer.seconds if spends_time else trainer.decisions
            bar(round(last))

            def told(decisions: int, seconds: float) -> None:
                nonlocal last
                now = seconds if spends_time else decisions
                bar(round(now - last))
                last = now

            budget = limit if spends_time else None
            while not trainer.spent(budget):
                stage = trainer.run_stage(told, budget)
                self.store(stage, trainer.spent(budget))
                trainer.seconds = perf_counter() - clock  # evaluations take time, too
                if until is not None and trainer.seconds >= until:
                    break
        return self.rows

    def store(self, stage: Stage, over: bool) -> None:
        """Store the training, evaluate it, then store everything."""
        self.save()
        self.evaluate(stage, self.recipe.players if over else (self.usual_table,))
        row = curves.row_of(stage)
        self.rows.append(row)
        folder = self.options.out
        self.save()
        curves.write_csv(folder / CURVES, self.rows)
        curves.write_plot(folder / PLOT, self.rows, self._labels(), self._title(), 1 / self.usual_table)
        if self.events is not None:
            self.events.add(row)
        self.console.print(self._line(stage), highlight=False, soft_wrap=True)

    def save(self) -> None:
        """Store the checkpoint and the network."""
        checkpoint.save(self.file, self.trainer, self.rows)
        self.trainer.to_network().save(self.options.out / NETWORK)

    @property
    def usual_table(self) -> int:
        """The number of players of the evaluations while the training goes on."""
        usual = self.game.set_up.usual
        return usual if usual in self.recipe.players else self.recipe.players[-1]

    def evaluate(self, stage: Stage, players: tuple[int, ...]) -> None:
        trainer = self.trainer
        found = shares(
            self.game, trainer.model, self.opponents, players, self.recipe.deals, trainer.device, trainer.make
        )
        for (number, count), share in found.items():
            stage.won[column(self.opponents[number], count)] = share

    def _labels(self) -> dict[str, str]:
        return {column(level, self.usual_table): self.t("among", bot=LEVELS[level]) for level in self.opponents}

    def _title(self) -> str:
        return self.t("plot_title", game=fact(f"{self.game.name}.title"), players=self.usual_table)

    def _line(self, stage: Stage) -> str:
        t = self.t
        shown = ", ".join(
            f"{LEVELS[level]} {t.percent(stage.won[column(level, count)])} ({count})"
            for count in self.recipe.players
            for level in self.opponents
            if column(level, count) in stage.won
        )
        return t(
            "stage",
            decisions=t.figure(stage.decisions / 1e6, ",.1f"),
            rate=t.figure(stage.rate / 1e6, ".3g"),
            entropy=t.figure(stage.figures["entropy"], ".3f"),
            shares=shown,
        )


def column(level: int, players: int) -> str:
    """The name of a share in the curves."""
    return f"{LEVELS[level]}_{players}"


def chosen(options: TrainingOptions) -> dict[str, Any]:
    """What the command line says about the recipe."""
    given = {"players": options.players, "decisions": options.decisions, "seed": options.seed}
    if options.decisions is None and options.minutes is not None and not options.resume:
        given["decisions"] = 0
    return {name: value for name, value in given.items() if value is not None} | dict(options.changes or {})


def check_minutes(minutes: float | None) -> None:
    """Refuse a time that never passes."""
    if minutes is not None and not 0 < minutes < inf:
        raise UnknownOption.of("learn.positive", setting="minutes", given=str(minutes))


def check_budget(recipe: Recipe, minutes: float | None) -> None:
    """Refuse a training that would never end."""
    if not recipe.decisions and minutes is None:
        raise UnknownOption.of("learn.no_budget")


def check_device(device: str) -> None:
    """Refuse a GPU that cannot be used."""
    if device == "cuda":
        check_cuda()
        if not torch.cuda.is_available():
            raise UnknownOption.of("learn.no_cuda")


def run(options: TrainingOptions, language: Language) -> int:
    """Train, and print what came of it. Return the exit status."""
    session = Session(options, language)
    t = session.t
    try:
        rows = session.run()
    except KeyboardInterrupt:
        raise KeyboardInterrupt(t("interrupted", folder=str(options.out))) from None
    trainer = session.trainer
    if options.as_json:
        print_json(
            {"recipe": trainer.recipe.data(), "out": str(options.out), "over": trainer.spent(), "last": rows[-1]}
        )
    elif trainer.recipe.decisions and not trainer.spent():
        session.console.print(t("paused", folder=str(options.out)), highlight=False)
    else:
        session.console.print(t("done", folder=str(options.out)), highlight=False)
    return DONE
