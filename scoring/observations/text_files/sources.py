"""Reads the texts that a command names by a settings file of ROUGE-1.5.5, a folder, or a file of JSON Lines."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scoring.observations.text_files.contents import ReadingLimit
from scoring.observations.text_files.evaluations import Evaluation, TextFilesRefused
from scoring.observations.text_files.folders import FolderOptions, read_folder
from scoring.observations.text_files.json_lines import read_json_lines
from scoring.observations.text_files.rouge_settings import read_settings
from scoring.observations.text_files.side_files import add_elements, add_parse, with_side_files


@dataclass(frozen=True, slots=True)
class Source:
    """What to read. ``path``: of the settings file, folder or file. ``folder``: how to read a folder. ``encoding``: of
    all files except XML and JSON. ``root``: where to look for the folders that a settings file names, or None.
    ``elements``: the folder of files of Basic Elements and parses in CoNLL-U, or None. ``parses``: the folder of
    files of discourse relations and parses in CoNLL-U, or None.
    """

    path: Path
    folder: FolderOptions = field(default_factory=FolderOptions)
    encoding: str = "utf-8"
    root: Path | None = None
    elements: Path | None = None
    parses: Path | None = None


def read_source(source: Source) -> tuple[Sequence[Evaluation], list[str]]:
    """Returns the evaluations and warnings. Raises TextFilesRefused."""
    try:
        return _read(source)
    except OSError as error:  # such as a path that is too long
        raise TextFilesRefused(f"It cannot be read ({error.strerror or error}).", source.path) from error


def _read(source: Source) -> tuple[Sequence[Evaluation], list[str]]:
    path, limit = source.path, ReadingLimit(encoding=source.encoding)
    for folder in (source.root, source.elements, source.parses):
        if folder is not None and not folder.is_dir():
            raise TextFilesRefused("There is no such folder.", folder)
    warnings: list[str] = []
    evaluations: Sequence[Evaluation]
    if path.is_dir():
        evaluations, warnings = read_folder(path, source.folder, limit)
    elif path.suffix.lower() == ".xml":
        evaluations = read_settings(path, source.root, limit)
    elif path.suffix.lower() in (".jsonl", ".json", ".ndjson"):
        evaluations = read_json_lines(path, limit)
    elif path.exists():
        raise TextFilesRefused("It is neither a folder nor a file whose name ends with .xml or .jsonl.", path)
    else:
        raise TextFilesRefused("There is no such file or folder.", path)
    for folder, add_file in ((source.elements, add_elements), (source.parses, add_parse)):
        if folder is not None:
            evaluations, more_warnings = with_side_files(evaluations, folder, limit, add_file)
            warnings += more_warnings
    return evaluations, warnings
