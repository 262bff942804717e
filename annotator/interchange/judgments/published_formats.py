"""Writes judgments and items in the formats of published data sets: DUC tables, SEE, MEAD, LitePyramid, nuggets.

Each function raises ServiceRefused if the format cannot represent the judgments or items of the instrument.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from annotator.interchange.judgment_files.litepyramid import QUESTION as PRESENT
from annotator.interchange.judgment_files.litepyramid import write_results, write_scus
from annotator.interchange.judgment_files.mead import (
    ExtractFile,
    write_cluster,
    write_document,
    write_extract,
    write_utilities,
)
from annotator.interchange.judgment_files.nist_tables import DucTable, write_duc_table
from annotator.interchange.judgment_files.nuggets import (
    METRICS,
    NuggetScores,
    write_answers,
    write_assignments,
    write_bank,
    write_metrics,
)
from annotator.interchange.judgment_files.nuggets import QUESTION as SUPPORT
from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, TextRow
from annotator.interchange.judgment_files.see import SeeName, write_units
from annotator.interchange.judgments.item_rows import item_rows, lists_of
from annotator.interchange.judgments.measures import MeasureRow
from annotator.judgments.models import Extract, Instrument, ItemList
from annotator.judgments.table import JudgmentRow
from annotator.projects.documents.models import Document
from annotator.projects.models import Summary, Topic
from annotator.web.file_names import file_stem
from annotator.web.refusals import ServiceRefused

Row = TypeVar("Row", ItemRow, TextRow, ExtractFile)

_LETTER = re.compile(r"[A-Z]", re.ASCII)
_NOT_IN_NAMES = re.compile(r"[^\w.+-]")
NO_SELECTOR = "X"
"""Placeholder in the names of SEE's files for the person who chose the documents, which no project stores."""


def duc_table(instrument: Instrument, rows: Sequence[JudgmentRow]) -> str:
    """Ratings as a DUC table. Comments, skipped questions and times are omitted, because the format lacks them."""
    _require(instrument.kind == Instrument.Kind.RATING, "duc-table", "ratings")
    for row in rows:
        is_letter = bool(_LETTER.fullmatch(row.summarizer))
        if is_letter != (row.kind == "model"):
            raise ServiceRefused(
                f"A DUC table names each model by one letter, and peers differently; the {row.kind} “{row.summarizer}” "
                f"of topic “{row.topic}” has no such name."
            )
    return write_duc_table(DucTable(JudgmentFile(rows=tuple(rows)), {}))


def litepyramid_results(instrument: Instrument, rows: Sequence[JudgmentRow]) -> str:
    """The judges' answers as a table with up to 16 statements per row."""
    is_binary = all(row.question == PRESENT and row.value in (0, 1, None) for row in rows)
    is_presence = instrument.kind == Instrument.Kind.PRESENCE
    _require(is_presence and is_binary, "litepyramid", "statements that are present or not")
    if any(row.kind != "peer" for row in rows):
        raise ServiceRefused("The format litepyramid has no judgments of model summaries.")
    return write_results(_with_statements(instrument, rows))


def litepyramid_scus(items: Sequence[ItemRow]) -> str:
    _require_statements(items, "litepyramid")
    return write_scus(items)


def nugget_assignments(instrument: Instrument, rows: Sequence[JudgmentRow]) -> str:
    """The judgments of one judge, by answer."""
    judges = sorted({row.judge for row in rows})
    if len(judges) > 1:
        raise ServiceRefused(f"The format nuggets names no judge: choose one of {', '.join(judges)}.")
    if any(row.question != SUPPORT for row in rows):
        raise ServiceRefused("The format nuggets is for instruments of the preset nuggets.")
    return write_assignments(_with_statements(instrument, rows))


def nugget_bank(instrument: Instrument, items: Sequence[ItemRow]) -> str:
    _require_statements(items, "nuggets")
    return write_bank(JudgmentFile(items=tuple(items), texts=_topic_statements(instrument)))


