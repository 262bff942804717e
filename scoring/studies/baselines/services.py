"""Adds baselines to topics as extracts of their documents, and keeps them as peers on request."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db import transaction
from django.db.models import QuerySet, Sum

from annotator.judgments.models import Extract, ItemList
from annotator.judgments.services.extracts import add_extract, keep_as_peer, sentence_list_of
from annotator.projects.documents.api import count_spans
from annotator.projects.documents.models import Document
from annotator.projects.models import Membership, Project, Topic
from annotator.web.refusals import ServiceRefused
from scoring.measures.extracts.baselines.documents import SourceDocument, TopicDocuments
from scoring.measures.extracts.baselines.options import BaselineOptions
from scoring.measures.extracts.baselines.rules import make_baseline

MAX_SENTENCES = 10_000
"""The most sentences in one request; their baselines take about 2 s."""


@dataclass(frozen=True, slots=True)
class TopicBaseline:
    """A baseline of a topic. ``sentences``: their keys. ``peer``: the name of its peer, or None. ``is_new``: False if
    the topic had this extract already. ``notes``: sentences for people.
    """

    topic: str
    summarizer: str
    label: str
    sentences: tuple[str, ...]
    peer: str | None
    is_new: bool
    notes: tuple[str, ...]


def topics_with_documents(project: Project) -> QuerySet[Topic]:
    """Returns the topics that have documents, sorted by key."""
    return Topic.objects.filter(project=project, pk__in=Document.objects.values("topic")).order_by("key")


def check_sentence_count(topics: Iterable[Topic]) -> None:
    """Raises ServiceRefused if the documents of the topics have more than MAX_SENTENCES sentences."""
    documents = Document.objects.filter(topic__in=[topic.pk for topic in topics])
    count = documents.aggregate(total=Sum(count_spans("sentences")))["total"] or 0
    if count > MAX_SENTENCES:
        raise ServiceRefused(
            f"These documents have {count:,} sentences, and at most {MAX_SENTENCES:,} are possible here: choose fewer "
            "topics, or use the command baselines."
        )


@transaction.atomic
def add_baselines(
    *, topics: Sequence[Topic], names: Sequence[str], options: BaselineOptions, by: Membership | None, keep: bool
) -> list[TopicBaseline]:
    """Add the baselines with these names (of BASELINES) to each topic as extracts, all or none. Their sentences come
    from the last sentence list of the topic. An extract that is there already stays as it is.

    ``keep``: also add them as peers, unless they are peers already. ``by``: None for a command. Raises NotAllowed
    unless ``by`` manages the project; ServiceRefused without topics, for a topic without documents, and if an extract
    or peer with the same name has other sentences.
    """
    if not topics:
        raise ServiceRefused("No topic has documents yet.")
    return [added for topic in topics for added in _add_to_topic(topic, names, options, by, keep=keep)]


def _add_to_topic(
    topic: Topic, names: Sequence[str], options: BaselineOptions, by: Membership | None, *, keep: bool
) -> Iterator[TopicBaseline]:
    items = sentence_list_of(topic=topic, by=by)
    rows = list(items.items.order_by("position").values_list("document__key", "text", "key"))
    documents = TopicDocuments(
        topic.key,
        tuple(
            SourceDocument(str(key), tuple(text for _, text, _ in document_rows))
            for key, document_rows in groupby(rows, key=lambda row: row[0])
        ),
    )
    for name in names:
        baseline = make_baseline(name, documents, options, project=topic.project.slug)
        sentences = tuple(rows[sentence][2] for sentence in baseline.sentences)
        extract, is_new = _find_or_add_extract(topic, items, baseline.summarizer, options.size.label, sentences, by)
        peer = keep_as_peer(extract=extract, by=by) if keep else extract.summary
        yield TopicBaseline(
            topic=topic.key,
            summarizer=extract.summarizer,
            label=extract.label,
            sentences=sentences,
            peer=peer.summarizer if peer else None,
            is_new=is_new,
            notes=baseline.notes,
        )


def _find_or_add_extract(
    topic: Topic, items: ItemList, summarizer: str, label: str, sentences: Sequence[str], by: Membership | None
) -> tuple[Extract, bool]:
    """Returns the extract and whether it was added. Raises ServiceRefused if its name has other sentences."""
    same_name = Extract.objects.filter(items=items, summarizer=summarizer, label=label).select_related("summary")
    if existing := same_name.first():
        chosen = existing.extracted_items.order_by("position").values_list("item__key", flat=True)
        if list(chosen) == list(sentences):
            return existing, False
    extract, _ = add_extract(topic=topic, summarizer=summarizer, label=label, sentences=sentences, items=items, by=by)
    return extract, True
