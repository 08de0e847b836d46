"""Tools to draw: a game in a terminal (a canvas, cards, large numerals; without Textual), plots, and pages."""
