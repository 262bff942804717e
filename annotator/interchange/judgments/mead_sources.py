"""Reads MEAD's files: all documents of a cluster together, then each file with utilities or an extract."""

from collections.abc import Sequence
from functools import partial
from pathlib import PurePath

from annotator.interchange.judgment_files.mead import read_cluster, read_document, read_extract, read_utilities
from annotator.interchange.judgment_files.reading import ExtractRow, ItemRow, JudgmentFile, Repair
from annotator.interchange.judgments.sources import Source
from annotator.texts.errors import FormatError

Files = Sequence[tuple[str, bytes]]


def mead_sources(files: Files, *, topic: str = "") -> list[Source]:
    """Returns a source for the documents of each topic, then one for each file with utilities or an extract.

    The topic of documents is the name of their ``.cluster`` file without its suffix; ``topic`` if there is no cluster.
    """
    by_suffix: dict[str, list[tuple[str, bytes]]] = {}
    for name, data in files:
        by_suffix.setdefault(PurePath(name).suffix.lower(), []).append((name, data))
    clusters, documents = by_suffix.pop(".cluster", []), by_suffix.pop(".docsent", [])
    sources = [Source(name, partial(_read_cluster, name, data, documents)) for name, data in clusters]
    if documents and not clusters:
        sources.append(Source(documents[0][0], partial(_read_documents, documents, topic)))
    sources += [Source(name, partial(_read_utilities, data=data)) for name, data in by_suffix.pop(".sentjudge", [])]
    sources += [Source(name, partial(_read_extract, data=data)) for name, data in by_suffix.pop(".extract", [])]
    sources += [Source(name, _refuse_unknown) for rest in by_suffix.values() for name, _ in rest]
    return sources


def _read_cluster(name: str, data: bytes, documents: Files, _known: Sequence[ItemRow]) -> JudgmentFile:
    """Returns the documents of a cluster in its order. Raises FormatError if a file of a document is missing."""
    by_key = {PurePath(document).stem: (document, content) for document, content in documents}
    keys = read_cluster(data)
    if missing := [key for key in keys if key not in by_key]:
        raise FormatError(f"There is no file {missing[0]}.docsent, which the cluster lists.")
    return _read_documents([by_key[key] for key in keys], PurePath(name).stem, ())


def _read_documents(documents: Files, topic: str, _known: Sequence[ItemRow]) -> JudgmentFile:
    """Returns the texts and sentences of documents. Raises FormatError that names the file."""
    if not topic:
        raise FormatError("The topic of the documents is unknown: add their .cluster file, or name the topic.")
    contents = []
    for name, data in documents:
        try:
            contents.append(read_document(data, topic=topic))
        except FormatError as error:
            raise FormatError(f"{name}: {error}") from error
    return JudgmentFile(
        items=tuple(item for content in contents for item in content.items),
        texts=tuple(text for content in contents for text in content.texts),
        repairs=tuple(repair for content in contents for repair in content.repairs),
    )


def _read_utilities(known: Sequence[ItemRow], *, data: bytes) -> JudgmentFile:
    """Returns the judgments. They must be about the known sentences of their topics, if there are any."""
    topics = {row.topic for row in read_utilities(data).rows}
    return read_utilities(data, items=[item for item in known if item.topic in topics])


def _read_extract(_known: Sequence[ItemRow], *, data: bytes) -> JudgmentFile:
    extract = read_extract(data)
    return JudgmentFile(
        extracts=(ExtractRow(extract.topic, extract.summarizer, extract.label, extract.items),),
        repairs=tuple(Repair("The extract", repair) for repair in extract.repairs),
    )


def _refuse_unknown(_known: Sequence[ItemRow]) -> JudgmentFile:
    raise FormatError("Its name ends in none of .cluster, .docsent, .sentjudge and .extract.")
