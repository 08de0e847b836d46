"""Arrays of a batch on a real GPU, consumed by PyTorch, JAX or CuPy: test_cuda.py runs it in its own process."""

import gc
import os
import sys
from typing import Any

import numpy as np

from koloda import envs
from koloda.envs.batch import Batch

ARRAYS = ("observations", "masks", "seats", "rewards", "done")
SIZE = 10_000
NO_GPU = 3
"""The exit status if the consumer finds no GPU."""


class Torch:
    def __init__(self) -> None:
        import torch

        self.there = torch.cuda.is_available()
        self._torch = torch

    def from_dlpack(self, array: Any) -> Any:
        return self._torch.from_dlpack(array)

    def address(self, tensor: Any) -> int:
        return int(tensor.data_ptr())

    def read(self, tensor: Any) -> Any:
        return tensor.cpu().numpy()

    def first_of(self, masks: Any) -> Any:
        return masks.to(self._torch.int8).argmax(dim=1)

    def copy_on_a_stream(self, array: Any) -> Any:
        """The consumer copies on a stream that does not wait for others."""
        stream = self._torch.cuda.Stream()
        with self._torch.cuda.stream(stream):
            copied = self.from_dlpack(array).clone()
        stream.synchronize()
        return copied


class Jax:
    def __init__(self) -> None:
        os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
        import jax

        self.there = jax.default_backend() == "gpu"
        self._jax = jax

    def from_dlpack(self, array: Any) -> Any:
        return self._jax.dlpack.from_dlpack(array, copy=False)

    def address(self, array: Any) -> int:
        return int(array.unsafe_buffer_pointer())

    def read(self, array: Any) -> Any:
        return np.asarray(array)

    def first_of(self, masks: Any) -> Any:
        return self._jax.numpy.argmax(masks, axis=1)

    def copy_on_a_stream(self, array: Any) -> Any:
        return self._jax.numpy.array(self.from_dlpack(array), copy=True).block_until_ready()


class Cupy:
    def __init__(self) -> None:
        import cupy

        self.there = cupy.cuda.is_available()
        self._cupy = cupy

    def from_dlpack(self, array: Any) -> Any:
        return self._cupy.from_dlpack(array)

    def address(self, array: Any) -> int:
        return int(array.data.ptr)

    def read(self, array: Any) -> Any:
        return array.get()

    def first_of(self, masks: Any) -> Any:
        return masks.argmax(axis=1)

    def copy_on_a_stream(self, array: Any) -> Any:
        stream = self._cupy.cuda.Stream(non_blocking=True)
        with stream:
            copied = self.from_dlpack(array).copy()
        stream.synchronize()
        return copied


CONSUMERS = {"torch": Torch, "jax": Jax, "cupy": Cupy}


def main(name: str) -> int:
    consumer: Any = CONSUMERS[name]()
    if not consumer.there:
        return NO_GPU
    batch = envs.batch("dobro", 4, SIZE, "cuda", seed=1, reward="score")
    batch.random_steps(300)
    for array in [*(getattr(batch, array) for array in ARRAYS), batch.random_actions()]:
        memory_is_shared(consumer, array)
    kernels_come_first(consumer, batch)
    actions_are_taken(consumer, batch)
    memory_is_kept(consumer)
    print("shared")
    return 0


def memory_is_shared(consumer: Any, array: Any) -> None:
    consumed = consumer.from_dlpack(array)
    assert consumer.address(consumed) == array.__cuda_array_interface__["data"][0]
    read, expected = consumer.read(consumed), array.copy_to_host()
    assert read.dtype == expected.dtype
    assert expected.any()
    assert np.array_equal(read, expected)


def kernels_come_first(consumer: Any, batch: Batch) -> None:
    """A copy on another stream right after a launch has what the kernel wrote."""
    for _ in range(5):
        batch.random_steps(2000)
        copied = consumer.copy_on_a_stream(batch.observations)
        assert np.array_equal(consumer.read(copied), batch.observations.copy_to_host())


def actions_are_taken(consumer: Any, batch: Batch) -> None:
    other = envs.batch("dobro", 4, SIZE, "cuda", seed=1, reward="score")
    other.load_state_dict(batch.state_dict())
    other.step(other.masks.copy_to_host().argmax(axis=1))
    batch.step(consumer.first_of(consumer.from_dlpack(batch.masks)))
    assert np.array_equal(batch.observations.copy_to_host(), other.observations.copy_to_host())


def memory_is_kept(consumer: Any) -> None:
    """A consumer keeps the memory, even without the batch."""
    own = envs.batch("dobro", 4, SIZE, "cuda", seed=2)
    expected, consumed = own.observations.copy_to_host(), consumer.from_dlpack(own.observations)
    del own
    gc.collect()
    others = [envs.batch("dobro", 4, SIZE, "cuda", seed=seed) for seed in range(3, 6)]
    assert np.array_equal(consumer.read(consumed), expected)
    assert len(others) == 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
