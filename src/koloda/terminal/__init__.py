"""Koloda in a terminal."""
