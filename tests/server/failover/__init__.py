"""A campaign of real faults: nodes, PostgreSQL and the network fail while people and bots play, then all is checked."""
