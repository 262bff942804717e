"""What the scores of judgments are measured against: the item lists that judges had.

Scores against different lists of statements, or of units of one model, are not comparable, like pyramid scores against
different releases. Units of different models do not count as different lists,
because each judge may compare summaries with another model.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from string import digits

from scoring.measures.observation import Basis
from scoring.results.judgments.sheets import InstrumentData, JudgedSheet, SummaryKey


def summary_bases(data: InstrumentData, sheets: Iterable[JudgedSheet]) -> dict[SummaryKey, Basis]:
    """Returns the basis of each summary or system's extract that is scored by these sheets, on topics with several
    lists of statements, of sentences, or of units of the same model. Scores on other topics are comparable.
    """
    lists_by_summary: dict[SummaryKey, set[str]] = defaultdict(set)
    for summary, code in _judged_lists(data, sheets):
        lists_by_summary[summary].add(code)
    versions: dict[tuple[str, str], set[str]] = defaultdict(set)
    for summary, codes in lists_by_summary.items():
        for code in codes:
            versions[summary[0], _model(code)].add(code)
    mixed_topics = {topic for (topic, _), codes in versions.items() if len(codes) > 1}
    return {
        summary: Basis(lists=tuple(sorted(codes)))
        for summary, codes in lists_by_summary.items()
        if summary[0] in mixed_topics
    }


def list_warnings(bases: Mapping[SummaryKey, Basis]) -> Iterator[str]:
    """Yields a sentence for each topic whose summaries are judged against different lists."""
    names_by_topic: dict[str, set[str]] = defaultdict(set)
    for (topic, _, _), basis in bases.items():
        names_by_topic[topic].add(", ".join(basis.lists))
    for topic, names in sorted(names_by_topic.items()):
        if len(names) > 1:
            yield f"Topic {topic} mixes lists of items: {'; '.join(sorted(names))}. Their scores are not comparable."


def _judged_lists(data: InstrumentData, sheets: Iterable[JudgedSheet]) -> Iterator[tuple[SummaryKey, str]]:
    """Yields each scored summary with the code of a list that it was judged against."""
    if data.kind in ("utility", "extract"):
        judged = {sheet.list_key for sheet in sheets}
        for extract in data.extracts:
            if (extract.topic, extract.list) in judged:
                yield (extract.topic, "peer", extract.summarizer), extract.list
        return
    for sheet in sheets:
        if sheet.list:
            yield sheet.summary, sheet.list


def _model(code: str) -> str:
    """The letter of the model whose units are in a list (see `ItemList.code`); "" for other lists."""
    return code.rstrip(digits)
