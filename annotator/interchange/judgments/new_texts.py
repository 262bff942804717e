"""Adds the topics, summaries and documents that a file of judgments contains and the project lacks."""

from collections.abc import Collection, Iterable, Mapping

from annotator.interchange.judgment_files.reading import JudgmentFile, Repair, TextRow
from annotator.projects.documents.services import NewDocument, add_documents
from annotator.projects.models import Project, Topic
from annotator.projects.texts import NewSummary, add_summaries, create_topic
from annotator.web.refusals import ServiceRefused

MAX_NAMED = 3
"""A refusal names at most this many texts that differ from the project's."""


def add_missing_texts(project: Project, content: JudgmentFile) -> list[Repair]:
    """Add the texts, and return notes on how many were added.

    Raises ServiceRefused if the project has different words for one of the texts.
    """
    by_topic: dict[str, list[TextRow]] = {}
    for text in content.texts:
        if text.kind != "statement":
            by_topic.setdefault(text.topic, []).append(text)
    statements = {text.topic: text.text for text in content.texts if text.kind == "statement"}
    topics = {topic.key: topic for topic in Topic.objects.filter(project=project, key__in=by_topic)}
    summaries, documents, differing = 0, 0, list[str]()
    for key, texts in by_topic.items():
        topic = topics.get(key)
        if topic is None:
            topic = create_topic(project=project, key=key, statement=statements.get(key, ""), by=None)
        words = _words_of_texts(topic, {text.kind for text in texts})
        missing = [text for text in texts if (text.kind, text.name) not in words]
        differing += _differing(key, texts, words)
        new_documents = [NewDocument(text.name, text.text) for text in missing if text.kind == "document"]
        new_summaries = [NewSummary(text.kind, text.name, text.text) for text in missing if text.kind != "document"]
        if new_documents:
            add_documents(topic=topic, documents=new_documents, by=None)
        if new_summaries:
            add_summaries(topic=topic, summaries=new_summaries, by=None)
        summaries, documents = summaries + len(new_summaries), documents + len(new_documents)
    if differing:
        raise ServiceRefused(*differing[:MAX_NAMED])
    return [
        *([Repair("Texts", f"summaries added to the project: {summaries}.")] if summaries else []),
        *([Repair("Texts", f"documents added to the project: {documents}.")] if documents else []),
    ]


def _words_of_texts(topic: Topic, kinds: Collection[str]) -> Mapping[tuple[str, str], list[str]]:
    """Returns the words of the topic's summaries and documents by kind and name."""
    words = {}
    if {"model", "peer"} & set(kinds):
        rows = topic.summaries.values_list("kind", "summarizer", "text")
        words = {(kind, summarizer): text.split() for kind, summarizer, text in rows}
    if "document" in kinds:
        words |= {("document", key): text.split() for key, text in topic.documents.values_list("key", "text")}
    return words


def _differing(topic: str, texts: Iterable[TextRow], words: Mapping[tuple[str, str], list[str]]) -> list[str]:
    return [
        f"The {text.kind} “{text.name}” of topic “{topic}” has other words in the project."
        for text in texts
        if words.get((text.kind, text.name), text.text.split()) != text.text.split()
    ]
