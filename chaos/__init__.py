"""``python -m chaos``: faults tried against the running site, and what is found after each (docs/durability.md).

People edit as the browser's queue does: what has no answer is sent again with the same ids. Then something is killed,
cut, filled or moved. The site has to come back by itself, and every edit has to be where its answer says, once.
"""
