"""Environments for learning agents: batches of games on the CPU or a GPU; PettingZoo, Gymnasium and OpenSpiel."""

from koloda.envs.batch import Batch, batch
from koloda.envs.playouts import Playouts, playouts

__all__ = ["Batch", "Playouts", "batch", "playouts"]
