"""Arrays on a GPU that other libraries share without a copy, through DLPack and `__cuda_array_interface__`."""

from typing import Any

from numba import cuda
from numba.cuda.cudadrv.devicearray import DeviceNDArray

from koloda.envs.dlpack import CUDA, Device, check_request, lend

DEFAULT_STREAM, STREAM_OF_THREAD, AS_IT_IS = 1, 2, -1
"""The streams that have numbers in DLPack; other streams are given by address."""


class SharedArray(DeviceNDArray):
    """Kernels write to it on the default stream."""

    def __dlpack_device__(self) -> Device:
        return CUDA, self.gpu_data.context.device.id

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: Device | None = None,
        copy: bool | None = None,
    ) -> Any:
        """A capsule without a version, which every library accepts."""
        device = self.__dlpack_device__()
        check_request(device, dl_device, copy)
        _let_wait(stream)
        return lend(self, self.__cuda_array_interface__["data"][0], device)


def _let_wait(stream: int | None) -> None:
    """Make the consumer's stream wait for everything launched here."""
    if stream == 0:
        raise ValueError("Stream 0 may mean two streams: give 1 for the default one, 2 for that of the thread.")
    if stream in (None, DEFAULT_STREAM, AS_IT_IS):
        return
    event = cuda.event(timing=False)
    event.record(cuda.legacy_default_stream())
    event.wait(cuda.per_thread_default_stream() if stream == STREAM_OF_THREAD else cuda.external_stream(stream))
