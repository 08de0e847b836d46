"""Many games at once: simulation, and what it says about a game."""
