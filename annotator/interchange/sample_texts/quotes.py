"""Quotes of a text turned into spans."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

Span = tuple[int, int]


class SampleError(ValueError):
    """The sample's files contradict themselves; the message says where."""


def locate_all(quotes: Sequence[str | Mapping[str, str | int]], text: str) -> tuple[Span, ...]:
    """Spans of ``quotes`` in ``text``, which have to come in text order and not to overlap.

    Raises:
        SampleError: a quote cannot be located, or they are out of order.
    """
    spans = tuple(locate(quote, text) for quote in quotes)
    if not spans or any(before[1] > after[0] for before, after in pairwise(spans)):
        raise SampleError(f"The quotes {list(quotes)} are not parts in the order of the text.")
    return spans


def locate(quote: str | Mapping[str, str | int], text: str) -> Span:
    """The span of ``quote`` as whole words of ``text``: the only one, or the one of its number from 1.

    Raises:
        SampleError: there is none, there are several and no number, or fewer than the number.
    """
    words, occurrence = (quote, None) if isinstance(quote, str) else (str(quote["quote"]), int(quote["occurrence"]))
    spans = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", text)]
    if occurrence is None and len(spans) != 1:
        raise SampleError(f"“{words}” occurs {len(spans)} times in “{text[:40]}...”; once, or a number, is needed.")
    index = 0 if occurrence is None else occurrence - 1
    if not 0 <= index < len(spans):
        raise SampleError(f"“{words}” has no occurrence {occurrence} in “{text[:40]}...”.")
    return spans[index]
