"""Takes luck out of the figures of a match: results less a multiple of the luck that was measured (`analysis/luck.py`).

Luck has the expectation zero, so any multiple of it can be subtracted and the mean stays unbiased, as long as the
multiple does not depend on the same deals. So it is fitted on other deals: the one that leaves the least variance
there. Two kinds of luck are taken out of every figure, in wins and in points. A multiple that few deals suggest is
mostly chance, and would add variance: it is made smaller, the less certain it is, down to nothing.
"""

from typing import Any

FOLDS = 10
"""The deals are divided into so many groups. The coefficients of each are fitted on all others."""
FEWEST = 2 * FOLDS
"""With fewer deals, a fit says too little: figures stay as they are."""


def without_luck(by_deal: Any, luck: Any) -> Any:
    """Subtract fitted multiples of luck from a figure, each given as one number per deal (NaN: not in this deal)."""
    import numpy as np

    values = np.array(by_deal, np.float64)
    controls = np.array(luck, np.float64)
    there = ~np.isnan(values)
    if there.sum() < FEWEST:
        return values
    fold = np.cumsum(there) % FOLDS
    found = values.copy()
    for number in range(FOLDS):
        here, others = there & (fold == number), there & (fold != number)
        found[here] -= coefficients(values[others], controls[:, others]) @ controls[:, here]
    return found


def coefficients(values: Any, controls: Any) -> Any:
    """The multiples of the controls that leave the least variance, by what these values say.

    Least squares, then shrunk towards zero: pure noise, too, explains some variance of a few values. What chance alone
    would explain is taken off, as a part of what was explained.
    """
    import numpy as np

    centred = controls - controls.mean(axis=1, keepdims=True)
    sizes = np.sqrt((centred**2).sum(axis=1))
    sizes[sizes == 0] = 1.0
    scaled = centred / sizes[:, None]
    targets = values - values.mean()
    found = np.linalg.lstsq(scaled @ scaled.T, scaled @ targets, rcond=1e-9)[0]
    explained = float(((found @ scaled) ** 2).sum())
    by_chance = len(controls) * (float((targets**2).sum()) - explained) / max(len(values) - 1 - len(controls), 1)
    return found * (max(0.0, 1 - by_chance / explained) if explained > 0 else 0.0) / sizes
