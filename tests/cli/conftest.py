"""Saved games go to a folder of the test."""

from tests.own_data_folder import own_data_folder

__all__ = ["own_data_folder"]
