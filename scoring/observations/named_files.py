"""Files that people name: reading them, refusing them in one line, and what they are called side by side."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from annotator.duc.names import NameParts, parse_file_name
from annotator.duc.xml_input import read_bytes
from annotator.texts.cleaning import printable
from annotator.texts.errors import FormatError

T = TypeVar("T")


class FileRefused(ValueError):
    """A file that cannot be used; the message names it and says why in one line."""

    def __init__(self, why: str) -> None:
        super().__init__(printable(why))


def read_named(path: Path, read: Callable[[bytes], T]) -> T:
    """What ``read`` makes of the file's bytes. Raises FileRefused where it cannot be opened or understood."""
    try:
        return read(read_bytes(path))
    except FormatError as error:
        raise FileRefused(f"{path}: {error}") from error
    except OSError as error:
        raise FileRefused(f"{path}: It cannot be read ({error.strerror or error}).") from error


def told_apart(paths: Sequence[Path], said: Callable[[NameParts], str | None]) -> list[str]:
    """A name for each: what all of their names say and each says otherwise, else the files' names, else the paths."""
    stated = [parse_file_name(path.as_posix()) for path in paths]
    ways = ([said(one) or "" for one in stated], [one.stem for one in stated], [str(path) for path in paths])
    for names in ways:
        if names and all(names) and max(Counter(names).values()) == 1:
            return names
    return [f"{number}: {path}" for number, path in enumerate(paths, start=1)]
