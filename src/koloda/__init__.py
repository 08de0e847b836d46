"""Koloda: one exact rules engine for four card games."""
