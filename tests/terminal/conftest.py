"""Games without a seed are the same in every run."""

from tests.fixed_randomness import fixed_randomness

__all__ = ["fixed_randomness"]
