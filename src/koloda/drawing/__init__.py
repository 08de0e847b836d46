"""What a game draws with in a terminal: a canvas of characters, cards, large numerals. It needs no library."""
