"""Can a program stand in for people? Compares scores from a program's judgments with scores from people's judgments.

The scores of people never include a program's judgments. The correlation of each person with the other people shows
how well a program could agree at best.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from scoring.measures.observation import Measure
from scoring.results.judgments.scores import summary_scores
from scoring.results.judgments.settings import JudgmentSettings, counted_sheets
from scoring.results.judgments.sheets import InstrumentData, JudgedSheet
from scoring.results.judgments.variation import NO_MEASURE, NoSuchScore
from scoring.results.scores.rows import natural_key
from scoring.results.variation.program_results import (
    SEED,
    LevelAgreement,
    PersonAgreement,
    ProgramComparison,
    RankChange,
    StandIn,
    TopChange,
)
from scoring.stats.arrays import Floats
from scoring.stats.levels import (
    Coefficient,
    Drawn,
    Level,
    known_means,
    level_correlations,
    resampled_interval,
    topic_means,
)
from scoring.stats.ranking import competition_ranks

LEVELS = (Level.SUMMARIZER, Level.SUMMARY)
TOP_SIZES = (1, 3, 5, 10)
FEW_TOPICS = 20
"""With fewer topics, 95 % intervals from draws of topics alone contain the true correlation much too rarely (see
scoring.stats.levels).
"""
MAX_PEOPLE = 30
"""With more people, no person is compared with the others, because each comparison computes all scores again."""

SummarizerKey = tuple[str, str]
"""The kind ("peer" or "human") and the name of a summarizer."""
Scores = Mapping[tuple[str, SummarizerKey], float]
"""The scores of summaries by topic and summarizer."""


def stand_in(data: InstrumentData, settings: JudgmentSettings, score: str = "") -> StandIn:
    """Compares each program with people. ``score``: the name of the score; "" for the first. Raises NoSuchScore."""
    people_sheets = counted_sheets(data, replace(settings, program="")).sheets
    people_scores, measures = _scores_by_measure(data, people_sheets, settings)
    program_scores = {}
    for program in sorted(data.programs):
        sheets = counted_sheets(data, replace(settings, program=program, min_agreement=None)).sheets
        program_scores[program], more_measures = _scores_by_measure(data, sheets, settings)
        measures |= more_measures
    if score and score not in measures:
        raise NoSuchScore(f"There is no score “{score}”; there are: {', '.join(measures) or 'none'}.")
    measure = measures[score] if score else next(iter(measures.values()), NO_MEASURE)
    is_masked = any(sheet.is_masked for sheet in data.sheets)
    people = people_scores.get(measure.name, {})
    judges = sorted({sheet.judge for sheet in people_sheets})
    return StandIn(
        measure=measure,
        measures=tuple(measures.values()),
        person_count=len(judges),
        programs=tuple(
            _program_comparison(program, people, scores.get(measure.name, {}), is_masked=is_masked)
            for program, scores in program_scores.items()
        ),
        people=tuple(
            _person_agreement(judge, data, people_sheets, settings, measure, is_masked=is_masked)
            for judge in (judges if 1 < len(judges) <= MAX_PEOPLE else ())
        ),
    )


def stand_in_or_default(data: InstrumentData, settings: JudgmentSettings, score: str) -> tuple[StandIn, str]:
    """Returns the result for this score and "". If there is no such score, returns the result for the first score and
    an error message.
    """
    try:
        return stand_in(data, settings, score), ""
    except NoSuchScore as error:
        return stand_in(data, settings), str(error)


def _scores_by_measure(
    data: InstrumentData, sheets: Sequence[JudgedSheet], settings: JudgmentSettings
) -> tuple[dict[str, dict[tuple[str, SummarizerKey], float]], dict[str, Measure]]:
    """Returns the scores that are not missing, by the name of their measure, and the measures by name."""
    scores: dict[str, dict[tuple[str, SummarizerKey], float]] = {}
    measures = {}
    for score in summary_scores(data, sheets, settings):
        measures[score.measure.name] = score.measure
        if score.value is not None:
            key = (score.subject.topic, (score.subject.kind, score.subject.summarizer))
            scores.setdefault(score.measure.name, {})[key] = float(score.value)
    return scores, measures


def _columns(a: Scores, b: Scores) -> tuple[list[SummarizerKey], list[str], Floats, Floats]:
    """Returns the summarizers and the topics of the summaries that have a score in both ``a`` and ``b``, and these
    scores of ``a`` and of ``b`` as arrays [summarizers, topics], with NaN for all other summaries.
    """
    common = [key for key in a if key in b]
    summarizers = sorted({summarizer for _, summarizer in common}, key=lambda key: natural_key(key[1], key[0]))
    topics = sorted({topic for topic, _ in common})
    columns = np.full((2, len(summarizers), len(topics)), np.nan)
    summarizer_index = {summarizer: index for index, summarizer in enumerate(summarizers)}
    topic_index = {topic: index for index, topic in enumerate(topics)}
    for topic, summarizer in common:
        scores = a[topic, summarizer], b[topic, summarizer]
        columns[:, summarizer_index[summarizer], topic_index[topic]] = scores
    return summarizers, topics, columns[0], columns[1]


def _program_comparison(
    program: str, people_scores: Scores, program_scores: Scores, *, is_masked: bool
) -> ProgramComparison:
    summarizers, topics, a, b = _columns(people_scores, program_scores)
    ranks = [] if is_masked else list(_ranks(summarizers, a, b))
    return ProgramComparison(
        program=program,
        summaries=int((~np.isnan(a)).sum()),
        summarizers=len(summarizers),
        topics=len(topics),
        levels=tuple(_level_agreement(a, b, level, has_intervals=True) for level in _levels(is_masked=is_masked)),
        ranks=tuple(ranks),
        top=tuple(_top_changes(ranks)),
        warnings=tuple(_warnings(people_scores, program_scores, len(topics), is_masked=is_masked)),
    )


def _person_agreement(
    judge: str,
    data: InstrumentData,
    sheets: Sequence[JudgedSheet],
    settings: JudgmentSettings,
    measure: Measure,
    *,
    is_masked: bool,
) -> PersonAgreement:
    own_scores, _ = _scores_by_measure(data, [sheet for sheet in sheets if sheet.judge == judge], settings)
    other_scores, _ = _scores_by_measure(data, [sheet for sheet in sheets if sheet.judge != judge], settings)
    _, _, a, b = _columns(own_scores.get(measure.name, {}), other_scores.get(measure.name, {}))
    levels = tuple(_level_agreement(a, b, level, has_intervals=False) for level in _levels(is_masked=is_masked))
    return PersonAgreement(judge, int((~np.isnan(a)).sum()), levels)


def _levels(*, is_masked: bool) -> Iterable[Level]:
    return LEVELS[1:] if is_masked else LEVELS


def _level_agreement(a: Floats, b: Floats, level: Level, *, has_intervals: bool) -> LevelAgreement:
    value = float(level_correlations(a[None], b[None], level, Coefficient.KENDALL)[0]) if a.size else np.nan
    if np.isnan(value):
        return LevelAgreement(level, None)
    if not has_intervals or a.shape[1] < 2:
        return LevelAgreement(level, value)
    topic_interval, joint_interval = (
        resampled_interval(a, b, level, Coefficient.KENDALL, np.random.default_rng(SEED), drawn=drawn).interval
        for drawn in (Drawn.TOPICS, Drawn.BOTH)
    )
    return LevelAgreement(level, value, topic_interval, joint_interval)


def _ranks(summarizers: Sequence[SummarizerKey], a: Floats, b: Floats) -> Iterator[RankChange]:
    """Yields the ranks of the summarizers, best by people first. ``a``: the scores by people; ``b``: by the program."""
    means = [known_means(column).tolist() for column in (a, b)]
    ranks = [competition_ranks(topic_means(column).tolist()) for column in (a, b)]  # ties despite rounding errors
    counts = (~np.isnan(a)).sum(axis=1).tolist()
    rows = zip(summarizers, *means, counts, *ranks, strict=True)
    for (kind, name), people, program, topics, people_rank, program_rank in sorted(rows, key=lambda row: -row[1]):
        yield RankChange(name, kind, people, program, topics, people_rank, program_rank)


def _top_changes(ranks: Sequence[RankChange]) -> Iterator[TopChange]:
    for size in TOP_SIZES:
        if size < len(ranks):
            people = [row for row in ranks if row.people_rank.place <= size]
            program = [row for row in ranks if row.program_rank.place <= size]
            changes = (abs(row.change) for row in people)
            yield TopChange(size, tuple(row.name for row in people), tuple(row.name for row in program), max(changes))


def _warnings(people_scores: Scores, program_scores: Scores, topic_count: int, *, is_masked: bool) -> Iterator[str]:
    common = sum(key in people_scores for key in program_scores)
    if not common:
        yield "People and the program have no scores of the same summaries."
        return
    for count, scored_by in (
        (len(program_scores) - common, "the program, not by people"),
        (len(people_scores) - common, "people, not by it"),
    ):
        if count:
            yield f"Summaries that are scored only by {scored_by}: {count}. They are left out."
    if is_masked:
        yield "Masked summarizers have a different name on each topic, so they are compared within topics only."
    if topic_count < 2:
        yield "There is one topic, so there are no intervals."
    elif topic_count < FEW_TOPICS:
        yield (
            f"With fewer than {FEW_TOPICS} topics, intervals from draws of topics alone are too narrow; those from "
            "draws of topics and summarizers are more reliable."
        )
