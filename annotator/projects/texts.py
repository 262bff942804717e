"""Services that add topics and texts. A new text is split into words and sentences here; texts never change later."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.peer_names import mask_peers
from annotator.projects.permissions import check_manage
from annotator.texts.cleaning import TextError, clean_text
from annotator.texts.segmentation import SEGMENTER_VERSION, segment
from annotator.web.refusals import ServiceRefused
from annotator.web.url_names import url_name_problem

LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class NewSummary:
    """A text to be added. ``text``: the bytes of a file or the characters of a form, not cleaned yet."""

    kind: str
    summarizer: str
    text: str | bytes
    title: str = ""


def create_topic(*, project: Project, by: Membership | None, key: str, title: str = "", statement: str = "") -> Topic:
    """Create a topic. ``by``: None for an import, whose permission has been checked.

    Raises NotAllowed unless ``by`` manages the project, ServiceRefused if the key is taken or cannot be part of a URL.
    """
    if by is not None:
        check_manage(by.role)
    _check_name("A topic's key", key)
    topic, created = Topic.objects.get_or_create(
        project=project, key=key, defaults={"title": title, "statement": statement}
    )
    if not created:
        raise ServiceRefused(f"This project already has a topic “{key}”.")
    return topic


def _check_name(label: str, name: str) -> None:
    if not 0 < len(name) <= LONGEST_NAME or url_name_problem(name):
        raise ServiceRefused(f"{label} has 1 to 100 characters and no slash, because it is used in URLs.")


@transaction.atomic
def add_summaries(
    *, topic: Topic, summaries: Iterable[NewSummary], by: Membership | None
) -> tuple[list[Summary], list[str]]:
    """Add texts to a topic, all or none. ``by``: None for an import, whose permission has been checked.

    Returns the summaries, and notes on what was changed in their texts (line ends, byte order marks). Raises NotAllowed
    unless ``by`` manages the project, ServiceRefused with a reason for every text that cannot be added.
    """
    if by is not None:
        check_manage(by.role)
    Topic.objects.select_for_update().get(pk=topic.pk)
    existing = {(summary.kind, summary.summarizer) for summary in topic.summaries.all()}
    last_positions = {kind: _last_position(topic, kind) for kind in Summary.Kind.values}
    unsaved: list[Summary] = []
    notes: list[str] = []
    problems: list[str] = []
    for new_summary in summaries:
        summarizer = new_summary.summarizer.strip()
        if (new_summary.kind, summarizer) in existing:
            problems.append(f"{summarizer}: this topic already has a {new_summary.kind} summary by this summarizer.")
            continue
        try:
            summary, text_notes = _unsaved_summary(topic, new_summary, summarizer, last_positions[new_summary.kind] + 1)
        except (TextError, ServiceRefused) as error:
            problems.append(f"{summarizer or 'A text without a summarizer'}: {error}")
            continue
        last_positions[new_summary.kind] += 1
        existing.add((new_summary.kind, summarizer))
        unsaved.append(summary)
        notes.extend(f"{summarizer}: {note}" for note in text_notes)
    if problems:
        raise ServiceRefused(*problems)
    created = Summary.objects.bulk_create(unsaved)
    if topic.project.mask_summarizers:
        mask_peers(topic=topic)
    return created, notes


def _last_position(topic: Topic, kind: str) -> int:
    last = topic.summaries.filter(kind=kind).aggregate(last=Max("position"))["last"]
    return -1 if last is None else int(last)  # -1, so that the first position is 0


def _unsaved_summary(
    topic: Topic, new_summary: NewSummary, summarizer: str, position: int
) -> tuple[Summary, list[str]]:
    """Returns the summary, not saved yet, and notes on what was changed in its text."""
    _check_name("A summarizer's name", summarizer)
    columns, notes = text_columns(new_summary.text)
    if not columns["words"] and new_summary.kind == Summary.Kind.MODEL:
        raise ServiceRefused("This text contains no words.")
    title, kind = new_summary.title.strip(), new_summary.kind
    return Summary(topic=topic, kind=kind, summarizer=summarizer, title=title, position=position, **columns), notes


def text_columns(text: str | bytes) -> tuple[dict[str, Any], list[str]]:
    """Returns the columns of a summary or document that contain its text and tokens, and notes on what was changed.

    Raises TextError.
    """
    cleaned = clean_text(text)
    tokens = segment(cleaned.text)
    columns = {
        "text": cleaned.text,
        "length": len(cleaned.text),
        "ends_with_newline": cleaned.ends_with_newline,
        "words": list(tokens.words),
        "sentences": list(tokens.sentences),
        "direction": tokens.direction,
        "segmenter": SEGMENTER_VERSION,
    }
    return columns, list(cleaned.notes)
