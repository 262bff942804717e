"""What pyramids and peer annotations hold, counted for many at once: SCUs or units, flags, open notes, coverage."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import connection

from annotator.projects.models import Summary
from annotator.texts.spans import touching_tokens

PYRAMID, PEER = "pyramid", "peers"
"""The two kinds of work."""
WorkKey = tuple[str, int]
"""A kind and the key of the pyramid or peer annotation."""


@dataclass(frozen=True, slots=True)
class Held:
    """How many SCUs or units there are, how many flags stand, and how many threads of notes are open."""

    items: int = 0
    flags: int = 0
    threads: int = 0

    def __add__(self, other: "Held") -> "Held":
        return Held(self.items + other.items, self.flags + other.flags, self.threads + other.threads)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Words in an SCU or unit, set aside on purpose, and all there are."""

    covered: int = 0
    aside: int = 0
    words: int = 0

    def __add__(self, other: "Coverage") -> "Coverage":
        return Coverage(self.covered + other.covered, self.aside + other.aside, self.words + other.words)

    @property
    def open(self) -> int:
        """Words that are neither."""
        return self.words - self.covered - self.aside

    def percents(self) -> tuple[int, int, int]:
        """Covered, set aside and open words of a hundred; they add up, and 0 means none of the first and last."""
        if not self.words:
            return 0, 0, 0
        covered = _percent(self.covered, self.words, rest=self.words - self.covered)
        unfinished = _percent(self.open, self.words, rest=self.words - self.open)
        unfinished = min(unfinished, 100 - covered)
        return covered, 100 - covered - unfinished, unfinished


def _percent(part: int, whole: int, *, rest: int) -> int:
    """A share that is 0 or 100 only where it is so exactly."""
    shown = round(100 * part / whole)
    if part:
        shown = max(1, shown)
    return min(99, shown) if rest else shown


def held_by(works: Collection[WorkKey]) -> dict[WorkKey, Held]:
    """What each work holds. One statement."""
    pyramids, peers = _keys(works)
    found: dict[WorkKey, Held] = defaultdict(Held)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT 'pyramid', pyramid_id, count(*), count(*) FILTER (WHERE flags <> '{}'), 0
            FROM annotator_scu WHERE pyramid_id = ANY(%(pyramids)s) GROUP BY pyramid_id
            UNION ALL
            SELECT 'pyramid', s.pyramid_id, 0, count(*), 0
            FROM annotator_contributor c JOIN annotator_scu s ON s.id = c.scu_id
            WHERE s.pyramid_id = ANY(%(pyramids)s) AND c.flags <> '{}' GROUP BY s.pyramid_id
            UNION ALL
            SELECT 'peers', annotation_id, count(*), count(*) FILTER (WHERE flags <> '{}'), 0
            FROM annotator_unit WHERE annotation_id = ANY(%(peers)s) GROUP BY annotation_id
            UNION ALL
            SELECT CASE WHEN pyramid_id IS NULL THEN 'peers' ELSE 'pyramid' END,
                   COALESCE(pyramid_id, annotation_id), 0, 0, count(*)
            FROM annotator_notethread
            WHERE (pyramid_id = ANY(%(pyramids)s) OR annotation_id = ANY(%(peers)s)) AND resolved_at IS NULL
            GROUP BY 1, 2
            """,
            {"pyramids": pyramids, "peers": peers},
        )
        for kind, key, items, flags, threads in cursor.fetchall():
            found[kind, key] += Held(items, flags, threads)
    return found


def coverage_of(works: Collection[WorkKey]) -> dict[WorkKey, Coverage]:
    """How much of the models each pyramid covers, and of its peer each peer annotation. Two statements."""
    spans, texts = _spans_and_texts(works)
    words = dict(
        Summary.objects.filter(pk__in={one for several in texts.values() for one in several}).values_list("pk", "words")
    )
    found = {}
    for work in works:
        covered, aside = set[tuple[int, int]](), set[tuple[int, int]]()
        for set_aside, summary, start, end in spans[work]:
            touched = aside if set_aside else covered
            touched.update((summary, word) for word in touching_tokens(words[summary], start, end))
        total = sum(len(words[summary]) // 2 for summary in texts[work])
        found[work] = Coverage(len(covered), len(aside - covered), total)
    return found


Span = tuple[bool, int, int, int]  # whether it is set aside, the summary, start and end


def _spans_and_texts(works: Collection[WorkKey]) -> tuple[dict[WorkKey, list[Span]], dict[WorkKey, list[int]]]:
    """The spans of each work, and the summaries that it is about. One statement."""
    pyramids, peers = _keys(works)
    spans: dict[WorkKey, list[Span]] = defaultdict(list)
    texts: dict[WorkKey, list[int]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT 'pyramid', p.id, NULL::boolean, s.id, 0, 0
            FROM annotator_pyramid p JOIN annotator_summary s ON s.topic_id = p.topic_id AND s.kind = 'model'
            WHERE p.id = ANY(%(pyramids)s)
            UNION ALL
            SELECT 'peers', id, NULL, summary_id, 0, 0 FROM annotator_peerannotation WHERE id = ANY(%(peers)s)
            UNION ALL
            SELECT 'pyramid', p.pyramid_id, false, c.summary_id, p.start, p."end"
            FROM annotator_part p JOIN annotator_contributor c ON c.id = p.contributor_id
            WHERE p.pyramid_id = ANY(%(pyramids)s)
            UNION ALL
            SELECT 'pyramid', pyramid_id, true, summary_id, start, "end"
            FROM annotator_setaside WHERE pyramid_id = ANY(%(pyramids)s)
            UNION ALL
            SELECT 'peers', p.annotation_id, false, a.summary_id, p.start, p."end"
            FROM annotator_unitpart p JOIN annotator_peerannotation a ON a.id = p.annotation_id
            WHERE p.annotation_id = ANY(%(peers)s)
            """,
            {"pyramids": pyramids, "peers": peers},
        )
        for kind, key, set_aside, summary, start, end in cursor.fetchall():
            if set_aside is None:
                texts[kind, key].append(summary)
            else:
                spans[kind, key].append((set_aside, summary, start, end))
    return spans, texts


def _keys(works: Collection[WorkKey]) -> Sequence[list[int]]:
    return [[key for kind, key in works if kind == wanted] for wanted in (PYRAMID, PEER)]
