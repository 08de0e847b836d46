"""What every game stands on: fields, options, facts and texts, errors."""
