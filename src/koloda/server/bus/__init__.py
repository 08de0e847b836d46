"""How the nodes of a server tell each other what cannot wait, and what is never stored."""
