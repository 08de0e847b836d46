"""HTTP and WebSocket: the outside of the server."""
