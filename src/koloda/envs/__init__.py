"""Environments for agents that learn: batches of games on the CPU or a GPU, and adapters to known interfaces."""

from koloda.envs.batch import Batch, batch
from koloda.envs.playouts import Playouts, playouts

__all__ = ["Batch", "Playouts", "batch", "playouts"]
