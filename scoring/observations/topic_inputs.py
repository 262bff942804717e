"""What measures can read of a project's topics besides the summaries: documents, statements, judges' extracts.

The contents that are large, such as documents, are represented by hashes, because pages of stored values need only
these (docs/adr/0216-inputs-of-measures.md).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from django.db import connection
from django.db.models import Count, F, Func, QuerySet, TextField

from annotator.judgments.models import ItemList, sheets
from annotator.judgments.sheet_kind import sheets_of_all_judges
from annotator.projects.documents.models import Document
from annotator.projects.models import Membership, Topic
from annotator.work.visibility import FINISHED_STATES
from scoring.measures.automatic.topic_texts import JudgedExtracts, Need
from scoring.observations.parses.models import Parse
from scoring.observations.viewer import Viewer

ALL_NEEDS = frozenset(Need)
PARSES: Mapping[Need, str] = {Need.PARSE: Parse.Kind.CONLLU, Need.DISCOURSE: Parse.Kind.DISCOURSE}
"""The kind of parses that meets each of these needs."""

DIGEST = Func(
    F("text"),
    F("sentences"),
    template="encode(sha256(convert_to(%(expressions)s::text, 'UTF8')), 'hex')",
    arg_joiner=" || chr(31) || ",  # a character that no text contains
    output_field=TextField(),
)
"""A hash of the text of a summary or document and the bounds of its sentences. The database computes it, so that pages
of stored values need not read the texts."""

_LISTS = """
    SELECT list.id, item.digest, item.size + coalesce((
        SELECT sum(greatest(jsonb_array_length(document.sentences) / 2, 1)) FROM annotator_document document
        WHERE document.topic_id = list.topic_id AND NOT EXISTS (
            SELECT FROM annotator_item other WHERE other.list_id = list.id AND other.document_id = document.id)), 0)
    FROM annotator_itemlist list JOIN (
        SELECT list_id, count(*) AS size, encode(sha256(convert_to(
            string_agg(coalesce(document_id::text, '') || chr(31) || text, chr(30) ORDER BY position), 'UTF8')), 'hex')
            AS digest
        FROM annotator_item WHERE list_id = ANY(%(lists)s) GROUP BY list_id) item ON item.list_id = list.id
"""
"""For each list, a hash of its items' texts and documents, and the number of the sentences of all documents of its
topic: of its items, and of the documents that are not in it."""
NUMBERED_ITEMS = """
    SELECT id, list_id, document_id, text,
           row_number() OVER (PARTITION BY list_id ORDER BY document_start, position) - 1 AS number
    FROM (SELECT *, min(position) OVER (PARTITION BY list_id, document_id) AS document_start
          FROM annotator_item WHERE list_id = ANY(%(lists)s)) item
"""
"""The sentences of lists, numbered from 0. Those of a document have successive numbers. Usually the number is the
position in the list; a list from a file may go from one document to another and back."""
_EXTRACTS = f"""
    SELECT extract.summary_id, array_agg(item.number::int ORDER BY extracted.position)
    FROM annotator_extract extract JOIN annotator_extracteditem extracted ON extracted.extract_id = extract.id
    JOIN ({NUMBERED_ITEMS}) item ON item.id = extracted.item_id AND item.list_id = extract.items_id
    WHERE extract.items_id = ANY(%(lists)s) AND extract.summary_id IS NOT NULL
    GROUP BY extract.id, extract.summary_id, extract.label ORDER BY extract.label DESC, extract.id
"""  # noqa: S608  # constant SQL
"""The sentences of the extracts that are peers. Of a peer with several labels, the first label comes last."""
_CHOICES = f"""
    SELECT judgment.sheet_id, array_agg(item.number::int ORDER BY item.number)
    FROM annotator_judgment judgment JOIN ({NUMBERED_ITEMS}) item ON item.id = judgment.item_id
    WHERE judgment.sheet_id = ANY(%(sheets)s) AND judgment.value = 1 GROUP BY judgment.sheet_id
"""  # noqa: S608  # constant SQL
"""The sentences that the owner of each sheet chose."""

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TopicInputs:
    """What measures can read of a topic besides its summaries. Inputs that were not asked for are as if missing.

    ``documents``: a hash of the documents; "" without documents. ``sentence_list``: the primary key of the list whose
    items are the sentences of the documents; None if documents have the sentences that are stored with them.
    ``judged``: the extracts of the judges whom the viewer may see. ``extracts``: for each peer (by primary key) that is
    an extract, the numbers of its sentences. ``parses``: a hash of the parse of each summary (by primary key) that has
    one, by the need that the parse meets.
    """

    documents: str = ""
    statement: str = ""
    sentence_list: int | None = None
    judged: JudgedExtracts | None = None
    extracts: Mapping[int, Numbers] = field(default_factory=dict)
    parses: Mapping[Need, Mapping[int, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _SentenceList:
    """The list of the sentences of a topic's documents. ``sentence_count``: of all documents of the topic."""

    pk: int
    digest: str
    sentence_count: int


