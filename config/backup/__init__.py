"""Everything of an installation in one file, and from it again (docs/backup.md, docs/adr/0130)."""
