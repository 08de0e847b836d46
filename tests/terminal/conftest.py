"""Games without a seed are the same in every run, and saved games go to a folder of the test."""

from tests.fixed_randomness import fixed_randomness
from tests.own_data_folder import own_data_folder

__all__ = ["fixed_randomness", "own_data_folder"]