def read_inputs(viewer: Viewer, needs: Collection[Need] = ALL_NEEDS) -> Mapping[int, TopicInputs]:
    """Returns the inputs of each topic of the project, by primary key, that these ``needs`` ask for. At most eight SQL
    queries.
    """
    needed = set(needs)
    with_documents = bool(needed & {Need.DOCUMENTS, Need.PROJECT_DOCUMENTS})
    with_judges = bool(needed & {Need.EXTRACT, Need.JUDGES})
    lists = _sentence_lists(viewer) if with_documents or with_judges else {}
    documents = _document_digests(viewer, lists) if with_documents else {}
    statements = _statements(viewer) if Need.STATEMENT in needed else {}
    judged = _judged_extracts(viewer, lists) if with_judges and lists else {}
    extracts = _extracts(lists) if Need.EXTRACT in needed and lists else {}
    parses = _parse_digests(viewer, needed & PARSES.keys())
    topics = documents.keys() | statements.keys() | lists.keys() | parses.keys()
    return {
        topic: TopicInputs(
            documents.get(topic, ""),
            statements.get(topic, ""),
            lists[topic].pk if topic in lists else None,
            judged.get(topic),
            extracts,
            parses.get(topic, {}),
        )
        for topic in topics
    }


def _parse_digests(viewer: Viewer, needs: Collection[Need]) -> dict[int, dict[Need, dict[int, str]]]:
    """Returns a hash of the parse of each summary, by topic, need and summary. One SQL query."""
    digests: dict[int, dict[Need, dict[int, str]]] = defaultdict(lambda: {need: {} for need in needs})
    need_of_kind = {kind: need for need, kind in PARSES.items() if need in needs}
    rows: QuerySet[Parse, Any] = Parse.objects.filter(summary__topic__project=viewer.project, kind__in=need_of_kind)
    for topic, kind, summary, digest in rows.values_list("summary__topic", "kind", "summary", "digest").order_by():
        digests[topic][need_of_kind[kind]][summary] = digest
    return digests


def _sentence_lists(viewer: Viewer) -> dict[int, _SentenceList]:
    """Returns the list of each topic whose items are the sentences of its documents: the list with the most extracts
    that are peers; of equals, the last. What judges chose makes no difference, because not every viewer may know it.
    """
    lists: QuerySet[ItemList, Any] = ItemList.objects.filter(
        topic__project=viewer.project, source=ItemList.Source.DOCUMENT_SENTENCES
    )
    ordered = lists.annotate(peers=Count("extracts__summary", distinct=True)).order_by("topic", "peers", "number")
    chosen = dict(ordered.values_list("topic", "pk"))  # the last list of each topic replaces the others
    rows = {pk: (digest, int(count)) for pk, digest, count in _fetch(_LISTS, lists=[*chosen.values()])}
    return {topic: _SentenceList(pk, *rows[pk]) for topic, pk in chosen.items() if pk in rows}


def _document_digests(viewer: Viewer, lists: Mapping[int, _SentenceList]) -> dict[int, str]:
    digests: dict[int, list[str]] = defaultdict(list)
    documents = Document.objects.filter(topic__project=viewer.project).annotate(digest=DIGEST)
    for topic, digest in documents.order_by("topic", "position", "pk").values_list("topic", "digest"):
        digests[topic].append(digest)
    for topic, sentence_list in lists.items():
        digests[topic].append(f"list {sentence_list.digest}")
    return {topic: _hash(parts) for topic, parts in digests.items()}


def _statements(viewer: Viewer) -> dict[int, str]:
    topics: QuerySet[Topic, Any] = Topic.objects.filter(project=viewer.project)
    return {topic: text for topic, text in topics.values_list("pk", "statement") if text.strip()}


def _judged_extracts(viewer: Viewer, lists: Mapping[int, _SentenceList]) -> dict[int, JudgedExtracts]:
    """Returns the finished extracts of each topic, if the viewer may see those of all judges. If people made extracts
    of a list with several instruments, those of the instrument with the most extracts count; of equals, the first.
    """
    chosen_lists = {sentence_list.pk: sentence_list for sentence_list in lists.values()}
    finished = sheets().filter(
        sheet__instrument__kind="extract",
        sheet__items__in=chosen_lists,
        state__in=FINISHED_STATES,
        owner__kind=Membership.Kind.PERSON,
    )
    visible = finished if viewer.user is None else finished.filter(sheets_of_all_judges(viewer.user))
    ordered = visible.order_by("sheet__instrument__created_at", "sheet__instrument", "pk")
    by_instrument: dict[tuple[int, int], list[int]] = defaultdict(list)
    for sheet, topic, instrument in ordered.values_list("pk", "topic", "sheet__instrument"):
        by_instrument[topic, instrument].append(sheet)
    by_topic: dict[int, list[int]] = {}
    for (topic, _), of_instrument in by_instrument.items():
        if len(of_instrument) > len(by_topic.get(topic, ())):
            by_topic[topic] = of_instrument
    pks = [pk for of_topic in by_topic.values() for pk in of_topic]
    choices = dict(_fetch(_CHOICES, lists=[*chosen_lists], sheets=pks)) if pks else {}
    return {
        topic: JudgedExtracts(lists[topic].sentence_count, tuple(sorted(tuple(choices.get(pk, ())) for pk in of_topic)))
        for topic, of_topic in by_topic.items()
    }


def _extracts(lists: Mapping[int, _SentenceList]) -> dict[int, Numbers]:
    """Returns the sentences of each peer that is an extract; of several labels, those of the first label."""
    rows = _fetch(_EXTRACTS, lists=[sentence_list.pk for sentence_list in lists.values()])
    return {summary: tuple(numbers) for summary, numbers in rows}


def _fetch(sql: str, **parameters: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchall()


def _hash(parts: Iterable[str]) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()
