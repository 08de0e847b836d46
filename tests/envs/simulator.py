"""numba's simulator of a GPU, in less time."""

import time

from koloda.compiled.cuda_device import simulated


def let_threads_go_first() -> None:
    """Let the simulated threads run while the simulator waits for them.

    It starts the threads of a block, then asks each of them again and again whether it has finished. As it keeps the
    interpreter meanwhile, this took as long as what the threads did.
    """
    if not simulated():
        return
    from numba.cuda.simulator.kernel import BlockThread

    asked = BlockThread.is_alive

    def is_alive(thread: BlockThread) -> bool:
        time.sleep(0)  # whoever else is ready takes the interpreter
        return bool(asked(thread))

    BlockThread.is_alive = is_alive
