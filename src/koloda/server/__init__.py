"""The table in the browser: a server for many tables, and the pages it serves."""
