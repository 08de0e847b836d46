"""The server for live tables in the browser, and the pages it serves."""
