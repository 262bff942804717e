"""What files are called where several are looked at together."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from annotator.duc.names import Names, names_of_file


def told_apart(paths: Sequence[Path], said: Callable[[Names], str | None]) -> list[str]:
    """A name for each: what all of their names say and each says otherwise, else the files' names, else the paths."""
    stated = [names_of_file(path.as_posix()) for path in paths]
    ways = ([said(one) or "" for one in stated], [one.stem for one in stated], [str(path) for path in paths])
    for names in ways:
        if names and all(names) and max(Counter(names).values()) == 1:
            return names
    return [f"{number}: {path}" for number, path in enumerate(paths, start=1)]
