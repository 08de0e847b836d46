"""What a live table is: events, commands, state, clocks, seats, news."""
