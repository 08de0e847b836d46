"""Players that are programs. A bot gets views and legal actions, never a state."""
