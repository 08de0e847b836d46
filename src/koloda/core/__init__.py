"""What every game stands on: fields and compiling, chance, options, facts and texts, errors."""
