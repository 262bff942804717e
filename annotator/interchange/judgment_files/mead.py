"""Reads and writes the files of MEAD: documents, clusters, utilities of sentences (``.sentjudge``), and extracts."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from annotator.duc.xml_input import parse_xml
from annotator.interchange.judgment_files.cells import BadCell, whole_number
from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, Reading, TextRow, shortened_list
from annotator.judgments.table import JudgmentRow
from annotator.texts.errors import FormatError

QUESTION = "utility"
MAX_UTILITY = 10
_NUMBER = re.compile(r"[1-9]\d{0,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ExtractFile:
    """An extract of a system. ``label``: its compression rate. ``items``: the keys of its sentences, in their order."""

    topic: str
    summarizer: str
    label: str
    items: tuple[str, ...]
    repairs: tuple[str, ...] = ()


def sentence_key(document: str, number: str) -> str:
    """Returns the key of a sentence: ``41#2`` is the second of document 41."""
    return f"{document}#{number}"


def read_document(data: bytes, *, topic: str) -> JudgmentFile:
    """Returns a ``.docsent`` document as text with its sentences. Raises FormatError or TableError.

    Sentences of a paragraph are separated by spaces, paragraphs by line ends. A headline is shown, not judged.
    """
    root = _root(data, "DOCSENT")
    document = _attribute(root, "DID", "The document")
    headline_ids = {id(sentence) for part in root.iter("HEADLINE") for sentence in part.iter("S")}
    reading, text, previous_paragraph = Reading(), "", None
    for sentence in root.iter("S"):
        number = _sentence_number(sentence)
        words = " ".join("".join(sentence.itertext()).split())
        if not words:
            reading.repair(f"Sentence {number}", "it has no text and is left out.")
            continue
        paragraph = (id(sentence) in headline_ids, sentence.get("PAR"))
        text += "" if not text else " " if paragraph == previous_paragraph else "\n"
        previous_paragraph = paragraph
        item = ItemRow(
            topic,
            "",
            "document_sentences",
            "",
            sentence_key(document, number),
            words,
            document=document,
            start=len(text),
            end=len(text) + len(words),
            judged=id(sentence) not in headline_ids,
        )
        reading.add_item(item, f"Sentence {number}")
        text += words
    if text:
        reading.add_text(TextRow(topic, "document", document, f"{text}\n"), "The document")
    return reading.result(if_empty="The document has no sentences.")


def write_document(text: TextRow, items: Sequence[ItemRow]) -> str:
    """Returns a document with its sentences; line ends between them begin a paragraph."""
    lines = ["<?xml version='1.0' encoding='UTF-8'?>", f"<DOCSENT DID={quoteattr(text.name)}>", "<BODY>"]
    positions = _paragraph_positions(text.text, items)
    for name, judged in (("HEADLINE", False), ("TEXT", True)):
        lines.append(f"<{name}>")
        for item in items:
            if item.judged == judged:
                words = " ".join(item.text.split())
                lines.append(f"<S {_position_attributes(item, positions[item.key])}>{escape(words)}</S>")
        lines.append(f"</{name}>")
    return "\n".join([*lines, "</BODY>", "</DOCSENT>"]) + "\n"


def read_cluster(data: bytes) -> list[str]:
    """Returns the keys of the documents that a ``.cluster`` file lists. Raises FormatError."""
    return [_attribute(document, "DID", "A document") for document in _root(data, "CLUSTER").iter("D")]


def write_cluster(documents: Iterable[str]) -> str:
    lines = "".join(f"<D DID={quoteattr(document)} />\n" for document in documents)
    return f"<?xml version='1.0' encoding='UTF-8'?>\n<CLUSTER>\n{lines}</CLUSTER>\n"


def read_utilities(data: bytes, *, items: Sequence[ItemRow] = ()) -> JudgmentFile:
    """Returns the judgments in a ``.sentjudge`` file. Raises FormatError, or TableError with all errors.

    ``items``: the sentences of the documents; judgments of other sentences are refused. A judge who did not judge all
    sentences has not finished: all judgments of this judge get the state "in_progress".
    """
    root = _root(data, "SENT-JUDGE")
    topic = _topic(root)
    reading, known, sentences = Reading(), {item.key for item in items}, list[str]()
    for sentence in root.iter("S"):
        key = sentence_key(_attribute(sentence, "DID", "A sentence"), _sentence_number(sentence))
        sentences.append(key)
        for judgment in sentence.iter("JUDGE"):
            judge = _attribute(judgment, "N", f"A judgment of sentence {key}")
            try:
                utility = whole_number({"utility": judgment.get("UTIL", "")}, "utility", maximum=MAX_UTILITY)
            except BadCell as error:
                reading.refuse(f"Sentence {key}", str(error))
                continue
            if utility is not None:
                row = JudgmentRow("", topic, "", "", judge, "", QUESTION, key, utility)
                reading.add(row, f"Sentence {key}")
    if unknown := [key for key in sentences if known and key not in known]:
        reading.refuse("Sentences", f"{shortened_list(unknown)} are not in the documents.")
    keys_to_judge = [item.key for item in items if item.judged] or list(dict.fromkeys(sentences))
    _mark_unfinished(reading, keys_to_judge)
    return reading.result()


