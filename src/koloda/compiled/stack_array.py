"""What `koloda.core.local_array` is where numba compiles it: an array on the stack, or in a GPU thread's own memory."""

from functools import cache
from typing import Any

ALIGNMENT = 64  # bytes, a line of the processor's cache: vectors lie within one
NO_CONSTANT = "local_array() takes a constant of the module, so that the length is known beforehand"


@cache
def stack_array() -> Any:
    """Numba's way to make the array in the function that asks for it. (Another function's would be gone.)"""
    from numba.core import cgutils, types
    from numba.core.errors import TypingError
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array, populate_array

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
    def local_array(typing_context: Any, length: Any) -> Any:
        if not isinstance(length, types.IntegerLiteral):
            raise TypingError(NO_CONSTANT)
        count = length.literal_value
        kind = types.Array(types.int64, 1, "C")

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = context.get_value_type(types.int64)
            size = context.get_constant(types.intp, 8)
            memory = cgutils.alloca_once(builder, word, size=context.get_constant(types.intp, count))
            memory.align = ALIGNMENT
            array = make_array(kind)(context, builder)
            shape = [context.get_constant(types.intp, count)]
            populate_array(array, data=memory, shape=shape, strides=[size], itemsize=size, meminfo=None)
            return array._getvalue()

        return kind(length), generate

    return local_array


@cache
def thread_array() -> Any:
    """The same for CUDA: what `cuda.local.array` makes, with one argument."""
    from numba.cuda import cudaimpl
    from numba.cuda.cudadrv.nvvm import ADDRSPACE_LOCAL
    from numba.cuda.extending import _intrinsic

    types = cudaimpl.types  # numba-cuda has come to have types of its own

    @_intrinsic(target="cuda", prefer_literal=True)  # type: ignore[untyped-decorator]
    def local_array(typing_context: Any, length: Any) -> Any:
        if not isinstance(length, types.IntegerLiteral):
            raise TypeError(NO_CONSTANT)
        shape = (length.literal_value,)

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            name = "_local_array"
            return cudaimpl._generic_array(context, builder, shape, types.int64, name, ADDRSPACE_LOCAL)

        return types.Array(types.int64, 1, "C")(length), generate

    return local_array