def nugget_answers(instrument: Instrument) -> str:
    """The peers of the topics that the instrument has statements for."""
    _require(instrument.kind == Instrument.Kind.PRESENCE, "nuggets", "statements")
    return write_answers(_peers(lists_of(instrument).values_list("topic__key", flat=True), instrument))


def nugget_metrics(rows: Iterable[MeasureRow]) -> dict[str, str]:
    """A file for each peer, because the lines of the format name only the topic."""
    scores: dict[str, dict[str, dict[str, float | None]]] = {}  # by peer, topic and name of the metric
    questions = set()
    for row in rows:
        question, _, name = row.measure.rpartition(".")
        if row.kind == "peer" and name.removeprefix("nugget_") in METRICS:
            questions.add(question)
            scores.setdefault(row.summarizer, {}).setdefault(row.topic, {})[name.removeprefix("nugget_")] = row.value
    if len(questions) != 1:
        raise ServiceRefused("The format nuggets is for the scores of nuggets, of one question.")
    return {
        f"{file_stem(peer)}.jsonl": write_metrics([NuggetScores(topic, **values) for topic, values in topics.items()])
        for peer, topics in scores.items()
    }


def see_files(instrument: Instrument, items: Sequence[ItemRow]) -> dict[str, str]:
    """A file with the units of each model summary, by file name. Of several lists of a summary, the last is used."""
    _require(instrument.kind == Instrument.Kind.COVERAGE, "see", "units of models")
    models = Summary.objects.filter(topic__project=instrument.project_id, kind="model")
    lengths = {
        (topic, name): len(text.split()) for topic, name, text in models.values_list("topic__key", "summarizer", "text")
    }
    by_model: dict[tuple[str, str], dict[str, list[ItemRow]]] = {}
    for item in items:
        if item.source == ItemList.Source.MODEL_UNITS:
            by_model.setdefault((item.topic, item.summarizer), {}).setdefault(item.list, []).append(item)
    files = {}
    for (topic, summarizer), lists in by_model.items():
        units = list(lists.values())[-1]
        if "." in topic + summarizer or any(not unit.key.isdecimal() for unit in units):
            raise ServiceRefused(
                f"SEE needs numbers as keys of units, and no dot in the names “{topic}” and “{summarizer}”."
            )
        name = SeeName(topic, "M", f"{lengths[topic, summarizer]:03}", NO_SELECTOR, summarizer)
        files[str(name)] = write_units(units, name)
    return files


def mead_files(instrument: Instrument, rows: Sequence[JudgmentRow]) -> dict[str, str]:
    """Files by path: a folder for each topic with its cluster, documents, utilities and extracts.

    Marks and comments are omitted, because the format lacks them.
    """
    kinds = (Instrument.Kind.UTILITY, Instrument.Kind.EXTRACT)
    _require(instrument.kind in kinds, "mead", "sentences of documents")
    # The last list of each topic.
    lists = {item_list.topic_id: item_list for item_list in lists_of(instrument).order_by("topic__key", "number")}
    judged_lists = {row.topic: {other.list for other in rows if other.topic == row.topic} for row in rows}
    if any(len(codes) > 1 for codes in judged_lists.values()):
        raise ServiceRefused("Judges used two lists of sentences of a topic, which the format cannot tell apart.")
    items = _by_topic(item_rows(lists.values()))
    documents = Document.objects.filter(topic__in=lists).order_by("topic", "position")
    texts = _by_topic(
        TextRow(key, "document", document, text)
        for key, document, text in documents.values_list("topic__key", "key", "text")
    )
    extracts = _by_topic(_extracts(instrument, lists.values(), rows))
    files: dict[str, str] = {}
    for topic, sentences in items.items():
        folder = _file_name(topic)
        files[f"{folder}/{folder}.cluster"] = write_cluster(text.name for text in texts.get(topic, []))
        for text in texts.get(topic, []):
            document_sentences = [item for item in sentences if item.document == text.name]
            files[f"{folder}/docsent/{_file_name(text.name)}.docsent"] = write_document(text, document_sentences)
        topic_rows = [row for row in rows if row.topic == topic]
        content = JudgmentFile(rows=tuple(topic_rows), items=tuple(sentences), texts=tuple(texts.get(topic, [])))
        if topic_rows and instrument.kind == Instrument.Kind.UTILITY:
            files[f"{folder}/{folder}.sentjudge"] = write_utilities(content, topic=topic)
        for extract in extracts.get(topic, []):
            name = _file_name(".".join(filter(None, (extract.summarizer, extract.label))))
            files[f"{folder}/extracts/{name}.extract"] = write_extract(extract)
    return files


