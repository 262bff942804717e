"""What is compared: SCUs or units as labelled sets of words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from annotator.texts.spans import touching_tokens

# A summary (its key, or its place among those compared) and the index of one of its words.
Word: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Item:
    """An SCU or a unit: its id, what it is called, and the words its parts touch.

    ``matched``: of a unit the id of the SCU it is matched to, None for none; an SCU has none either. Two units of the
    same words are about the same only if this is the same.
    """

    id: str
    label: str
    words: frozenset[Word]
    matched: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One annotation. ``name`` (a letter, say) tells it from the others and goes into the keys of differences."""

    name: str
    items: tuple[Item, ...]


def words_of(parts: Iterable[tuple[int, int, int]], tokens: Mapping[int, Sequence[int]]) -> frozenset[Word]:
    """The words that parts touch.

    Args:
        parts: summary, start and end of each, in code points.
        tokens: by summary the flat bounds of its words, ``[start0, end0, start1, ...]``.
    """
    return frozenset(
        (summary, word) for summary, start, end in parts for word in touching_tokens(tokens[summary], start, end)
    )


def same_label(a: str, b: str) -> bool:
    """Whether two labels say the same: case, spacing and a full stop at the end do not count."""
    return _bare(a) == _bare(b)


def _bare(label: str) -> str:
    return " ".join(label.split()).rstrip(".").casefold()
