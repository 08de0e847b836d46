"""Tools to draw a game in a terminal: a canvas of characters, cards, large numerals. They do not need Textual."""
