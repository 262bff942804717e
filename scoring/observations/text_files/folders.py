"""Reads a folder of texts whose file names say the topic and the summarizer."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from annotator.texts.errors import FormatError
from annotator.texts.patterns import shared_time_limit
from scoring.measures.automatic.topic_texts import Text
from scoring.observations.text_files.contents import MAX_FILES, ReadingLimit, name_refusal, read_content
from scoring.observations.text_files.evaluations import Evaluation, Kind, NamedText, TextFilesRefused
from scoring.observations.text_files.names import EXAMPLES, TextName, check_name_regex, parse_name

MODEL_FOLDERS = frozenset({"model", "models", "reference", "references"})
PEER_FOLDERS = frozenset({"peer", "peers", "system", "systems"})
DOCUMENTS_FOLDER = "documents"
"""The folder that has a folder for each topic, with the documents that its summaries are written from."""


@dataclass(frozen=True, slots=True)
class FolderOptions:
    """``peers``, ``models``: patterns such as ``peers/*`` that choose files. Without a pattern, the name of a folder,
    such as "peers" or "models", says the kind of a text; without such a folder, the name of the summarizer does
    (only letters: a model). ``name_regex``: see `parse_name`. ``text_format``: a key of FORMATS.
    """

    peers: str = ""
    models: str = ""
    name_regex: str | None = None
    text_format: str = "auto"


def read_folder(folder: Path, options: FolderOptions, limit: ReadingLimit) -> tuple[list[Evaluation], list[str]]:
    """Returns the topics of a folder, sorted, and warnings. Raises TextFilesRefused."""
    files = list(_names_and_kinds(folder, options))
    named_files = [(path, name, kind) for path, name, kind in files if name and kind]
    if not named_files:
        raise TextFilesRefused(_no_names(files[0][0] if files else "", options), folder)
    topics: dict[str, dict[tuple[Kind, str], NamedText]] = defaultdict(dict)
    for path, name, kind in named_files:
        for part in (name.topic, name.summarizer):
            if refusal := name_refusal(part):
                raise TextFilesRefused(f"“{part[:50]}” {refusal}.", folder / path)
        if earlier := topics[name.topic].get((kind, name.summarizer)):
            raise TextFilesRefused(
                f"It is {kind} {name.summarizer} of {name.topic}, but so is {earlier.file}.", folder / path
            )
        content, text = read_content(folder / path, options.text_format, limit)
        topics[name.topic][kind, name.summarizer] = NamedText(name.summarizer, kind, text, path, content)
    left_out = [path for path, name, kind in files if not (name and kind)]
    documents = _documents(folder, topics, options, limit)
    evaluations = [_evaluation(key, list(texts.values()), documents[key]) for key, texts in sorted(topics.items())]
    return evaluations, _warnings(left_out)


def _documents(
    folder: Path, topics: Iterable[str], options: FolderOptions, limit: ReadingLimit
) -> dict[str, tuple[Text, ...]]:
    """Returns the documents of each of the topics, in the order of their file names. Raises TextFilesRefused."""
    documents: dict[str, list[Text]] = {topic: [] for topic in topics}
    for path in files_below(folder):
        topic = _topic_of_document(path)
        if topic in documents and not _chosen_kind(path, options):
            documents[topic].append(read_content(folder / path, options.text_format, limit)[1])
    return {topic: tuple(texts) for topic, texts in documents.items()}


def _topic_of_document(path: str) -> str:
    """Returns the topic of a document; "" if the file is not below the folder of documents."""
    parts = PurePosixPath(path).parts
    return parts[-2] if len(parts) > 2 and parts[0].lower() == DOCUMENTS_FOLDER else ""


def files_below(folder: Path) -> list[str]:
    """Returns the sorted paths of all visible files below a folder, relative to it. Does not follow links to folders.

    Raises TextFilesRefused if there are too many, or if the folder cannot be read.
    """
    paths: list[str] = []

    def refuse(error: OSError) -> None:
        raise TextFilesRefused(f"It cannot be read ({error.strerror or error}).", folder) from error

    for parent, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths += [
            (Path(parent) / name).relative_to(folder).as_posix()
            for name in files
            if not name.startswith(".") and (Path(parent) / name).is_file()
        ]
        if len(paths) > MAX_FILES:
            raise TextFilesRefused(f"It has more than {MAX_FILES:,} files.", folder)
    return sorted(paths)


def _names_and_kinds(folder: Path, options: FolderOptions) -> Iterator[tuple[str, TextName | None, Kind | None]]:
    """Yields the path of each file, and the name and kind that the path says; None if it does not say them. Leaves out
    documents, and a file if there is a pattern for its kind that does not choose it.
    """
    try:
        if options.name_regex is not None:
            check_name_regex(options.name_regex)
        with shared_time_limit():
            for path in files_below(folder):
                chosen = _chosen_kind(path, options)
                if not chosen and _topic_of_document(path):
                    continue
                name = parse_name(path, options.name_regex)
                if name is None and chosen:
                    raise TextFilesRefused(_no_names(path, options), folder)
                if name is None:
                    yield path, None, None
                elif kind := chosen or _usual_kind(path, name, options):
                    yield path, name, kind
    except FormatError as error:
        raise TextFilesRefused(str(error)) from error


def _chosen_kind(path: str, options: FolderOptions) -> Kind | None:
    """Returns the kind whose pattern chooses the file, or None."""
    if options.models and fnmatchcase(path, options.models):
        return Kind.MODEL
    return Kind.PEER if options.peers and fnmatchcase(path, options.peers) else None


def _usual_kind(path: str, name: TextName, options: FolderOptions) -> Kind | None:
    """Returns the kind that the names of the folders and the summarizer suggest; None if there is a pattern for it."""
    folders = {part.lower() for part in PurePosixPath(path).parts[:-1]}
    is_model = name.is_person if not folders & (MODEL_FOLDERS | PEER_FOLDERS) else bool(folders & MODEL_FOLDERS)
    if options.models if is_model else options.peers:
        return None
    return Kind.MODEL if is_model else Kind.PEER


def _evaluation(key: str, texts: list[NamedText], documents: tuple[Text, ...]) -> Evaluation:
    """Returns the evaluation of a topic. Its summarizers are sorted: numbers first, by their value."""
    texts.sort(
        key=lambda text: (int(text.summarizer) if text.summarizer.isdecimal() else float("inf"), text.summarizer)
    )
    peers, models = (tuple(text for text in texts if text.kind is kind) for kind in (Kind.PEER, Kind.MODEL))
    return Evaluation(key, peers, models, documents)


def _no_names(path: str, options: FolderOptions) -> str:
    """Returns why names cannot be used. ``path``: a file that is not named as needed; "" if there are no files."""
    if not path:
        chosen = " that --peers and --models choose" if options.peers or options.models else ""
        return f"It has no files of texts{chosen}."
    if options.name_regex is not None:
        return f"The name regex finds no topic and summarizer in {path}."
    return f"The name of {path} does not say its topic and summarizer, as {EXAMPLES} does; give --name-regex."


def _warnings(left_out: list[str]) -> list[str]:
    if not left_out:
        return []
    files = "1 file is" if len(left_out) == 1 else f"{len(left_out)} files are"
    return [f"{files} left out, because the name does not say the topic and summarizer: {', '.join(left_out[:3])}."]
