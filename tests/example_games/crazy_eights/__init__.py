"""Crazy eights."""
