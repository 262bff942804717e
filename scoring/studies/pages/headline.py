"""The answer of a study in a few sentences: which column agrees best with people, and how sure that is."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.results.reporting.wording import counted, in_brackets
from scoring.stats.levels import Level
from scoring.studies.document import CorrelationEntry, KoehnEntry
from scoring.studies.pages.choices import Choice
from scoring.studies.pages.wording import COEFFICIENTS, SUMMARIZERS, column_title, joined, with_article

SURE, VERY_SURE = 0.95, 0.99
"""Shares of the draws of Koehn's bootstrap that are marked by one and two stars."""
FEW_SUMMARIZERS = 10


@dataclass(frozen=True, slots=True)
class Headline:
    """``sentence``: the answer. ``notes``: sentences on how far to trust it."""

    sentence: str
    notes: tuple[str, ...]


def headline(choice: Choice) -> Headline:
    """Returns the answer at the chosen level, by the chosen coefficient."""
    best, against = choice.best(), with_article(choice.against)
    entry = choice.correlation(best[0], choice.against) if best else None
    if entry is None or entry["value"] is None:
        reason = "correlations need at least two summarizers with different scores in both columns"
        return Headline(f"No column can be compared with {against}: {reason}.", ())
    agree = "agree best" if len(best) > 1 else "agrees best" if len(choice.compared) > 1 else "agrees"
    titles = joined([column_title(name) for name in best])
    value = f"{COEFFICIENTS[choice.coefficient]} {entry['value']:.2f}"
    interval = in_brackets(_interval(entry)) if len(best) == 1 else ""
    scope = _scope(choice, entry)
    sentence = f"{titles[:1].upper()}{titles[1:]} {agree} with {against}: {value}{interval} over {scope}."
    return Headline(sentence, tuple(_notes(choice, best, entry)))


def _interval(entry: CorrelationEntry) -> tuple[float, float] | None:
    return None if entry["low"] is None or entry["high"] is None else (entry["low"], entry["high"])


def _scope(choice: Choice, entry: CorrelationEntry) -> str:
    topics = counted(entry["topics_used"], "topic")
    if choice.level == Level.SUMMARIZER:
        singular, plural = SUMMARIZERS[choice.definition["summarizers"]]
        return f"{counted(entry['n'], singular, plural)} and {topics}"
    return f"{counted(entry['n'], 'summary', 'summaries')} of {topics}"


def _notes(choice: Choice, best: list[str], entry: CorrelationEntry) -> Iterator[str]:
    """Yields sentences on how far to trust the answer. ``entry``: the correlation of the first of the best columns."""
    interval = _interval(entry)
    if interval and interval[0] <= 0 <= interval[1]:
        yield "The interval contains 0, so even this agreement may be chance."
    if entry["topics_used"] == 1:
        yield "All this rests on one topic: it says nothing about others."
    else:
        yield from _rival_notes(choice, best)
    for coefficient in choice.definition["coefficients"]:
        others = choice.best(coefficient)
        if others and not set(others) & set(best):
            names = joined([column_title(name) for name in others])
            yield f"By {COEFFICIENTS[coefficient]}, {names} would be best: it depends on how agreement is measured."
    count = len(choice.part["summarizers"])
    if count < FEW_SUMMARIZERS:
        yield (
            f"With {counted(count, 'summarizer')}, a correlation says little: it changes a lot if a single one of them "
            "does better or worse."
        )


def _rival_notes(choice: Choice, best: list[str]) -> Iterator[str]:
    """Yields a sentence that names the rivals, the compared columns that are not best: those that every best column
    (usually there is only one) beats in nearly all draws of topics, and the others.
    """
    # By two columns: the share of draws in which the first one wins.
    wins = {(pair["a"], pair["b"]): pair["a_wins"] for pair in choice.part["koehn"] if _is_chosen(choice, pair)}
    wins |= {(pair["b"], pair["a"]): pair["b_wins"] for pair in choice.part["koehn"] if _is_chosen(choice, pair)}
    rivals = [name for name in choice.compared if name not in best]
    shares = {rival: [wins.get((best_column, rival)) for best_column in best] for rival in rivals}
    lowest = {rival: min((share for share in shares[rival] if share is not None), default=None) for rival in rivals}
    beaten = [column_title(rival) for rival, share in lowest.items() if share is not None and share >= SURE]
    close = [column_title(rival) for rival, share in lowest.items() if share is not None and share < SURE]
    subject, are = ("It", "is") if len(best) == 1 else ("They", "are")
    how_often = "in at least 95 % of the samples of topics, with these summarizers (Koehn’s bootstrap)"
    if beaten and not close:
        yield f"{subject} {are} better than every other column {how_often}."
    elif beaten:
        contrast = f"but cannot be told apart from {joined(close)}"
        yield f"{subject} {are} better than {joined(beaten)} {how_often}, {contrast}."
    elif close:
        better = "better than none of them" if len(close) > 1 else "not better"
        yield f"{subject} cannot be told apart from {joined(close)}: {subject.lower()} {are} {better} {how_often}."


def _is_chosen(choice: Choice, pair: KoehnEntry) -> bool:
    """Whether the pair is compared by the chosen human column, level and coefficient."""
    criterion = (pair["against"], pair["level"], pair["coefficient"])
    return criterion == (choice.against, choice.level, choice.coefficient)
