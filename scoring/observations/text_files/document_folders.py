"""Reads documents in folders: a folder for each topic, or the documents of a single topic."""

from collections import defaultdict
from pathlib import Path, PurePosixPath

from scoring.measures.extracts.baselines.documents import SourceDocument, TopicDocuments
from scoring.observations.text_files.contents import ReadingLimit, name_refusal, read_content
from scoring.observations.text_files.evaluations import TextFilesRefused
from scoring.observations.text_files.folders import files_below
from scoring.observations.text_files.names import stem


def read_documents(folder: Path) -> list[TopicDocuments]:
    """Returns the topics, sorted, with their documents in the order of the file names.

    The key of a document is the name of its file, and that of a topic the name of the folder of its documents, which
    may be ``folder`` itself. Raises TextFilesRefused.
    """
    if not folder.is_dir():
        raise TextFilesRefused("There is no such folder.", folder)
    limit = ReadingLimit()
    topics: dict[str, list[SourceDocument]] = defaultdict(list)
    for path in files_below(folder):
        topic = PurePosixPath(path).parent.name or folder.resolve().name
        topics[topic].append(_document(folder, path, limit))
    if not topics:
        raise TextFilesRefused("It has no files.", folder)
    for topic, documents in topics.items():
        keys = [document.key for document in documents]
        if refusal := name_refusal(topic):
            raise TextFilesRefused(f"The folder “{topic[:50]}” {refusal}.", folder)
        if "." in topic:
            raise TextFilesRefused(
                f"The folder “{topic}” has a dot in its name, which the key of a topic cannot have.", folder
            )
        if len(set(keys)) < len(keys):
            raise TextFilesRefused(f"Two documents of {topic} have the same name.", folder)
    return [TopicDocuments(topic, tuple(topics[topic])) for topic in sorted(topics)]


def _document(folder: Path, path: str, limit: ReadingLimit) -> SourceDocument:
    key = stem(path)
    if refusal := name_refusal(key):
        raise TextFilesRefused(f"The name of the document {refusal}.", folder / path)
    _, text = read_content(folder / path, "auto", limit)
    return SourceDocument(key, text.sentences)
