"""Files that belong to texts: Basic Elements (``head|modifier|relation`` on each line) and parses in CoNLL-U.

A file has the name of its text; suffixes do not count. If texts in several folders have the same name, the files must
be in folders of the same names. A document in a CoNLL-U file has the name of its text, or the SHA-256 of the text, as
its ``newdoc id``.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Generic, TypeVar

from annotator.texts.errors import FormatError
from scoring.measures.automatic.elements.be_files import BasicElementsError, read_elements
from scoring.measures.automatic.topic_texts import Element, Text
from scoring.observations.text_files.contents import ReadingLimit
from scoring.observations.text_files.evaluations import Evaluation, NamedText, TextFilesRefused, all_texts
from scoring.observations.text_files.folders import files_below
from scoring.observations.text_files.names import SUFFIXES
from scoring.observations.text_files.parses import Parse, check_alignment, read_parses

PARSE_SUFFIXES = frozenset({".conllu", ".conll"})
OTHER_SUFFIXES = SUFFIXES | PARSE_SUFFIXES | {".be"}

Content = TypeVar("Content")


@dataclass
class _ByName(Generic[Content]):
    """What files hold, with their paths, by all names that a text may have for it."""

    items: dict[str, list[tuple[str, Content]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, names: Iterable[str], path: str, content: Content) -> None:
        for name in names:
            self.items[name].append((path, content))

    def of(self, text: NamedText, shared: Mapping[str, set[str]]) -> tuple[str, Content] | None:
        """The path and content that belong to a text; None if there is none. ``shared``: the files of texts by name.

        Raises FormatError if several would do, or if the name is that of several texts.
        """
        names = _names(text.file)
        for name in (sha256(text.content.encode()).hexdigest(), *names):
            candidates = self.items.get(name, [])
            if len(candidates) > 1:
                raise FormatError(f"{candidates[0][0]} and {candidates[1][0]} both belong to {text.file}.")
            if candidates:
                if len(shared.get(name, ())) > 1:
                    raise FormatError(
                        f"{candidates[0][0]} may belong to {' or '.join(sorted(shared[name])[:2])}; "
                        "put it into a folder of the same name."
                    )
                return candidates[0]
        return None


@dataclass
class _SideFiles:
    """The files of a folder. ``used``: the paths of those that belong to a text."""

    elements: _ByName[tuple[Element, ...]] = field(default_factory=_ByName)
    parses: _ByName[Parse] = field(default_factory=_ByName)
    paths: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)


def with_side_files(
    evaluations: Sequence[Evaluation], folder: Path, limit: ReadingLimit
) -> tuple[list[Evaluation], list[str]]:
    """The evaluations with elements and parses, and warnings. Raises TextFilesRefused."""
    files = _read(folder, limit)
    shared: dict[str, set[str]] = defaultdict(set)
    for text in all_texts(evaluations):
        for name in _names(text.file):
            shared[name].add(text.file)
    known: dict[tuple[str, str], Text] = {}
    completed = []
    for evaluation in evaluations:
        for text in evaluation.texts:
            if (text.file, text.content) not in known:
                known[text.file, text.content] = _completed(text, files, shared, folder)
        texts = [replace(text, text=known[text.file, text.content]) for text in evaluation.texts]
        completed.append(evaluation.with_texts(texts))
    if not files.used:
        raise TextFilesRefused("No file in it has the name of a text.", folder)
    return completed, _warnings(sorted(files.paths - files.used), folder)


def _read(folder: Path, limit: ReadingLimit) -> _SideFiles:
    files = _SideFiles()
    for path in files_below(folder):
        try:
            content = limit.read_text(folder / path).removeprefix("\ufeff").replace("\r\n", "\n")
            if PurePosixPath(path).suffix.lower() in PARSE_SUFFIXES:
                for document, parse in read_parses(content).items():
                    files.parses.add(_names(document) if document else _names(path), path, parse)
            else:
                files.elements.add(_names(path), path, read_elements(content))
        except (FormatError, BasicElementsError) as error:
            raise TextFilesRefused(str(error), folder / path) from error
        files.paths.add(path)
    return files


def _names(path: str) -> list[str]:
    """The name of a file with its folder, if it has one, and without."""
    parts = PurePosixPath(path).parts
    name = PurePosixPath(parts[-1] if parts else path)
    while name.suffix.lower() in OTHER_SUFFIXES:
        name = name.with_suffix("")
    return [*([f"{parts[-2]}/{name}"] if len(parts) > 1 else []), str(name)]


def _completed(text: NamedText, files: _SideFiles, shared: Mapping[str, set[str]], folder: Path) -> Text:
    """The text with its elements and its parse."""
    try:
        elements, parse = files.elements.of(text, shared), files.parses.of(text, shared)
    except FormatError as error:
        raise TextFilesRefused(str(error), folder) from error
    completed = text.text
    if elements:
        files.used.add(elements[0])
        completed = replace(completed, elements=elements[1])
    if parse:
        files.used.add(parse[0])
        try:
            check_alignment(parse[1], text.content)
        except FormatError as error:
            raise TextFilesRefused(f"{text.file}: {error}", folder / parse[0]) from error
        completed = replace(completed, parse=parse[1].sentences)
    return completed


def _warnings(unused: list[str], folder: Path) -> list[str]:
    if not unused:
        return []
    files = "1 file belongs" if len(unused) == 1 else f"{len(unused)} files belong"
    return [f"{folder}: {files} to no text: {', '.join(unused[:3])}."]
