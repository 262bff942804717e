"""Reads RoSE's JSON (``acu``): references with their atomic content units, and which of these each summary has."""

from collections.abc import Iterator, Mapping
from typing import Any

from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, Reading, TextRow
from annotator.interchange.judgment_files.records import BadRecord, json_objects, mapping, text_field, texts
from annotator.judgments.table import JudgmentRow

QUESTION = "present"
REFERENCE = "reference"
"""The summarizer of the model summary. A file may list it among its annotations, but without labels."""


def read_rose(data: bytes, *, judge: str = "RoSE") -> JudgmentFile:
    """Returns the texts, the units as statements and, if the file has them, the labels as judgments. Raises TableError.

    ``judge``: who made the labels, which the file does not say. Scores and ratings are not read, because they are means
    over judges.
    """
    reading = Reading()
    for place, record in json_objects(data):
        try:
            if isinstance(record, str):
                raise BadRecord(record)
            _read_document(reading, place, record, judge)
        except BadRecord as error:
            reading.refuse(place, str(error))
    return reading.result(if_empty="The file has no documents.")


def _read_document(reading: Reading, place: str, record: Mapping[str, Any], judge: str) -> None:
    topic = text_field(record, "example_id" if "example_id" in record else "id")
    units_name = "reference_acus" if "reference_acus" in record else "acu"
    units = texts(record, units_name) if units_name in record else []
    reading.add_text(TextRow(topic, "model", REFERENCE, text_field(record, "reference")), place)
    if source := text_field(record, "source", optional=True):
        reading.add_text(TextRow(topic, "document", "source", source), place)
    outputs = mapping(record, "system_outputs")
    for system in outputs:
        reading.add_text(TextRow(topic, "peer", system, text_field(outputs, system)), place)
    for number, unit in enumerate(units, start=1):
        reading.add_item(ItemRow(topic, "", "statements", REFERENCE, str(number), unit.strip()), place)
    annotations = mapping(record, "annotations")
    for system in annotations:
        for number, label in enumerate(_labels(mapping(annotations, system), system, len(units)), start=1):
            row = JudgmentRow("", topic, system, "peer", judge, "", QUESTION, str(number), label)
            reading.add(row, place)


def _labels(annotation: Mapping[str, Any], system: str, unit_count: int) -> Iterator[int]:
    """Yields 0 or 1 for each unit; nothing if there are no labels. Raises BadRecord."""
    labels = annotation.get("acu_labels")
    if labels is None or (system == REFERENCE and not labels):
        return
    if not isinstance(labels, list) or any(type(label) is not int or label not in (0, 1) for label in labels):
        raise BadRecord(f"acu_labels of {system} is not a list of 0 and 1.")
    if len(labels) != unit_count:
        raise BadRecord(f"{system} has {len(labels)} labels for {unit_count} units.")
    yield from labels
