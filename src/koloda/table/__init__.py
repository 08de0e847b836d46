"""One game at a table: seats, the dealer, the record."""
