"""Reads files that belong to texts: Basic Elements (``head|modifier|relation`` on each line), parses in CoNLL-U, and
discourse relations.

A file has the name of its text; suffixes do not count. If texts in several folders have the same name, the files must
be in folders of the same names. A document in a CoNLL-U file has the name of its text, or the SHA-256 of the text, as
its ``newdoc id``; a relation in JSON Lines has them as its ``DocID``.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Generic, TypeVar

from annotator.texts.cleaning import MAX_BYTES as MAX_TEXT_BYTES
from annotator.texts.errors import FormatError
from scoring.measures.automatic.elements.be_files import BasicElementsError, read_elements
from scoring.measures.automatic.topic_texts import Element, Text
from scoring.observations.text_files.contents import MAX_BYTES, ReadingLimit
from scoring.observations.text_files.discourse.parses import DiscourseParse
from scoring.observations.text_files.discourse.reading import CONLL_SUFFIXES, DISCOURSE_SUFFIXES, read_discourse
from scoring.observations.text_files.evaluations import Evaluation, NamedText, TextFilesRefused, all_texts
from scoring.observations.text_files.folders import files_below
from scoring.observations.text_files.names import SUFFIXES
from scoring.observations.text_files.parses import Parse, check_alignment, read_parses

PARSE_SUFFIXES = frozenset({".conllu", ".conll"})
IGNORED_SUFFIXES = SUFFIXES | PARSE_SUFFIXES | DISCOURSE_SUFFIXES | {".be"}

Content = TypeVar("Content")


@dataclass
class _ByName(Generic[Content]):
    """The contents of files, each with the file's path, by every name that the file's text can have."""

    items: dict[str, list[tuple[str, Content]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, names: Iterable[str], path: str, content: Content) -> None:
        for name in names:
            self.items[name].append((path, content))

    def of(self, text: NamedText, files_by_name: Mapping[str, set[str]]) -> tuple[str, Content] | None:
        """Returns the path and content that belong to a text, or None. ``files_by_name``: the files of all texts, by
        name. Raises FormatError if several contents, or several texts, have the name.
        """
        names = names_of_file(text.file)
        for name in (sha256(text.content.encode()).hexdigest(), *names):
            candidates = self.items.get(name, [])
            if len(candidates) > 1:
                raise FormatError(f"{candidates[0][0]} and {candidates[1][0]} both belong to {text.file}.")
            if candidates:
                if len(files_by_name.get(name, ())) > 1:
                    raise FormatError(
                        f"{candidates[0][0]} may belong to {' or '.join(sorted(files_by_name[name])[:2])}; "
                        "put it into a folder of the same name."
                    )
                return candidates[0]
        return None


@dataclass
class _SideFiles:
    """The files of a folder. ``paths``: the paths of all files; ``used``: the paths of files that belong to a text."""

    elements: _ByName[tuple[Element, ...]] = field(default_factory=_ByName)
    parses: _ByName[Parse] = field(default_factory=_ByName)
    discourse: _ByName[DiscourseParse] = field(default_factory=_ByName)
    paths: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)


AddFile = Callable[[_SideFiles, str, str], None]
"""Adds a file to the side files that were read before it. Arguments: these, the path and the content of the file.
Raises FormatError.
"""


def add_elements(files: _SideFiles, path: str, content: str) -> None:
    """Adds a file of Basic Elements, or of parses if it has a suffix of CoNLL-U. Raises FormatError."""
    if PurePosixPath(path).suffix.lower() in PARSE_SUFFIXES:
        add_parse(files, path, content)
        return
    try:
        files.elements.add(names_of_file(path), path, read_elements(content))
    except BasicElementsError as error:
        raise FormatError(str(error)) from error


def add_parse(files: _SideFiles, path: str, content: str) -> None:
    """Adds a file of discourse relations, or of parses if it has a suffix of CoNLL-U. Raises FormatError."""
    if PurePosixPath(path).suffix.lower() in PARSE_SUFFIXES:
        for document, parse in read_parses(content).items():
            files.parses.add(names_of_file(document) if document else names_of_file(path), path, parse)
    else:
        for document, discourse in read_discourse(content).items():
            files.discourse.add(names_of_file(document) if document else names_of_file(path), path, discourse)


def with_side_files(
    evaluations: Sequence[Evaluation], folder: Path, limit: ReadingLimit, add_file: AddFile
) -> tuple[list[Evaluation], list[str]]:
    """Returns the evaluations with what the files of a folder have for their texts, and warnings. ``add_file``:
    `add_elements` or `add_parse`. Raises TextFilesRefused.
    """
    files = _read(folder, limit, add_file)
    files_by_name: dict[str, set[str]] = defaultdict(set)
    for text in all_texts(evaluations):
        for name in names_of_file(text.file):
            files_by_name[name].add(text.file)
    completed_texts: dict[tuple[str, str], Text] = {}  # each once, although it may be in several evaluations
    completed = []
    for evaluation in evaluations:
        for text in evaluation.texts:
            if (text.file, text.content) not in completed_texts:
                completed_texts[text.file, text.content] = _completed(text, files, files_by_name, folder)
        texts = [replace(text, text=completed_texts[text.file, text.content]) for text in evaluation.texts]
        completed.append(evaluation.with_texts(texts))
    if not files.used:
        raise TextFilesRefused("No file in it has the name of a text.", folder)
    return completed, _warnings(sorted(files.paths - files.used), folder)


def _read(folder: Path, limit: ReadingLimit, add_file: AddFile) -> _SideFiles:
    files = _SideFiles()
    for path in files_below(folder):
        try:
            has_many_texts = PurePosixPath(path).suffix.lower() in CONLL_SUFFIXES
            content = limit.read_text(folder / path, MAX_BYTES if has_many_texts else MAX_TEXT_BYTES)
            add_file(files, path, content.removeprefix("\ufeff").replace("\r\n", "\n"))
        except FormatError as error:
            raise TextFilesRefused(str(error), folder / path) from error
        files.paths.add(path)
    return files


def names_of_file(path: str) -> list[str]:
    """Returns the names of a file, without suffixes: ``folder/name``, if it has a folder, and ``name``."""
    parts = PurePosixPath(path).parts
    name = PurePosixPath(parts[-1] if parts else path)
    while name.suffix.lower() in IGNORED_SUFFIXES:
        name = name.with_suffix("")
    return [*([f"{parts[-2]}/{name}"] if len(parts) > 1 else []), str(name)]


def _completed(text: NamedText, files: _SideFiles, files_by_name: Mapping[str, set[str]], folder: Path) -> Text:
    """Returns the text with its elements, its parse and its discourse relations, if files have them."""
    try:
        elements_file = files.elements.of(text, files_by_name)
        parse_file = files.parses.of(text, files_by_name)
        discourse_file = files.discourse.of(text, files_by_name)
    except FormatError as error:
        raise TextFilesRefused(str(error), folder) from error
    files.used.update(file[0] for file in (elements_file, parse_file, discourse_file) if file)
    completed = replace(text.text, elements=elements_file[1]) if elements_file else text.text
    path = ""
    try:
        if parse_file:
            path, parse = parse_file
            check_alignment(parse, text.content)
            completed = replace(completed, parse=parse.sentences)
        if discourse_file:
            path, discourse = discourse_file
            completed = replace(completed, discourse=discourse.align(text.content, completed.sentences))
    except FormatError as error:
        raise TextFilesRefused(f"{text.file}: {error}", folder / path) from error
    return completed


def _warnings(unused: list[str], folder: Path) -> list[str]:
    if not unused:
        return []
    files = "1 file belongs" if len(unused) == 1 else f"{len(unused)} files belong"
    return [f"{folder}: {files} to no text: {', '.join(unused[:3])}."]
