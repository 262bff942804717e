"""Measures of summaries as pure functions: no Django, no database, no files."""
