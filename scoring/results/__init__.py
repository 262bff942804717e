"""Pages, API and files of what was measured."""
