"""A training on disk: the network, the optimizer, the league and the curves. Written as a whole or not at all."""

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from koloda.bots.network import Network, read_network
from koloda.core.errors import BadRecord
from koloda.core.facts import fact
from koloda.core.files import read_bytes, write_bytes
from koloda.games import find
from koloda.learn.opponents import League
from koloda.learn.recipe import Recipe
from koloda.learn.tables import MakeBatch
from koloda.learn.torch_extra import torch
from koloda.learn.trainer import Trainer

KIND = "koloda training 1"
LARGEST = 16_000_000
"""Bytes of a checkpoint."""


def save(file: Path, trainer: Trainer, rows: list[dict[str, float]]) -> None:
    """Store a training between two stages; `rows` are the curves so far."""
    league = trainer.opponents
    assert isinstance(league, League)
    kept = {
        "kind": KIND,
        "recipe": trainer.recipe.data(),
        "stage": trainer.stage,
        "decisions": trainer.decisions,
        "learnt": trainer.learnt,
        "seconds": trainer.seconds,
        "model": trainer.model.state_dict(),
        "optimizer": trainer.learner.optimizer.state_dict(),
        "past": {slot: _tensors(arrays) for slot, arrays in league.kept().items()},
        "attackers": [each.written() for each in league.attackers],
        "rows": rows,
    }
    content = BytesIO()
    torch.save(kept, content)
    if content.tell() > LARGEST:
        raise BadRecord.of("learn.checkpoint_large", file=str(file), given=content.tell(), most=LARGEST)
    write_bytes(file, content.getvalue())


def read(file: Path) -> dict[str, Any]:
    """The content of a checkpoint. Nothing in it is executed."""
    content = read_bytes(file)
    try:
        kept = torch.load(BytesIO(content), map_location="cpu", weights_only=True)
    except Exception as problem:  # whatever PyTorch raises for a file that is none of its own
        raise BadRecord.of("learn.no_checkpoint", file=str(file)) from problem
    if not isinstance(kept, dict) or kept.get("kind") != KIND:
        raise BadRecord.of("learn.no_checkpoint", file=str(file))
    return kept


def resume(kept: dict[str, Any], device: str, recipe: Recipe, compiled: bool = False) -> Trainer:
    """Continue a training; `recipe` may have another budget than the stored one."""
    game = find(recipe.game)
    attackers = tuple(read_network(game, content, recipe.game) for content in kept["attackers"])
    league = League(game, recipe, device, attackers)
    trainer = Trainer(recipe, device, league, MakeBatch(), compiled)
    try:
        trainer.model.load_state_dict(kept["model"])
    except RuntimeError as problem:  # arrays of other shapes, or others altogether
        raise BadRecord.of("learn.checkpoint_misfit", game=fact(f"{game.name}.title")) from problem
    league.load({slot: _arrays(tensors) for slot, tensors in kept["past"].items()})
    trainer.learner.load(kept["optimizer"])
    trainer.stage, trainer.decisions, trainer.learnt = kept["stage"], kept["decisions"], kept["learnt"]
    trainer.seconds = kept["seconds"]
    return trainer


def export(file: Path) -> Network:
    """The network of a checkpoint."""
    kept = read(file)
    return resume(kept, "cpu", Recipe.read(kept["recipe"])).to_network()


def _tensors(arrays: dict[str, Any]) -> dict[str, Any]:
    return {name: torch.as_tensor(array) for name, array in arrays.items()}


def _arrays(tensors: dict[str, Any]) -> dict[str, Any]:
    return {name: np.asarray(tensor) for name, tensor in tensors.items()}
