"""What one import writes whole or not at all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or several files that only make sense together.

    ``read``: takes the items to which the file must refer (`known_items`). Returns the content, or raises FormatError.
    """

    name: str
    read: Callable[[Sequence[ItemRow]], JudgmentFile]
