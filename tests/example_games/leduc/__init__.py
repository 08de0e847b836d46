"""Leduc poker."""
