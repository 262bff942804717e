"""Backup of a whole installation into one file, and its restore (docs/backup.md, docs/adr/0130)."""
