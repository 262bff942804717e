"""Settings files of ROUGE-1.5.5: XML with an EVAL for each topic, or for each topic without one model."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from xml.etree.ElementTree import Element

from annotator.duc.xml_input import MAX_BYTES, parse_xml
from annotator.texts.errors import FormatError
from scoring.measures.automatic.topic_texts import Text
from scoring.observations.text_files.contents import MAX_FILES, ReadingLimit, read_content, refused_name
from scoring.observations.text_files.evaluations import Evaluation, Kind, NamedText, TextFilesRefused

MAX_PATH = 1_000
"""Characters of the name of a root or file."""
TYPES = ("SPL", "SEE", "ISI", "SIMPLE")


@dataclass
class _Roots:
    """Finds the folders that a settings file names. ``other``: where to look besides, or None."""

    settings: Path
    other: Path | None
    known: dict[str, Path] = field(default_factory=dict)

    def folder(self, root: str) -> Path:
        """The folder of this name: as it is written, else beside the settings file or below ``other``, with as many of
        its last parts as possible. Raises FormatError.
        """
        if root not in self.known:
            if len(root) > MAX_PATH:
                raise FormatError(f"The root “{root[:50]}...” is longer than {MAX_PATH:,} characters.")
            folders = [folder for folder in self._candidates(root) if folder.is_dir()]
            if not folders:
                raise FormatError(f"There is no folder “{root}”, and none like it beside this file{self._besides}.")
            self.known[root] = folders[0]
        return self.known[root]

    @property
    def _besides(self) -> str:
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
class _Texts:
    """The texts of the files, each read once."""

    limit: ReadingLimit
    known: dict[tuple[Path, str], tuple[str, Text]] = field(default_factory=dict)

    def read(self, path: Path, text_format: str) -> tuple[str, Text]:
        key = path, text_format
        if key not in self.known:
            self.known[key] = read_content(path, text_format, self.limit)
        return self.known[key]


def read_settings(path: Path, other_root: Path | None, limit: ReadingLimit) -> list[Evaluation]:
    """The evaluations, in the order of the file. Entities are not read, and no path leaves its root.

    Raises TextFilesRefused.
    """
    try:
        root, _ = parse_xml(limit.read(path, MAX_BYTES))
        evals = [element for element in root.iter() if _is(element, "EVAL")]
        if not evals:
            raise FormatError("It has no EVAL element; the settings of ROUGE-1.5.5 have one for each topic.")
        ids = [_id(element) for element in evals]
        _check_names("EVAL", ids)
        if sum(1 for element in root.iter() if _is(element, "P") or _is(element, "M")) > MAX_FILES:
            raise FormatError(f"It names more than {MAX_FILES:,} files.")
        roots, texts = _Roots(path, other_root), _Texts(limit)
        return [_evaluation(key, element, roots, texts) for key, element in zip(ids, evals, strict=True)]
    except FormatError as error:
        raise TextFilesRefused(str(error), path) from error


def _evaluation(key: str, element: Element, roots: _Roots, texts: _Texts) -> Evaluation:
    try:
        types = [one.get("TYPE", "").strip() for one in element.iter() if _is(one, "INPUT-FORMAT")]
        if len(types) != 1 or types[0].upper() not in TYPES:
            raise FormatError(f"INPUT-FORMAT must have a TYPE, which is {', '.join(TYPES[:-1])} or {TYPES[-1]}.")
        peers, models = (
            tuple(_texts(element, group, tag, kind, types[0].lower(), roots, texts))
            for group, tag, kind in (("PEER", "P", Kind.PEER), ("MODEL", "M", Kind.MODEL))
        )
    except FormatError as error:
        raise FormatError(f"EVAL “{key}”: {error}") from error
    return Evaluation(key, peers, models)


def _texts(
    element: Element, group: str, tag: str, kind: Kind, text_format: str, roots: _Roots, texts: _Texts
) -> Iterator[NamedText]:
    """The texts of the PEERS or MODELS of an EVAL."""
    elements = [one for list_ in element if _is(list_, f"{group}S") for one in list_ if _is(one, tag)]
    names = [_id(one) for one in elements]
    _check_names(tag, names)
    root_names = [(one.text or "").strip() for one in element if _is(one, f"{group}-ROOT")]
    if len(root_names) > 1:
        raise FormatError(f"It has {len(root_names)} {group}-ROOT elements.")
    folder = roots.folder(root_names[0] if root_names else ".") if elements else Path()
    for name, one in zip(names, elements, strict=True):
        file = (one.text or "").strip()
        content, text = texts.read(_inside(folder, file, tag, name), text_format)
        yield NamedText(name, kind, text, f"{folder.name}/{file}", content)


def _inside(folder: Path, file: str, tag: str, name: str) -> Path:
    """The path of a file below a folder. Raises FormatError if it would be elsewhere."""
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


def _is(element: Element, tag: str) -> bool:
    """Whether the element has this tag, in any case, as the script reads tags."""
    return isinstance(element.tag, str) and element.tag.upper() == tag


def _id(element: Element) -> str:
    return element.get("ID", "").strip()


def _check_names(tag: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if why := refused_name(name):
            raise FormatError(f"The ID “{name[:50]}” of {tag} {why}.")
        if name in seen:
            raise FormatError(f"{tag} “{name}” is there twice.")
        seen.add(name)
