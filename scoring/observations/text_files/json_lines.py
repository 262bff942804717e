"""Reads JSON Lines: a summary on each line, with its references or without.

``{"instance_id", "summarizer_id", "summarizer_type": "peer" or "reference", "summary": {"text": text or sentences},
"references": [...], "documents": [...]}``, as in SacreROUGE; an instance is a topic. The summary of a line with
``references`` is compared with these; other peers are compared with the summaries of type "reference" of their
instance. ``documents`` are those of the instance, and may be in one of its lines or in several.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, NoReturn

from annotator.texts.errors import FormatError
from annotator.texts.json_values import has_more_values
from scoring.measures.automatic.topic_texts import Text
from scoring.observations.text_files.contents import MAX_BYTES, ReadingLimit, clean, name_refusal, plain_text
from scoring.observations.text_files.evaluations import Evaluation, Kind, NamedText, TextFilesRefused

MAX_LINES = 2_000_000
MAX_LINE_BYTES = 20_000_000
MAX_LINE_VALUES = 100_000
TYPES = {"peer": Kind.PEER, "reference": Kind.MODEL}

Content = tuple[str, ...] | str
"""A text as it is in the file: its sentences, or a whole text."""


@dataclass
class _Instance:
    """The lines of an instance that have been read so far: their texts, line numbers and own references by kind and
    summarizer; and the documents, with the number of the first line that has them.
    """

    texts: dict[tuple[Kind, str], NamedText] = field(default_factory=dict)
    lines: dict[tuple[Kind, str], int] = field(default_factory=dict)
    references: dict[tuple[Kind, str], tuple[tuple[str, Content], ...]] = field(default_factory=dict)
    documents: tuple[Text, ...] = ()
    documents_line: int = 0


def read_json_lines(path: Path, limit: ReadingLimit) -> list[Evaluation]:
    """Returns the instances, in the order of the file. An instance whose lines have different references gives several
    evaluations. Raises TextFilesRefused, with the number of the line.
    """
    instances: dict[str, _Instance] = {}
    reader = _Reader()
    content = limit.read(path, MAX_BYTES)
    for line_number, line in enumerate(BytesIO(content), 1):
        if line_number > MAX_LINES:
            raise TextFilesRefused(f"It has more than {MAX_LINES:,} lines.", path)
        if not line.strip():
            continue
        try:
            reader.read_line(line_number, line, instances)
        except FormatError as error:
            raise TextFilesRefused(f"Line {line_number}: {error}", path) from error
    if not instances:
        raise TextFilesRefused("It is empty.", path)
    return [evaluation for key, instance in instances.items() for evaluation in reader.evaluations(key, instance)]


class _Reader:
    """Reads lines. Equal contents share one `Text`: every line of an instance may repeat its references."""

    def __init__(self) -> None:
        self._texts: dict[Content, tuple[str, Text]] = {}

    def read_line(self, line_number: int, line: bytes, instances: dict[str, _Instance]) -> None:
        """Adds the summary of a line to its instance in ``instances``. Raises FormatError."""
        row = read_object(line)
        instance_id, summarizer = _name(row, "instance_id"), _name(row, "summarizer_id")
        kind = TYPES.get(str(row.get("summarizer_type", "peer")))
        if kind is None:
            raise FormatError("summarizer_type must be peer or reference.")
        summary = row.get("summary")
        content = _content(summary.get("text") if isinstance(summary, dict) else summary, "summary")
        references = _references(row)
        instance = instances.setdefault(instance_id, _Instance())
        self._read_documents(row, line_number, instance, instance_id)
        key = kind, summarizer
        named_text = self._named_text(kind, summarizer, instance_id, content)
        if key in instance.texts:
            if instance.texts[key].text is not named_text.text or instance.references.get(key) != references:
                raise FormatError(
                    f"{summarizer} has another summary or other references of {instance_id} in line "
                    f"{instance.lines[key]}."
                )
            return
        instance.texts[key], instance.lines[key] = named_text, line_number
        if references is not None:
            instance.references[key] = references
            for _, reference in references:
                self._read(reference)  # so that a fault in the reference is reported with this line

    def _read_documents(self, row: dict[str, Any], line_number: int, instance: _Instance, instance_id: str) -> None:
        """Sets the documents of the instance. Raises FormatError, also if an earlier line has other documents."""
        if "documents" not in row:
            return
        documents = tuple(self._read(content)[1] for content in _contents(row["documents"], "documents"))
        if instance.documents_line and documents != instance.documents:
            raise FormatError(f"{instance_id} has other documents in line {instance.documents_line}.")
        instance.documents, instance.documents_line = documents, instance.documents_line or line_number

    def evaluations(self, instance_id: str, instance: _Instance) -> Iterator[Evaluation]:
        """Yields an evaluation for each list of references that lines share, and one for lines without references."""
        groups: dict[tuple[tuple[str, Content], ...] | None, list[NamedText]] = {}
        for key, text in instance.texts.items():
            groups.setdefault(instance.references.get(key), []).append(text)
        for references, texts in groups.items():
            if references is not None:
                models = tuple(self._named_text(Kind.MODEL, name, instance_id, content) for name, content in references)
                yield Evaluation(instance_id, tuple(texts), models, instance.documents)
            else:
                peers, models = (tuple(text for text in texts if text.kind is kind) for kind in (Kind.PEER, Kind.MODEL))
                yield Evaluation(instance_id, peers, models, instance.documents)

    def _named_text(self, kind: Kind, summarizer: str, instance_id: str, content: Content) -> NamedText:
        whole_content, text = self._read(content)
        return NamedText(summarizer, kind, text, f"{instance_id}.{summarizer}", whole_content)

    def _read(self, content: Content) -> tuple[str, Text]:
        """Returns the content as one string, and as a `Text`."""
        if content not in self._texts:
            try:
                whole = clean(content if isinstance(content, str) else "\n".join(content))
            except FormatError as error:
                raise FormatError(f"in a text: {error}") from error
            self._texts[content] = whole, plain_text(whole) if isinstance(content, str) else Text(content)
        return self._texts[content]


def read_object(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_LINE_BYTES:
        raise FormatError(f"it is larger than {MAX_LINE_BYTES // 1_000_000} MB.")
    if has_more_values(line, MAX_LINE_VALUES):
        raise FormatError(f"it has more than {MAX_LINE_VALUES:,} values.")
    try:
        row = json.loads(line.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise FormatError("it is not UTF-8.") from error
    except RecursionError as error:
        raise FormatError("its lists are nested too deeply.") from error
    except ValueError as error:
        raise FormatError("it is not JSON; each line must be an object in braces.") from error
    if not isinstance(row, dict):
        raise FormatError("it must be an object in braces.")
    return row


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError


def _name(row: dict[str, Any], key: str) -> str:
    value = row.get(key)
    name = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    if refusal := name_refusal(name):
        raise FormatError(f"{key} {refusal if name else 'is missing'}.")
    return name


def _content(value: Any, key: str) -> Content:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(sentence, str) for sentence in value):
        return tuple(value)
    raise FormatError(f"the text of {key} must be a string or a list of sentences.")


def _contents(values: Any, key: str) -> list[Content]:
    """Returns a list of texts, each alone or as the ``text`` of an object. Raises FormatError."""
    if not isinstance(values, list):
        raise FormatError(f"{key} must be a list.")
    return [_content(value.get("text") if isinstance(value, dict) else value, key) for value in values]


def _references(row: dict[str, Any]) -> tuple[tuple[str, Content], ...] | None:
    """Returns the names and texts of the references; None if the line has no references."""
    if "references" not in row and "reference" not in row:
        return None
    values = row["references"] if "references" in row else [row["reference"]]
    if not isinstance(values, list):
        raise FormatError("references must be a list.")
    references = []
    for number, value in enumerate(values, 1):
        is_object = isinstance(value, dict)
        name = _name(value, "summarizer_id") if is_object and "summarizer_id" in value else str(number)
        references.append((name, _content(value.get("text") if is_object else value, "references")))
    return tuple(references)
