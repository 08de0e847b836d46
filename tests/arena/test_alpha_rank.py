"""α-rank: known answers."""

import numpy as np
import pytest

from koloda.arena.alpha_rank import alpha_rank, log_fixation

ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
BIASED = [[0, -0.5, 1], [0.5, 0, -0.1], [-1, 0.1, 0]]
"""The biased game of rock, paper, scissors of the paper."""
SHARES = [[0.5, 0.7, 0.2, 0.6], [0.3, 0.5, 0.8, 0.45], [0.8, 0.2, 0.5, 0.55], [0.4, 0.55, 0.45, 0.5]]


@pytest.mark.parametrize("alpha", [0.01, 1.0, 100.0, 1e6])
def test_rock_paper_scissors_shares_the_mass(alpha: float) -> None:
    assert alpha_rank(ROCK_PAPER_SCISSORS, alpha) == pytest.approx([1 / 3] * 3)


def test_in_a_biased_circle_the_stakes_count_only_where_selection_is_weak() -> None:
    """Under strong selection whoever wins takes over, by however little it does."""
    assert alpha_rank(BIASED, alpha=1e4) == pytest.approx([1 / 3] * 3)
    weak = alpha_rank(BIASED, alpha=0.1)
    assert weak.max() - weak.min() > 0.01
    assert weak.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("payoffs", "alpha", "population", "masses"),
    [
        (BIASED, 0.1, 50, [0.212956, 0.677147, 0.109897]),
        (BIASED, 0.5, 50, [0.174400, 0.717043, 0.108557]),
        (SHARES, 0.3, 20, [0.253794, 0.286077, 0.269267, 0.190862]),
        (SHARES, 2.0, 20, [0.284442, 0.296316, 0.311162, 0.108080]),
    ],
)
def test_masses_are_those_that_openspiel_computes(
    payoffs: list[list[float]], alpha: float, population: int, masses: list[float]
) -> None:
    """By `alpharank.compute([payoffs], m=population, alpha=alpha)` of OpenSpiel 2.0.2."""
    m = np.array(payoffs)
    assert alpha_rank(m - m.T, alpha, population) == pytest.approx(masses, abs=1e-6)


def test_the_strongest_of_a_chain_has_all_the_mass() -> None:
    strength = np.array([3.0, 0.0, 2.0, 1.0])
    assert alpha_rank(strength[:, None] - strength[None, :]) == pytest.approx([1, 0, 0, 0])


def test_a_circle_that_beats_everybody_else_shares_the_mass_among_itself() -> None:
    advantages = np.ones((5, 5))
    advantages[:3, :3] = ROCK_PAPER_SCISSORS
    advantages[3:, :3] = -1
    advantages[4, 3] = -1
    assert alpha_rank(advantages) == pytest.approx([1 / 3] * 3 + [0, 0], abs=1e-12)


def test_equals_have_equal_masses() -> None:
    assert alpha_rank(np.zeros((4, 4))) == pytest.approx([0.25] * 4)
    assert alpha_rank([[0.0]]) == pytest.approx([1])


@pytest.mark.parametrize("alpha", [0.05, 0.3])
def test_two_strategies_have_masses_in_a_known_proportion(alpha: float) -> None:
    """The chances to take over are to each other like e^((m - 1) u) to 1 (Fudenberg and Imhof 2006)."""
    m, gain = 20, 0.7
    first, second = alpha_rank([[0, gain], [-gain, 0]], alpha, m)
    assert np.log(first / second) == pytest.approx((m - 1) * alpha * gain)


def test_the_masses_are_those_of_the_chain_written_down_and_multiplied() -> None:
    advantages = np.random.default_rng(5).normal(0, 0.3, (6, 6))
    m, alpha = 8, 2.0
    chain = np.exp(log_fixation(alpha * advantages, m)).T / 5
    np.fill_diagonal(chain, 0)
    np.fill_diagonal(chain, 1 - chain.sum(axis=1))
    assert alpha_rank(advantages, alpha, m) == pytest.approx(np.linalg.matrix_power(chain, 1 << 20)[0])


def test_a_mutant_takes_over_as_often_as_in_the_paper() -> None:
    u, m = np.array([-3.0, -0.2, 0.0, 1e-9, 0.5, 2000.0]), 10
    with np.errstate(over="ignore"):
        by_the_book = [(1 - np.exp(-x)) / (1 - np.exp(-m * x)) if x else 1 / m for x in u]
    assert np.exp(log_fixation(u, m)) == pytest.approx(by_the_book, rel=1e-6)


def test_many_cases_at_once_are_ranked_one_by_one() -> None:
    cases = np.random.default_rng(7).normal(0, 1, (3, 4, 5, 5))
    together = alpha_rank(cases)
    assert together.shape == (3, 4, 5)
    assert together[2, 1] == pytest.approx(alpha_rank(cases[2, 1]))


def test_what_is_no_square_is_refused() -> None:
    with pytest.raises(ValueError, match="square"):
        alpha_rank([[0.0, 1.0]])
