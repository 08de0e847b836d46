"""Bots at live tables: they think off the event loop and play like any other client."""
