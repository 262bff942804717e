"""Reading files that people name, never without end."""

from __future__ import annotations

from pathlib import Path

from annotator.duc.xml_input import MAX_BYTES


def read_bytes(path: Path, *, most: int = MAX_BYTES) -> bytes:
    """The file, but no more of it than shows that it is too large: a device would fill the memory. Raises OSError."""
    with path.open("rb") as file:
        return file.read(most + 1)
