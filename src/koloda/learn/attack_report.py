"""Runs `koloda attack`: trains an attacker with a progress bar, and says how much it wins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from koloda.arena.match_report import Translator
from koloda.bots.network import Network, read_network
from koloda.core.errors import UnknownOption
from koloda.core.exit_codes import DONE
from koloda.core.facts import fact
from koloda.core.files import check_writable, read_bytes
from koloda.core.game import Game
from koloda.core.output import print_json
from koloda.core.text import Language
from koloda.drawing.console import ReportConsole, progress_bar
from koloda.games import find
from koloda.learn.attack import Attack, Target, find_target
from koloda.learn.recipe import Recipe, begun_with, usual_recipe
from koloda.learn.training_report import check_budget, check_device, check_minutes

ALWAYS: Mapping[str, Any] = {"bots": 0.0, "past": 0.0, "careless": 0.25, "steps": 64, "imitate": 20}
"""An attacker has few decisions in a game, so it plays longer between updates."""
SLOWLY: Mapping[str, Any] = {"games": 32, "minibatch": 1024, "stage": 8, "imitate": 16, "decisions": 200_000}
"""Against a bot that is asked position by position."""


@dataclass(frozen=True)
class AttackOptions:
    """The options of the command line."""

    game: str
    target: str
    players: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    position: str | None = None
    """In notation; it has its own players and options."""
    decisions: int | None = None
    minutes: float | None = None
    device: str = "cpu"
    deals: int = 2048
    seed: int | None = None
    out: Path | None = None
    start: Path | None = None
    compiled: bool = False
    changes: Mapping[str, Any] = field(default_factory=dict)
    as_json: bool = False


def recipe_of(game: Game, options: AttackOptions, target: Target, start: Network | None) -> Recipe:
    """How the attacker is trained."""
    given: dict[str, Any] = {"decisions": options.decisions, "seed": options.seed}
    if options.decisions is None and options.minutes is not None:
        given["decisions"] = 0
    if start is not None:
        given |= begun_with(start, options.changes)
    chosen = {name: value for name, value in given.items() if value is not None}
    position = target.make.position
    players = int(
        game.set_up.settle(options.players, **options.options)["players"] if position is None else position.players
    )
    slowly = SLOWLY if target.slow else {}
    return usual_recipe(game, options.device, {**ALWAYS, **slowly, **chosen, **options.changes, "players": (players,)})


def target_of(game: Game, options: AttackOptions) -> Target:
    """The bot that is attacked, in its games."""
    if options.position is None:
        game.start(game.set_up.settle(options.players, **options.options))  # refuse conflicting options now
        return find_target(game, options.target, options.device, options.options)
    if options.players is not None or options.options:
        raise UnknownOption.of("learn.position_alone")
    state = game.notation.read_position(options.position)
    if game.rules.over(state):
        raise UnknownOption.of("learn.position_over")
    chosen = game.set_up.chosen(state)
    return find_target(
        game, options.target, options.device, {name: chosen[name] for name in chosen if name != "players"}, state
    )


def begin(options: AttackOptions) -> Attack:
    """Check everything, then set up the attack."""
    check_device(options.device)
    check_minutes(options.minutes)
    if options.deals < 1:
        raise UnknownOption.of("errors.at_least", option="deals", given=str(options.deals), least=1)
    if options.out is not None:
        check_writable(options.out)
    game = find(options.game)
    start = None if options.start is None else read_network(game, read_bytes(options.start), str(options.start))
    target = target_of(game, options)
    start = start or target.network
    recipe = recipe_of(game, options, target, start)
    check_budget(recipe, options.minutes)
    return Attack(recipe, options.device, target, start, options.compiled)


def run(options: AttackOptions, language: Language) -> int:
    """Train the attacker, measure it, and print what it wins. Return the exit status."""
    t = Translator("learn", language)
    console = ReportConsole(stderr=options.as_json)
    attack = begin(options)
    game, recipe, trainer = attack.game, attack.recipe, attack.trainer
    (players,) = recipe.players
    title = t("attack_title", game=fact(f"{game.name}.title"), players=players, target=options.target)
    console.print(title, highlight=False)
    limit = None if options.minutes is None else 60 * options.minutes
    total = recipe.decisions or round(limit or 0)
    with progress_bar(t("compiling"), t("training"), total) as bar:
        last = 0.0

        def told(decisions: int, seconds: float) -> None:
            nonlocal last
            now = decisions if recipe.decisions else seconds
            bar(round(now - last))
            last = now

        while not trainer.spent(limit) and (limit is None or trainer.seconds < limit):
            stage = trainer.run_stage(told, limit)
            share = t.percent(attack.share(max(recipe.deals // players, 1)))
            decisions, rate = t.figure(stage.decisions / 1e6, ",.1f"), t.figure(stage.rate / 1e6, ".3g")
            entropy = t.figure(stage.figures["entropy"], ".3f")
            line = t("attack_stage", decisions=decisions, rate=rate, entropy=entropy, share=share)
            console.print(line, highlight=False, soft_wrap=True)
    found = attack.share(options.deals)
    if options.out is not None:
        trainer.to_network().save(options.out)
    fair = 1 / players
    if options.as_json:
        report = {"game": game.name, "players": players, "target": options.target, "fair": fair}
        spent = {"decisions": trainer.decisions, "learnt": trainer.learnt, "seconds": round(trainer.seconds, 2)}
        print_json({**report, "share": found.report(0.0, 1.0), **spent, "recipe": recipe.data()})
        return DONE
    console.print(t("attack_share", share=t.percent(found), deals=found.deals, fair=t.share(fair)), highlight=False)
    console.print(t("attack_gain", gain=t.figure(100 * (found.mean - fair), "+.1f")), highlight=False)
    seconds = t.figure(trainer.seconds, ",.0f")
    millions, own = t.figure(trainer.decisions / 1e6, ",.1f"), t.figure(trainer.learnt / 1e6, ",.1f")
    console.print(t("attack_budget", decisions=millions, seconds=seconds, learnt=own), highlight=False)
    if options.out is not None:
        console.print(t("attack_written", file=str(options.out)), highlight=False)
    return DONE
