"""Slow pages declare themselves: few of them run at a time in a process, so that edits are not held up."""

from collections.abc import Callable
from typing import Any, TypeVar

View = TypeVar("View", bound=Callable[..., Any])

_MARK = "is_slow"


def slow(view: View) -> View:
    """Mark a view, or the class of one, whose answer can take seconds on a large project (docs/adr/0140)."""
    setattr(view, _MARK, True)
    return view


def is_slow(view: Callable[..., Any]) -> bool:
    """Whether a view is marked, or the class that it was made from with ``as_view``."""
    made_from = getattr(view, "view_class", None) or getattr(view, "cls", None)
    return getattr(view, _MARK, False) or getattr(made_from, _MARK, False)
