"""The unit of an import: a source is imported whole or not at all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or several files that can only be read together.

    ``read``: takes the items that judgments must be about (`known_items`), and returns the content. Raises FormatError.
    """

    name: str
    read: Callable[[Sequence[ItemRow]], JudgmentFile]
