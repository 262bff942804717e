"""Parses of a project's texts, made by other programs: the table, imports, and reading them for measures."""
