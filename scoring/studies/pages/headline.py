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
    """The answer at the chosen level, by the chosen coefficient."""
    names, against = choice.best(), with_article(choice.against)
    entry = choice.correlation(names[0], choice.against) if names else None
    if entry is None or entry["value"] is None:
        reason = "correlations need at least two summarizers with different scores in both columns"
        return Headline(f"No column can be compared with {against}: {reason}.", ())
    agree = "agree best" if len(names) > 1 else "agrees best" if len(choice.compared) > 1 else "agrees"
    titles = joined([column_title(name) for name in names])
    value = f"{COEFFICIENTS[choice.coefficient]} {entry['value']:.2f}"
    interval = in_brackets(_interval(entry)) if len(names) == 1 else ""
    scope = _scope(choice, entry)
    sentence = f"{titles[:1].upper()}{titles[1:]} {agree} with {against}: {value}{interval} over {scope}."
    return Headline(sentence, tuple(_notes(choice, names, entry)))


def _interval(entry: CorrelationEntry) -> tuple[float, float] | None:
    return None if entry["low"] is None or entry["high"] is None else (entry["low"], entry["high"])


def _scope(choice: Choice, entry: CorrelationEntry) -> str:
    topics = counted(entry["topics_used"], "topic")
    if choice.level == Level.SUMMARIZER:
        singular, plural = SUMMARIZERS[choice.definition["summarizers"]]
        return f"{counted(entry['n'], singular, plural)} and {topics}"
    return f"{counted(entry['n'], 'summary', 'summaries')} of {topics}"


def _notes(choice: Choice, best: list[str], entry: CorrelationEntry) -> Iterator[str]:
    """``entry``: the correlation of the first of the best columns."""
    interval = _interval(entry)
    if interval and interval[0] <= 0 <= interval[1]:
        yield "The interval contains 0, so even this agreement may be chance."
    if entry["topics_used"] == 1:
        yield "All this rests on one topic: it says nothing about others."
    else:
        yield from _rivals(choice, best)
    for coefficient in choice.definition["coefficients"]:
        others = choice.best(coefficient)
        if others and not set(others) & set(best):
            names = joined([column_title(name) for name in others])
            yield f"By {COEFFICIENTS[coefficient]}, {names} would be best: it depends on how agreement is measured."
    count = len(choice.part["summarizers"])
    if count < FEW_SUMMARIZERS:
        yield (
            f"With {counted(count, 'summarizer')}, a correlation says little: it changes much if a single one of them "
            "does better or worse."
        )


def _rivals(choice: Choice, best: list[str]) -> Iterator[str]:
    """Which columns the best ones, often one, all beat in nearly all draws of topics, and which they do not."""
    wins = {(pair["a"], pair["b"]): pair["a_wins"] for pair in choice.part["koehn"] if _is_chosen(choice, pair)}
    wins |= {(pair["b"], pair["a"]): pair["b_wins"] for pair in choice.part["koehn"] if _is_chosen(choice, pair)}
    shares = {name: [wins.get((one, name)) for one in best] for name in choice.compared if name not in best}
    known = {name: [share for share in each if share is not None] for name, each in shares.items()}
    beaten = [column_title(name) for name, each in known.items() if each and min(each) >= SURE]
    close = [column_title(name) for name, each in known.items() if each and min(each) < SURE]
    subject, are = ("It", "is") if len(best) == 1 else ("They", "are")
    share = "in at least 95 % of the samples of topics, with these summarizers (Koehn’s bootstrap)"
    if beaten and not close:
        yield f"{subject} {are} better than every other column {share}."
    elif beaten:
        yield f"{subject} {are} better than {joined(beaten)} {share}, but cannot be told apart from {joined(close)}."
    elif close:
        better = "better than none of them" if len(close) > 1 else "not better"
        yield f"{subject} cannot be told apart from {joined(close)}: {subject.lower()} {are} {better} {share}."


def _is_chosen(choice: Choice, pair: KoehnEntry) -> bool:
    criterion = (pair["against"], pair["level"], pair["coefficient"])
    return criterion == (choice.against, choice.level, choice.coefficient)
