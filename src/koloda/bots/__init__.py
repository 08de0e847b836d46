"""Computer players. A bot gets views and legal actions, never a state."""
