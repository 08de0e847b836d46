"""The foundation of every game: state fields, options, facts and texts, errors."""
