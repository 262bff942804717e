"""Writes judgments and items as the collections published them: NIST, SEE, MEAD, LitePyramid, nuggets.

Each function raises ServiceRefused if the format has no place for what an instrument asks.
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
from annotator.interchange.judgment_files.nuggets import QUESTION as SUPPORT
from annotator.interchange.judgment_files.nuggets import write_assignments, write_bank
from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, TextRow
from annotator.interchange.judgment_files.see import SeeName, write_units
from annotator.interchange.judgments.item_rows import item_rows, lists_of
from annotator.judgments.models import Extract, Instrument, ItemList
from annotator.judgments.table import JudgmentRow
from annotator.projects.documents.models import Document
from annotator.projects.models import Summary, Topic
from annotator.web.refusals import ServiceRefused

Row = TypeVar("Row", ItemRow, TextRow, ExtractFile)

_LETTER = re.compile(r"[A-Z]", re.ASCII)
_NOT_IN_NAMES = re.compile(r"[^\w.+-]")
NO_SELECTOR = "X"
"""Stands in the names of SEE's files for the person who chose the documents, whom the project does not know."""


def duc_table(instrument: Instrument, rows: Sequence[JudgmentRow]) -> str:
    """Ratings as a table of DUC. Comments, skipped questions and times have no place in it."""
    _require(instrument.kind == Instrument.Kind.RATING, "duc-table", "ratings")
    for row in rows:
        is_letter = bool(_LETTER.fullmatch(row.summarizer))
        if is_letter != (row.kind == "model"):
            raise ServiceRefused(
                f"A DUC table names models by one letter and peers otherwise; {row.kind} “{row.summarizer}” "
                f"of topic “{row.topic}” is not named so."
            )
    return write_duc_table(DucTable(JudgmentFile(rows=tuple(rows)), {}))


def litepyramid_results(instrument: Instrument, rows: Sequence[JudgmentRow]) -> str:
    """Answers of judges, with up to 16 statements a row."""
    is_binary = all(row.question == PRESENT and row.value in (0, 1, None) for row in rows)
    is_presence = instrument.kind == Instrument.Kind.PRESENCE
    _require(is_presence and is_binary, "litepyramid", "statements that are present or not")
    if any(row.kind != "peer" for row in rows):
        raise ServiceRefused("The format litepyramid has no judgments of model summaries.")
    return write_results(_judged(instrument, rows))


def litepyramid_scus(items: Sequence[ItemRow]) -> str:
    _require_statements(items, "litepyramid")
    return write_scus(items)


def nugget_assignments(instrument: Instrument, rows: Sequence[JudgmentRow]) -> str:
    """Judged answers of one judge."""
    judges = sorted({row.judge for row in rows})
    if len(judges) > 1:
        raise ServiceRefused(f"The format nuggets names no judge: choose one of {', '.join(judges)}.")
    if any(row.question != SUPPORT for row in rows):
        raise ServiceRefused("The format nuggets is for instruments of the preset nuggets.")
    return write_assignments(_judged(instrument, rows))


def nugget_bank(instrument: Instrument, items: Sequence[ItemRow]) -> str:
    _require_statements(items, "nuggets")
    return write_bank(JudgmentFile(items=tuple(items), texts=_statements_of_topics(instrument)))


def see_files(instrument: Instrument, items: Sequence[ItemRow]) -> dict[str, str]:
    """The units of each model summary by file name; of the last list of a summary if it has several."""
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
                f"SEE numbers units, and its file names have no place for a dot in “{topic}” or “{summarizer}”."
            )
        name = SeeName(topic, "M", f"{lengths[topic, summarizer]:03}", NO_SELECTOR, summarizer)
        files[str(name)] = write_units(units, name)
    return files


def mead_files(instrument: Instrument, rows: Sequence[JudgmentRow]) -> dict[str, str]:
    """Each topic's cluster and documents, utilities and extracts, in a folder. Marks and comments have no place."""
    kinds = (Instrument.Kind.UTILITY, Instrument.Kind.EXTRACT)
    _require(instrument.kind in kinds, "mead", "sentences of documents")
    lists = {items.topic_id: items for items in lists_of(instrument).order_by("topic__key", "number")}
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
            own = [item for item in sentences if item.document == text.name]
            files[f"{folder}/docsent/{_file_name(text.name)}.docsent"] = write_document(text, own)
        judged = [row for row in rows if row.topic == topic]
        content = JudgmentFile(rows=tuple(judged), items=tuple(sentences), texts=tuple(texts.get(topic, [])))
        if judged and instrument.kind == Instrument.Kind.UTILITY:
            files[f"{folder}/{folder}.sentjudge"] = write_utilities(content, topic=topic)
        for extract in extracts.get(topic, []):
            name = _file_name(".".join(filter(None, (extract.summarizer, extract.label))))
            files[f"{folder}/extracts/{name}.extract"] = write_extract(extract)
    return files


def _extracts(instrument: Instrument, lists: Iterable[ItemList], rows: Sequence[JudgmentRow]) -> Iterable[ExtractFile]:
    """The extracts of systems from these lists, or those that judges made."""
    if instrument.kind == Instrument.Kind.EXTRACT:
        chosen: dict[tuple[str, str], list[str]] = {}
        for row in rows:
            if row.value == 1:
                chosen.setdefault((row.topic, row.judge), []).append(row.item)
        return [ExtractFile(topic, judge, "", tuple(keys)) for (topic, judge), keys in chosen.items()]
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


def _judged(instrument: Instrument, rows: Sequence[JudgmentRow]) -> JudgmentFile:
    """Judgments about statements with the statements, and the texts of peers and topics. Raises ServiceRefused."""
    lists = {row.topic: row.list for row in rows}
    if any(lists[row.topic] != row.list for row in rows):
        raise ServiceRefused("Judges used two lists of statements of a topic, which the format cannot tell apart.")
    of_instrument = lists_of(instrument).filter(source=ItemList.Source.STATEMENTS)
    items = item_rows(one for one in of_instrument if lists.get(one.topic.key) == one.code)
    in_project = {"topic__project": instrument.project_id, "topic__key__in": lists, "kind": "peer"}
    peers = Summary.objects.filter(**in_project).values_list("topic__key", "kind", "summarizer", "text")
    texts = (*(TextRow(*peer) for peer in peers), *_statements_of_topics(instrument))
    return JudgmentFile(rows=tuple(rows), items=tuple(items), texts=texts)


def _statements_of_topics(instrument: Instrument) -> tuple[TextRow, ...]:
    queries = Topic.objects.filter(project=instrument.project_id).values_list("key", "statement")
    return tuple(TextRow(key, "statement", "", text) for key, text in queries)


def _by_topic(rows: Iterable[Row]) -> Mapping[str, list[Row]]:
    by_topic: dict[str, list[Row]] = {}
    for row in rows:
        by_topic.setdefault(row.topic, []).append(row)
    return by_topic


def _require_statements(items: Sequence[ItemRow], file_format: str) -> None:
    _require(all(item.source == ItemList.Source.STATEMENTS for item in items), file_format, "statements")
    if len({(item.topic, item.list) for item in items}) > len({item.topic for item in items}):
        raise ServiceRefused(f"A topic has two lists of statements, which the format {file_format} cannot tell apart.")


def _require(fits: bool, file_format: str, what: str) -> None:
    if not fits:
        raise ServiceRefused(f"The format {file_format} is for {what}.")


def _file_name(name: str) -> str:
    return _NOT_IN_NAMES.sub("_", name)
