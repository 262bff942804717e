"""The stored rows of values: their keys, and how they are read, written and deleted.

Stored values never become invalid: the key of a stored row is a hash of everything that could change a value.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from hashlib import sha256

import numpy as np
from django.utils import timezone

from annotator.projects.models import Project
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.signature import format_signature
from scoring.measures.automatic.topic_texts import Need, Scored
from scoring.observations.collections import collection_hash
from scoring.observations.project_texts import TopicSummaries
from scoring.studies.models import Measured

LAST_USE_PRECISION = timedelta(days=1)
"""The stored time of the last use is updated only if it is older than this."""
UNUSED = timedelta(days=90)
"""Values that nobody has read for this long are deleted."""

INPUT_DIGESTS: Mapping[Need, Callable[[TopicSummaries], str]] = {
    Need.DOCUMENTS: lambda topic: topic.inputs.documents,
    Need.STATEMENT: lambda topic: topic.inputs.statement,
    Need.EXTRACT: lambda topic: _hash(
        [repr(topic.inputs.judged), *(repr(topic.inputs.extracts.get(peer.pk)) for peer in topic.peers)]
    ),
    Need.JUDGES: lambda topic: _hash([repr(topic.inputs.judged)]),
    Need.PARSE: lambda topic: _parses_hash(topic, Need.PARSE),
    Need.DISCOURSE: lambda topic: _parses_hash(topic, Need.DISCOURSE),
}
"""For each need, what changes whenever that input of a topic changes. Only measures with the need have it in their
keys.
"""


def row_keys(
    project: Project, measures: Sequence[Measure], topics: Sequence[TopicSummaries]
) -> dict[tuple[int, Measure], str]:
    """Returns the key of the stored row of each topic (by primary key) and measure. ``topics``: all in the project."""
    digests = sorted(summary.digest for topic in topics for summary in topic.summaries)
    project_hash = _hash(digests)
    hashes = {topic.pk: _hash(f"{summary.kind} {summary.digest}" for summary in topic.summaries) for topic in topics}
    context_by_need = {
        Need.PROJECT_TEXTS: project_hash,
        Need.PROJECT_DOCUMENTS: _hash(topic.inputs.documents for topic in topics),
    }
    if any(Need.COLLECTION in measure.needs for measure in measures):
        context_by_need[Need.COLLECTION] = collection_hash(project)
    keys = {}
    for measure in measures:
        context = "".join(context for need, context in context_by_need.items() if need in measure.needs)
        signature = format_signature(measure)
        for topic in topics:
            inputs = [f"{need} {digest(topic)}" for need, digest in INPUT_DIGESTS.items() if need in measure.needs]
            parts = [str(project.pk), str(topic.pk), signature, hashes[topic.pk], context, *inputs]
            keys[topic.pk, measure] = _hash(parts)
    return keys


def read_rows(keys_by_topic: Iterable[Sequence[str]]) -> dict[str, Scored]:
    """Returns the values that are stored under these keys, by key, and updates their time of last use."""
    keys = [key for topic_keys in keys_by_topic for key in topic_keys]
    rows = Measured.objects.filter(key__in=keys).values_list("key", "values", "reasons")
    stored = {key: _from_bytes(bytes(values), reasons) for key, values, reasons in rows}
    now = timezone.now()
    Measured.objects.filter(key__in=list(stored)).unused_since(now - LAST_USE_PRECISION).update(last_used=now)
    return stored


def new_row(topic: TopicSummaries, key: str, scored: Scored) -> Measured:
    values = scored.values.astype("<f8").tobytes()
    return Measured(topic_id=topic.pk, key=key, values=values, reasons=list(scored.reasons), last_used=timezone.now())


def store_rows(rows: list[Measured]) -> None:
    """Store the rows and empty the list. A row that another process has stored meanwhile has the same values."""
    Measured.objects.bulk_create(rows, ignore_conflicts=True)
    rows.clear()


def _from_bytes(values: bytes, reasons: Sequence[str]) -> Scored:
    numbers = np.frombuffer(values, "<f8").astype(np.float64)
    return Scored(numbers.reshape(len(reasons), -1), tuple(reasons))


def delete_unused() -> int:
    """Delete the stored values that nobody has read for `UNUSED`. Returns their number."""
    return Measured.objects.unused_since(timezone.now() - UNUSED).delete()[0]


def _parses_hash(topic: TopicSummaries, need: Need) -> str:
    digests = topic.inputs.parses.get(need, {})
    return _hash(digests.get(summary.pk, "") for summary in topic.summaries)


def _hash(parts: Iterable[str]) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()
