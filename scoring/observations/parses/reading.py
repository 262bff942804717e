"""Reads stored parses for measures."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import repeat
from typing import Any

from django.db.models import QuerySet

from annotator.texts.errors import FormatError
from scoring.measures.automatic.topic_texts import Need, Text
from scoring.observations.parses.models import Parse
from scoring.observations.text_files.parse_kinds import PARSE_KINDS, Original
from scoring.observations.topic_documents import rows_by_topic
from scoring.observations.topic_inputs import PARSES

StoredParse = tuple[str, str]
"""The name of the kind of a parse, and its content."""


def parses_by_topic(topics: Collection[int], needs: Collection[Need]) -> Iterator[dict[int, list[StoredParse]]]:
    """Yields, for each topic, the parses of its summaries that these ``needs`` ask for, by the summary's primary key.
    ``topics``: their primary keys in the order of the topics' keys.
    """
    kinds = [kind for need, kind in PARSES.items() if need in needs and kind in PARSE_KINDS]
    if not kinds:
        yield from repeat({}, len(topics))
        return
    rows: QuerySet[Parse, Any] = Parse.objects.filter(summary__topic__in=topics, kind__in=kinds)
    ordered = rows.order_by("summary__topic__key", "summary__topic", "summary", "kind")
    for topic_rows in rows_by_topic(topics, ordered.values_list("summary__topic", "summary", "kind", "content")):
        parses: dict[int, list[StoredParse]] = {}
        for _, summary, kind, content in topic_rows:
            parses.setdefault(summary, []).append((kind, content))
        yield parses


def with_parses(text: Text, original: Original, parses: Sequence[StoredParse]) -> Text:
    """Returns the text with what measures read of its parses."""
    for kind, content in parses:
        with suppress(FormatError):  # skips a parse that an earlier version stored and this version refuses
            text = PARSE_KINDS[kind].complete(text, original, content)
    return text
