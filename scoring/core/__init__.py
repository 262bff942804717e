"""The measures as pure functions: no Django, no database, no files."""
