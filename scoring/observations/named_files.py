"""Files named on a command line: reading them, refusing them in one line, and a different name for each."""

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
    """The result of ``read`` for the file's bytes. Raises FileRefused if the file cannot be opened or understood."""
    try:
        return read(read_bytes(path))
    except FormatError as error:
        raise FileRefused(f"{path}: {error}") from error
    except OSError as error:
        raise FileRefused(f"{path}: It cannot be read ({error.strerror or error}).") from error


def distinct_names(paths: Sequence[Path], part: Callable[[NameParts], str | None]) -> list[str]:
    """A different name for each path: the ``part`` that its file name states, else the file name, else the path."""
    parts = [parse_file_name(path.as_posix()) for path in paths]
    choices = ([part(name) or "" for name in parts], [name.stem for name in parts], [str(path) for path in paths])
    for names in choices:
        if names and all(names) and len(set(names)) == len(names):
            return names
    return [f"{number}: {path}" for number, path in enumerate(paths, start=1)]
