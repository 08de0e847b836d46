"""Full-screen play in a terminal, with Textual."""