def _extracts(instrument: Instrument, lists: Iterable[ItemList], rows: Sequence[JudgmentRow]) -> Iterable[ExtractFile]:
    """The extracts that judges made, if the instrument asks for extracts; otherwise those of systems from ``lists``."""
    if instrument.kind == Instrument.Kind.EXTRACT:
        chosen_keys: dict[tuple[str, str], list[str]] = {}  # of sentences, by topic and judge
        for row in rows:
            if row.value == 1:
                chosen_keys.setdefault((row.topic, row.judge), []).append(row.item)
        return [ExtractFile(topic, judge, "", tuple(keys)) for (topic, judge), keys in chosen_keys.items()]
    extracts = Extract.objects.filter(items__in=list(lists)).select_related("items__topic")
    return [
        ExtractFile(
            extract.items.topic.key,
            extract.summarizer,
            extract.label,
            tuple(extracted.item.key for extracted in extract.extracted_items.all()),
        )
        for extract in extracts.prefetch_related("extracted_items__item")
    ]


def _with_statements(instrument: Instrument, rows: Sequence[JudgmentRow]) -> JudgmentFile:
    """The judgments, the statements that they are about, and the texts of peers and topics.

    Raises ServiceRefused if judgments of one topic are about different lists of statements.
    """
    list_codes = {row.topic: row.list for row in rows}
    if any(list_codes[row.topic] != row.list for row in rows):
        raise ServiceRefused("Judges used two lists of statements of a topic, which the format cannot tell apart.")
    statement_lists = lists_of(instrument).filter(source=ItemList.Source.STATEMENTS)
    items = item_rows(
        item_list for item_list in statement_lists if list_codes.get(item_list.topic.key) == item_list.code
    )
    texts = (*_peers(list_codes, instrument), *_topic_statements(instrument))
    return JudgmentFile(rows=tuple(rows), items=tuple(items), texts=texts)


def _peers(topics: Iterable[str], instrument: Instrument) -> Iterable[TextRow]:
    """The texts of the peers of these topics (their keys)."""
    peers = Summary.objects.filter(topic__project=instrument.project_id, topic__key__in=list(topics), kind="peer")
    return (TextRow(*fields) for fields in peers.values_list("topic__key", "kind", "summarizer", "text"))


def _topic_statements(instrument: Instrument) -> tuple[TextRow, ...]:
    """What each topic asks for: one text per topic, not to be confused with the statements that are judged."""
    statements = Topic.objects.filter(project=instrument.project_id).values_list("key", "statement")
    return tuple(TextRow(key, "statement", "", text) for key, text in statements)


def _by_topic(rows: Iterable[Row]) -> Mapping[str, list[Row]]:
    by_topic: dict[str, list[Row]] = {}
    for row in rows:
        by_topic.setdefault(row.topic, []).append(row)
    return by_topic


def _require_statements(items: Sequence[ItemRow], file_format: str) -> None:
    _require(all(item.source == ItemList.Source.STATEMENTS for item in items), file_format, "statements")
    if len({(item.topic, item.list) for item in items}) > len({item.topic for item in items}):
        raise ServiceRefused(f"A topic has two lists of statements, which the format {file_format} cannot tell apart.")


def _require(is_suitable: bool, file_format: str, content: str) -> None:
    if not is_suitable:
        raise ServiceRefused(f"The format {file_format} is for {content}.")


def _file_name(name: str) -> str:
    return _NOT_IN_NAMES.sub("_", name)
