"""What positions are worth, what luck brought, and how good decisions were (docs/analysis.md)."""
