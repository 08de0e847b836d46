"""PyTorch, or an error that names the extra that brings it."""

from koloda.core.extras import MissingExtra

try:
    import torch
    import torch.nn.functional as functional
    from torch import Tensor, nn
except ModuleNotFoundError as problem:
    raise MissingExtra.naming(str(problem.name), "torch") from None

__all__ = ["Tensor", "functional", "nn", "torch"]
