"""Studies and given scores in project files."""
