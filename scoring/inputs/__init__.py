"""From files and database rows to the values that the core scores."""