def write_utilities(content: JudgmentFile, *, topic: str) -> str:
    """Returns the judgments of a topic's sentences. Marks, and judgments without a value, are left out."""
    rows_by_item: dict[str, list[JudgmentRow]] = {}
    for row in content.rows:
        if row.value is not None:
            rows_by_item.setdefault(row.item, []).append(row)
    texts = {text.name: text.text for text in content.texts if text.kind == "document"}
    lines = ["<?xml version='1.0' encoding='UTF-8'?>", f"<SENT-JUDGE QID={quoteattr(topic)}>"]
    for document, items in _by_document(content.items).items():
        positions = _paragraph_positions(texts.get(document, ""), items)
        for item in items:
            judgments = "".join(
                f'<JUDGE N={quoteattr(row.judge)} UTIL="{row.value}" />' for row in rows_by_item.get(item.key, ())
            )
            if judgments or item.judged:
                attributes = _position_attributes(item, positions[item.key])
                lines.append(f"<S DID={quoteattr(document)} {attributes}>{judgments}</S>")
    return "\n".join([*lines, "</SENT-JUDGE>"]) + "\n"


def read_extract(data: bytes) -> ExtractFile:
    """Returns the content of an ``.extract`` file. A repeated sentence counts once. Raises FormatError."""
    root = _root(data, "EXTRACT")
    order_by_key: dict[str, int] = {}
    repairs = []
    for position, sentence in enumerate(root.iter("S"), start=1):
        key = sentence_key(_attribute(sentence, "DID", "A sentence"), _sentence_number(sentence))
        order = sentence.get("ORDER", "").strip()
        if order and not _NUMBER.fullmatch(order):
            raise FormatError(f"The ORDER “{order[:20]}” of sentence {key} is not a whole number from 1.")
        if key in order_by_key:
            repairs.append(f"Sentence {key} is there twice; it counts once.")
        else:
            order_by_key[key] = int(order) if order else position
    if not order_by_key:
        repairs.append("The extract has no sentences.")
    return ExtractFile(
        topic=_topic(root),
        summarizer=_attribute(root, "SYSTEM", "The extract"),
        label=(root.get("COMPRESSION") or "").strip(),
        items=tuple(sorted(order_by_key, key=order_by_key.__getitem__)),
        repairs=tuple(repairs),
    )


def write_extract(extract: ExtractFile) -> str:
    attributes = {"QID": extract.topic, "COMPRESSION": extract.label, "SYSTEM": extract.summarizer}
    named = " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
    lines = ["<?xml version='1.0' encoding='UTF-8'?>", f"<EXTRACT {named}>"]
    for position, key in enumerate(extract.items, start=1):
        document, _, number = key.rpartition("#")
        lines.append(f'<S ORDER="{position}" DID={quoteattr(document)} SNO={quoteattr(number)} />')
    return "\n".join([*lines, "</EXTRACT>"]) + "\n"


def _mark_unfinished(reading: Reading, sentences: Sequence[str]) -> None:
    """Mark the judgments of judges who did not judge all sentences as unfinished, and report these judges."""
    by_judge: dict[str, set[str]] = {}
    for row in reading.rows:
        by_judge.setdefault(row.judge, set()).add(row.item)
    unfinished = set()
    for judge, judged_keys in by_judge.items():
        if missing := [key for key in sentences if key not in judged_keys]:
            unfinished.add(judge)
            reading.repair(f"Judge {judge}", f"{shortened_list(missing)} not judged; the sheet is not finished.")
    reading.set_state(dict.fromkeys(unfinished, "in_progress"))


def _root(data: bytes, name: str) -> Element:
    root, document_count = parse_xml(data)
    if root.tag != name or document_count > 1:
        raise FormatError(f"It is not one <{name}>; its root element is <{root.tag[:40]}>.")
    return root


def _topic(root: Element) -> str:
    return (root.get("QID") or root.get("TARGET") or "").strip() or _attribute(root, "QID", "The file")


def _attribute(element: Element, name: str, what: str) -> str:
    value = (element.get(name) or "").strip()
    if not value:
        raise FormatError(f"{what} has no {name}.")
    return value


def _sentence_number(sentence: Element) -> str:
    number = _attribute(sentence, "SNO", "A sentence")
    if not _NUMBER.fullmatch(number):
        raise FormatError(f"The SNO “{number[:20]}” of a sentence is not a whole number from 1.")
    return number


def _by_document(items: Iterable[ItemRow]) -> Mapping[str, list[ItemRow]]:
    by_document: dict[str, list[ItemRow]] = {}
    for item in items:
        by_document.setdefault(item.document, []).append(item)
    return by_document


def _paragraph_positions(text: str, items: Sequence[ItemRow]) -> dict[str, tuple[int, int]]:
    """Returns each sentence's paragraph and its position in the paragraph, both from 1, by the sentence's key."""
    positions, paragraph, position, end = {}, 1, 0, 0
    for item in items:
        is_new = position and "\n" in text[end : item.start or 0]
        paragraph, position = (paragraph + 1, 1) if is_new else (paragraph, position + 1)
        positions[item.key] = (paragraph, position)
        end = item.end or end
    return positions


def _position_attributes(item: ItemRow, position: tuple[int, int]) -> str:
    return f'PAR="{position[0]}" RSNT="{position[1]}" SNO={quoteattr(item.key.rpartition("#")[2])}'
