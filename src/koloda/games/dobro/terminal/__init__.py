"""How the game looks in a terminal: as lines of text, and on the full screen."""
