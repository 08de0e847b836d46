"""HTTP and WebSocket: how the outside reaches the tables."""
