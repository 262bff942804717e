"""Keys that tell nothing: not how many rows there are, nor when others were made (blind projects, DESIGN §3)."""

from secrets import randbelow

MOST = 2**53 - 1
"""The greatest integer that JavaScript holds exactly: the keys go to the page."""


def opaque_id() -> int:
    """A random key, 1 to ``MOST``; two of a million meet with a chance of 1 in 18,000, and the database refuses it."""
    return 1 + randbelow(MOST)
