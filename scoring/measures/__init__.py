"""What gives a summary a number, as pure functions: no Django, no database, no files."""
