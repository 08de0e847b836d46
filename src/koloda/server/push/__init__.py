"""Web Push: tells people on their devices that it is their turn, while no page of theirs is open."""
