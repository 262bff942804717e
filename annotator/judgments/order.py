"""The order in which judges see topics and summaries. Pure.

It is random, different for each judge and instrument, and the same after a reload, although nothing is stored.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import TypeVar

Subject = TypeVar("Subject")


def order_key(seed: str, judge: int, subject: int) -> bytes:
    """The sort key of a topic or summary (by its id) for a judge (by the id of the membership)."""
    return sha256(f"{seed}|{judge}|{subject}".encode()).digest()


def in_order(subjects: Iterable[Subject], *, seed: str, judge: int, key: Callable[[Subject], int]) -> list[Subject]:
    """The subjects in the judge's own order. ``key``: returns the id of a subject."""
    return sorted(subjects, key=lambda subject: order_key(seed, judge, key(subject)))
