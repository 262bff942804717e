"""The result of a study as JSON: the keys of ``manage.py study --json`` (docs/commands.md)."""

import json
from typing import Any, NotRequired, TypedDict


class ColumnEntry(TypedDict):
    """``kind``: "measure", "human" or "given". ``signature``: what could change a measure's values; None for others."""

    name: str
    signature: str | None
    kind: str


class SignificantTopics(TypedDict):
    """Kendall's tau within topics, averaged over the topics where its p is at most .05. ``topics_left_out``: how many
    topics have a larger p.
    """

    value: float | None
    topics_used: int
    topics_left_out: int


class CorrelationEntry(TypedDict):
    """The correlation of columns a and b, see `correlations.Correlation`. ``low`` and ``high``: the ends of its
    interval, which is computed only if b is a column of human scores.
    """

    a: str
    b: str
    level: str
    coefficient: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    topics_used: int
    topics_undefined: int
    significant: NotRequired[SignificantTopics]


class KoehnEntry(TypedDict):
    """Koehn's bootstrap. ``a_wins``: the share of the ``draws`` in which column a agrees better with the human column
    ``against`` than column b. ``exact``: whether all possible draws were made. From ``a_wins`` on: None if undefined.
    """

    a: str
    b: str
    against: str
    level: str
    coefficient: str
    a_wins: float | None
    b_wins: float | None
    neither: float | None
    draws: int | None
    exact: bool | None


class WilliamsEntry(TypedDict):
    """Williams' test. ``p``: for the alternative that column a agrees better with ``against`` than column b. If the
    test is undefined, its numbers are None.
    """

    a: str
    b: str
    against: str
    t: float | None
    df: int | None
    p: float | None
    p_two_sided: float | None


class PermutationEntry(TypedDict):
    """The permutation test. ``adjusted``: p adjusted by Holm for all pairs with the same human column, level and
    coefficient.
    """

    a: str
    b: str
    against: str
    level: str
    coefficient: str
    p: float | None
    adjusted: float | None
    draws: int | None


class RankedEntry(TypedDict):
    """The rank of a summarizer by its mean in one column. ``low``, ``high``: the interval of the mean. ``rank_low``,
    ``rank_high``: the best and the worst rank that the tests leave open. ``letters``: the means of summarizers that
    share a letter do not differ significantly.
    """

    summarizer: str
    kind: str
    mean: float | None
    low: float | None
    high: float | None
    n: int
    rank: int | None
    tied: bool
    rank_low: int | None
    rank_high: int | None
    letters: str


class RankingEntry(TypedDict):
    """All summarizers ranked by a column, the best first. ``exact``: whether the p-values behind the letters are exact;
    otherwise they are estimated from this number of ``draws``.
    """

    column: str
    summarizers: list[RankedEntry]
    exact: bool
    draws: int | None


class DisagreementEntry(TypedDict):
    """A summary that two columns rank differently within its topic. ``rank_a``, ``rank_b``: midranks; 1 is the best.

    ``summarizers``: how many were ranked on the topic.
    """

    a: str
    b: str
    topic: str
    summarizer: str
    value_a: float
    value_b: float
    rank_a: float
    rank_b: float
    summarizers: int


class StudyPart(TypedDict):
    """The results for all topics or one group of them. ``means``: a list for each column, with the mean of each
    summarizer; None if it has no scores. ``holes``: the number of missing scores in all columns.
    """

    topics: list[str]
    summarizers: list[str]
    means: list[list[float | None]]
    holes: int
    correlations: list[CorrelationEntry]
    koehn: list[KoehnEntry]
    williams: list[WilliamsEntry]
    permutation: list[PermutationEntry]
    ranking: list[RankingEntry]
    disagreements: list[DisagreementEntry]
    warnings: list[str]


class GroupPart(StudyPart):
    """The results for a group of topics. ``pattern``: the regular expression that the keys of its topics match."""

    name: str
    pattern: str


class StudyDocument(StudyPart):
    """The whole result. ``source``: where the scores come from (`data.StudyData`). ``digest``: a hash of the
    definition. ``version``: of the program. ``drawn``: what was drawn for intervals (`levels.Drawn`).
    """

    definition: dict[str, Any]
    source: dict[str, Any]
    digest: str
    version: str
    drawn: str
    columns: list[ColumnEntry]
    groups: list[GroupPart]


def document_text(document: StudyDocument) -> str:
    """Returns the document as the text of a file. Equal documents have equal texts."""
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def read_document(text: str) -> StudyDocument:
    """Returns the document from the text that ``document_text`` made of it."""
    document: StudyDocument = json.loads(text)
    return document
