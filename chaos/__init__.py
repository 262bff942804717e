"""``python -m chaos``: kills browsers, servers and databases of a temporary site, and looks for lost edits.

Simulated people send edits as the browser's queue does: groups without a response are sent again with the same ids.
After each fault the site must recover by itself, with every acknowledged edit in the log once (docs/durability.md).
"""
