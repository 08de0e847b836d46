"""What numba compiles: the loader, the seeded generator, and every driver that plays games over a game's rules."""
