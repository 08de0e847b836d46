"""Arrays on a GPU that others share without a copy: by `__cuda_array_interface__`, as numba's do, and by DLPack."""

from typing import Any

from numba import cuda
from numba.cuda.cudadrv.devicearray import DeviceNDArray

from koloda.envs.dlpack import CUDA, Device, check_request, lend

DEFAULT_STREAM, STREAM_OF_THREAD, AS_IT_IS = 1, 2, -1
"""Streams that DLPack has numbers for; of others it has the address."""


class SharedArray(DeviceNDArray):
    """Kernels write it on the default stream."""

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
        """A capsule of the first kind, which every version takes."""
        device = self.__dlpack_device__()
        check_request(device, dl_device, copy)
        _let_wait(stream)
        return lend(self, self.__cuda_array_interface__["data"][0], device)


def _let_wait(stream: int | None) -> None:
    """What the borrower does next on its stream comes after what was launched here."""
    if stream == 0:
        raise ValueError("Stream 0 may mean two streams: give 1 for the default one, 2 for that of the thread.")
    if stream in (None, DEFAULT_STREAM, AS_IT_IS):
        return
    event = cuda.event(timing=False)
    event.record(cuda.legacy_default_stream())
    event.wait(cuda.per_thread_default_stream() if stream == STREAM_OF_THREAD else cuda.external_stream(stream))
