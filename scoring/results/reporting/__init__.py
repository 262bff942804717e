"""How to report results: sentences for a methods section, and their references."""
