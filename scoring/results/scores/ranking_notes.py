"""Sentences about a ranking: what its tests leave out, which summarizers have few topics, and which scores are missing.

Each function yields complete sentences for the reader of a page; none if there is nothing to say.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from scoring.measures.observation import Observation, basis_names_by_topic
from scoring.results.scores.rows import SummarizerRow
from scoring.stats.ranking import MAX_LETTERS
from scoring.stats.significance import SIGNIFICANCE_LEVEL, Pair

MAX_NAMES = 5
"""The largest number of summarizers that a sentence names."""


def significance_notes(
    observations: Sequence[Observation],
    rows: Sequence[SummarizerRow],
    mixed_topics: set[str],
    pairs: Sequence[Pair],
    letters: Sequence[str],
) -> Iterator[str]:
    """Yields sentences about what the tests of significance leave out.

    ``mixed_topics``: topics with scores against different releases or lists of items. ``letters``: a text for each row,
    "" if it has no letters; the scores of two rows with a common letter do not differ significantly.
    """
    bases = basis_names_by_topic(observation.origin for observation in observations)
    lists: dict[str, set[str]] = defaultdict(set)
    for observation in observations:
        if observation.origin.basis.lists:
            lists[observation.subject.topic].add(", ".join(observation.origin.basis.lists))
    for topic in sorted(mixed_topics):
        if topic in lists:
            names = "; ".join(sorted(lists[topic]))
            yield f"Topic {topic} is left out of the tests: its peers are judged against different lists ({names})."
        else:
            names = ", ".join(bases[topic])
            yield f"Topic {topic} is left out of the tests: its peers are matched against releases {names}."
    draft_count = sum(cell.is_draft and cell.score.value is not None for row in rows for cell in row.cells.values())
    if draft_count:
        yield f"Left out of the tests: {draft_count} score{'s' if draft_count > 1 else ''} from drafts."
    tested = [pair for pair in pairs if pair.test]
    if tested and not any(letters):
        yield f"Letters are not shown, because more than {MAX_LETTERS} would be needed."
    # The smallest exact p is 2 / 2^topics, and Holm multiplies it by the number of pairs.
    if tested and all(2 * len(tested) >= SIGNIFICANCE_LEVEL * 2**pair.topics for pair in tested):
        pairs_too = " and so many pairs" if len(tested) > 1 else ""
        yield f"With so few topics{pairs_too} no difference can be significant."
    untested_count = len(pairs) - len(tested)
    if untested_count:
        are, they_have = ("is", "it has") if untested_count == 1 else ("are", "they have")
        count = f"{untested_count} of {len(pairs)} pair{'s' if len(pairs) > 1 else ''}"
        yield f"{count} {are} not tested: {they_have} fewer than two topics in common."


def topic_notes(
    all_rows: Sequence[SummarizerRow], rows: Sequence[SummarizerRow], min_topics: int, common: Sequence[str] | None
) -> Iterator[str]:
    """Yields sentences about summarizers with few topics. ``all_rows``: the rows of all summarizers;
    ``rows``: the rows that are ranked. ``common``: the topics that all ranked summarizers have; None if each mean is
    over all topics of its summarizer.
    """
    ranked = {row.key for row in rows}
    left_out = [row.name for row in all_rows if row.key not in ranked]
    if left_out:
        yield f"Left out, with scores on fewer than {min_topics} topics: {', '.join(left_out)}."
    topic_counts = {row.name: sum(cell.score.value is not None for cell in row.cells.values()) for row in rows}
    topics = {topic for row in rows for topic, cell in row.cells.items() if cell.score.value is not None}
    if common is None or len(common) == len(topics):
        return
    fewest = min(topic_counts.values())
    names = [name for name, count in topic_counts.items() if count == fewest]
    summarizers = f"{', '.join(names[:MAX_NAMES])}{' and others' if len(names) > MAX_NAMES else ''}"
    yield (
        f"All summarizers have {len(common)} of {len(topics)} topics in common. {summarizers} "
        f"{'has' if len(names) == 1 else 'have'} the fewest ({fewest}). To have more topics in common, "
        "rank only summarizers with more topics."
    )


def score_notes(rows: Sequence[SummarizerRow], score_name: str) -> Iterator[str]:
    cells = [cell for row in rows for cell in row.cells.values()]
    reasons = Counter(cell.score.missing.sentence for cell in cells if cell.score.missing)
    for reason, count in reasons.most_common():
        scope = "There is no" if count == len(cells) else f"{count} of {len(cells)} have no"
        yield f"{scope} {score_name} score: {reason}"
    scored = [cell for row in rows if not row.is_human for cell in row.cells.values() if cell.score.value is not None]
    origins = [score.origin for cell in scored for score in cell.by_judge]
    if score_name == "original" and origins and not any(origin.counts["non_matching"] for origin in origins):
        yield "No peer has a unit that matches nothing. If such text was not marked, original scores are too high."
