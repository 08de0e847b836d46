"""CUDA graphs: work that is the same every time is recorded once, and then launched as a whole.

A step of play launches a hundred small kernels, and a step of the optimizer as many: one by one, the CPU takes longer
to launch them than the GPU to run them. What is recorded works on the same memory every time. It runs once as usual
before that, so that everything is there which is made at the first use.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from koloda.compiled.cuda_launch import launching_on
from koloda.learn.torch_extra import torch

T = TypeVar("T")


class Recorded(Generic[T]):
    """A function without arguments that runs as usual at first, then is recorded, then replayed.

    What it returns lies in the same memory every time.
    """

    def __init__(self, work: Callable[[], T], generators: tuple[Any, ...] = ()) -> None:
        """`generators` are those that the work draws random numbers from, besides the default one."""
        self._work, self._generators = work, generators
        self._tried = False
        self._graph: Any = None
        self._found: T

    def __call__(self) -> T:
        if not self._tried:
            self._tried = True
            return self._work()
        if self._graph is None:
            self._record()
        self._graph.replay()
        return self._found

    def _record(self) -> None:
        graph = torch.cuda.CUDAGraph()
        for generator in self._generators:
            graph.register_generator_state(generator)
        recording = torch.cuda.graph(graph, capture_error_mode="thread_local")
        with recording, launching_on(torch.cuda.current_stream().cuda_stream):
            self._found = self._work()
        self._graph = graph


def side_by_side(works: Sequence[Callable[[], None]], streams: Sequence[Any]) -> None:
    """Do these in any order; while they are recorded, the GPU is told that they may run side by side."""
    if not torch.cuda.is_current_stream_capturing():
        for work in works:
            work()
        return
    main = torch.cuda.current_stream()
    for work, stream in zip(works, streams, strict=True):
        stream.wait_stream(main)
        with torch.cuda.stream(stream), launching_on(stream.cuda_stream):
            work()
    for stream in streams:
        main.wait_stream(stream)
