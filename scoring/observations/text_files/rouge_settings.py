"""Reads settings files of ROUGE-1.5.5: XML with an EVAL for each topic, or for each choice of a topic's models."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from xml.etree.ElementTree import Element

from annotator.duc.xml_input import MAX_BYTES, parse_xml
from annotator.texts.errors import FormatError
from scoring.measures.automatic.topic_texts import Text
from scoring.observations.text_files.contents import MAX_FILES, ReadingLimit, name_refusal, read_content
from scoring.observations.text_files.evaluations import Evaluation, Kind, NamedText, TextFilesRefused

MAX_PATH = 1_000
"""The most characters of the name of a root (a folder of texts) or file."""
TYPES = ("SPL", "SEE", "ISI", "SIMPLE")


@dataclass
class _Roots:
    """Finds the folders that the file ``settings`` names. ``other``: another folder to look in, or None. ``known``:
    folders that were found, by name.
    """

    settings: Path
    other: Path | None
    known: dict[str, Path] = field(default_factory=dict)

    def folder(self, root: str) -> Path:
        """Returns the folder of this name. If there is none, looks beside the settings file, then in ``other``, for
        the longest end of the name that is a folder there. Raises FormatError.
        """
        if root not in self.known:
            if len(root) > MAX_PATH:
                raise FormatError(f"The root “{root[:50]}...” is longer than {MAX_PATH:,} characters.")
            folders = [folder for folder in self._candidates(root) if folder.is_dir()]
            if not folders:
                raise FormatError(f"There is no folder “{root}”, and none like it beside this file{self._hint}.")
            self.known[root] = folders[0]
        return self.known[root]

    @property
    def _hint(self) -> str:
        return " or in --root" if self.other else "; --root says where to look"

    def _candidates(self, root: str) -> Iterator[Path]:
        beside = self.settings.parent
        path = PurePosixPath(root)
        yield from (Path(path),) if path.is_absolute() else (beside / path, Path(path))
        parts = [part for part in path.parts if part not in ("/", "..")]
        for folder in (beside, *([self.other] if self.other else [])):
            for start in range(len(parts)):
                yield folder.joinpath(*parts[start:])


@dataclass
class _TextReader:
    """Reads the texts of files, each only once. ``known``: the texts already read, by path and format."""

    limit: ReadingLimit
    known: dict[tuple[Path, str], tuple[str, Text]] = field(default_factory=dict)

    def read(self, path: Path, text_format: str) -> tuple[str, Text]:
        key = path, text_format
        if key not in self.known:
            self.known[key] = read_content(path, text_format, self.limit)
        return self.known[key]


def read_settings(path: Path, other_root: Path | None, limit: ReadingLimit) -> list[Evaluation]:
    """Returns the evaluations, in the order of the file. Raises TextFilesRefused, also for XML entities and for paths
    that lead out of their root.
    """
    try:
        document, _ = parse_xml(limit.read(path, MAX_BYTES))
        evals = [element for element in document.iter() if _has_tag(element, "EVAL")]
        if not evals:
            raise FormatError("It has no EVAL element; the settings of ROUGE-1.5.5 have one for each topic.")
        ids = [_id(element) for element in evals]
        _check_ids("EVAL", ids)
        if sum(1 for element in document.iter() if _has_tag(element, "P") or _has_tag(element, "M")) > MAX_FILES:
            raise FormatError(f"It names more than {MAX_FILES:,} files.")
        roots, reader = _Roots(path, other_root), _TextReader(limit)
        return [_evaluation(key, element, roots, reader) for key, element in zip(ids, evals, strict=True)]
    except FormatError as error:
        raise TextFilesRefused(str(error), path) from error


def _evaluation(key: str, element: Element, roots: _Roots, reader: _TextReader) -> Evaluation:
    try:
        types = [child.get("TYPE", "").strip() for child in element.iter() if _has_tag(child, "INPUT-FORMAT")]
        if len(types) != 1 or types[0].upper() not in TYPES:
            raise FormatError(f"INPUT-FORMAT must have a TYPE, which is {', '.join(TYPES[:-1])} or {TYPES[-1]}.")
        peers, models = (
            tuple(_named_texts(element, group, tag, kind, types[0].lower(), roots, reader))
            for group, tag, kind in (("PEER", "P", Kind.PEER), ("MODEL", "M", Kind.MODEL))
        )
    except FormatError as error:
        raise FormatError(f"EVAL “{key}”: {error}") from error
    return Evaluation(key, peers, models)


def _named_texts(
    element: Element, group: str, tag: str, kind: Kind, text_format: str, roots: _Roots, reader: _TextReader
) -> Iterator[NamedText]:
    """Yields the texts of the PEERS or MODELS of an EVAL. ``group``: PEER or MODEL; ``tag``: its texts' tag, P or M."""
    parents = [child for child in element if _has_tag(child, f"{group}S")]
    elements = [child for parent in parents for child in parent if _has_tag(child, tag)]
    names = [_id(child) for child in elements]
    _check_ids(tag, names)
    root_names = [(child.text or "").strip() for child in element if _has_tag(child, f"{group}-ROOT")]
    if len(root_names) > 1:
        raise FormatError(f"It has {len(root_names)} {group}-ROOT elements.")
    folder = roots.folder(root_names[0] if root_names else ".") if elements else Path()
    for name, child in zip(names, elements, strict=True):
        file = (child.text or "").strip()
        content, text = reader.read(_inside(folder, file, tag, name), text_format)
        yield NamedText(name, kind, text, f"{folder.name}/{file}", content)


def _inside(folder: Path, file: str, tag: str, name: str) -> Path:
    """Returns the path of a file below a folder. Raises FormatError if it would be elsewhere."""
    path = PurePosixPath(file)
    if not file or len(file) > MAX_PATH:
        raise FormatError(f"{tag} “{name}” must name a file, with at most {MAX_PATH:,} characters.")
    if path.is_absolute() or ".." in path.parts or not _is_below(folder / path.parent, folder):
        raise FormatError(f"{tag} “{name}” names a file outside its root: “{file}”.")
    return folder / path


def _is_below(path: Path, folder: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a link that leads to itself
        return False


def _has_tag(element: Element, tag: str) -> bool:
    """Whether the element has this tag; like ROUGE-1.5.5, ignores the case of letters."""
    return isinstance(element.tag, str) and element.tag.upper() == tag


def _id(element: Element) -> str:
    return element.get("ID", "").strip()


def _check_ids(tag: str, names: Iterable[str]) -> None:
    """Raises FormatError if an ID cannot be a name, or is repeated."""
    seen: set[str] = set()
    for name in names:
        if refusal := name_refusal(name):
            raise FormatError(f"The ID “{name[:50]}” of {tag} {refusal}.")
        if name in seen:
            raise FormatError(f"{tag} “{name}” is there twice.")
        seen.add(name)
