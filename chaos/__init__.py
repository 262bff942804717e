"""``python -m chaos``: kills browsers, servers and databases of its own site, and looks for lost edits.

People edit as the browser's queue does: what has no answer is sent again with the same ids. After each fault the site
must come back by itself, and every acknowledged edit must be in the log exactly once (docs/durability.md).
"""
