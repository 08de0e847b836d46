"""α-rank: a ranking of strategies that may beat each other in a circle (Omidshafiei et al. 2019).

Imagine a population in which everybody plays the same strategy, the residents. Now and then a mutant tries another one.
If it earns more than the residents, its strategy usually takes over, the more surely the stronger the selection is (α);
if it earns less, it usually vanishes. In the long run the population moves from one strategy to another, and the part
of the time that it spends with each is the strategy's mass. Where one strategy beats all others it gets nearly all the
mass; strategies that beat each other in a circle share it; what anybody could push out gets next to none.

The chain is solved exactly, in logarithms (Grassmann, Taksar and Heyman's elimination, which never subtracts), so that
any α is good, however small the chances are.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

ALPHA = 100.0
"""How strong the selection is. With payoffs in fair shares, a mutant that earns 5 % more nearly always takes over."""
POPULATION = 50
"""How many individuals there are."""


def alpha_rank(advantages: ArrayLike, alpha: float = ALPHA, population: int = POPULATION) -> NDArray[np.float64]:
    """The mass of every strategy. They add up to 1.

    `advantages[..., a, b]` is by how much one mutant a earns more than it would as a resident b, at a table of b; the
    diagonal does not count. For a symmetric game of two with payoffs m that add up to a constant this is
    m[a, b] - m[b, a], up to a factor. All dimensions before the last two are separate cases.
    """
    gains = np.asarray(advantages, np.float64)
    count = gains.shape[-1]
    if gains.ndim < 2 or gains.shape[-2] != count or count == 0:
        raise ValueError("advantages must be a square matrix, of at least one strategy")
    if count == 1:
        return np.ones(gains.shape[:-1])
    # Every other strategy is as likely to be tried, so that this does not change where the time is spent.
    chances = np.swapaxes(log_fixation(alpha * gains, population), -1, -2)
    return _stationary(chances)


def log_fixation(u: ArrayLike, population: int) -> NDArray[np.float64]:
    """The logarithm of the probability that one mutant takes over: (1 - e^-u) / (1 - e^-mu), and 1 / m where u is 0."""
    selected = np.asarray(u, np.float64)
    m = population
    size = np.where(selected == 0.0, 1.0, np.abs(selected))
    taken = np.log(-np.expm1(-size)) - np.log(-np.expm1(-m * size))
    losing = np.where(selected < 0.0, -(m - 1) * size, 0.0)
    found: NDArray[np.float64] = np.where(selected == 0.0, -np.log(m), taken + losing)
    return found


def _stationary(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where a Markov chain spends its time, from the logarithms of its transitions `[..., from, to]`."""
    left = chances.copy()
    count = left.shape[-1]
    for last in range(count - 1, 0, -1):  # leave out the last state: whoever would go there goes on from there
        leaving = np.logaddexp.reduce(left[..., last, :last], axis=-1, keepdims=True)
        left[..., :last, last] -= leaving
        through = left[..., :last, last, None] + left[..., last, None, :last]
        left[..., :last, :last] = np.logaddexp(left[..., :last, :last], through)
    time = np.zeros(left.shape[:-1])
    for state in range(1, count):
        time[..., state] = np.logaddexp.reduce(time[..., :state] + left[..., :state, state], axis=-1)
    mass: NDArray[np.float64] = np.exp(time - np.logaddexp.reduce(time, axis=-1, keepdims=True))
    return mass
