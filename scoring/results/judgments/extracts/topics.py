"""How well judges agree on the best sentences of each topic, and the scores of systems' extracts there."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.measures.judgments.co_selection import selection_kappa
from scoring.measures.judgments.relative_utility import size_of_rate
from scoring.measures.observation import HUMAN
from scoring.results.judgments.extracts.scores import choices_of, judged_sentences, utilities_of
from scoring.results.judgments.extracts.utility import (
    NumberedExtract,
    scores_as_json,
    selection_scores,
    utility_report,
)
from scoring.results.judgments.judged_scores import SummaryScore, mean_of_known
from scoring.results.judgments.settings import JudgmentSettings
from scoring.results.judgments.sheets import InstrumentData, JudgedSheet, ListKey

LABELLED_SCORES = ("relative_utility", "relative_utility_normalized", "precision", "kappa_with_judges")
"""The scores that tables by label show, in this order."""


def topic_reports(
    data: InstrumentData, sheets: Iterable[JudgedSheet], settings: JudgmentSettings
) -> Iterator[dict[str, Any]]:
    """Yields the reports of each list of sentences that somebody judged: one for each size of the list's extracts, or
    one for the size or rate in the settings. The keys are "topic", "list" and those of ``manage.py relative_utility
    --json``. If judges chose sentences instead of rating them, there is one report, without utilities, J and R.
    """
    by_list: dict[ListKey, list[JudgedSheet]] = {}
    for sheet in sheets:
        by_list.setdefault(sheet.list_key, []).append(sheet)
    for (topic, list_code), list_sheets in sorted(by_list.items()):
        items = data.items.get((topic, list_code), ())
        numbers = {item.key: number for number, item in enumerate(items)}
        extracts = [
            NumberedExtract(extract.summarizer, extract.label, tuple(judged_sentences(extract, numbers)))
            for extract in data.extracts
            if (extract.topic, extract.list) == (topic, list_code)
        ]
        if not items:
            continue
        if data.kind == "extract":
            yield {"topic": topic, "list": list_code, **_choices_report(data, list_sheets, extracts)}
            continue
        utilities = utilities_of(data, data.item_questions[0], list_sheets)
        for size in extract_sizes(settings, extracts, len(items)):
            compared = [
                extract for extract in extracts if has_chosen_size(settings) or len(extract.sentences) in (0, size)
            ]
            report = utility_report(utilities, compared, size, settings.credit)
            yield {"topic": topic, "list": list_code, **report}


def has_chosen_size(settings: JudgmentSettings) -> bool:
    """Whether the settings have a size or a rate of extracts."""
    return settings.size is not None or settings.rate is not None


def extract_sizes(settings: JudgmentSettings, extracts: Sequence[NumberedExtract], sentence_count: int) -> list[int]:
    """Returns the sizes of extracts for which J and R are computed: the size in the settings, or else the sizes of the
    extracts, or a tenth of the sentences if there are no extracts.
    """
    if settings.size is not None:
        return [min(settings.size, sentence_count)]
    if settings.rate is not None:
        return [size_of_rate(settings.rate, sentence_count)]
    sizes = {len(extract.sentences) for extract in extracts if extract.sentences}
    return sorted(sizes) or [size_of_rate(Fraction(1, 10), sentence_count)]


def _choices_report(
    data: InstrumentData, sheets: Sequence[JudgedSheet], extracts: Iterable[NumberedExtract]
) -> dict[str, Any]:
    """Returns the report of one list of sentences, of which each judge chose some."""
    sentence_count = len(data.items[sheets[0].list_key])
    choices = choices_of(data, data.item_questions[0], sheets)
    return {
        "sentences": sentence_count,
        "judges": list(choices),
        "extracts": [
            {
                "summarizer": extract.summarizer,
                "label": extract.label,
                **scores_as_json(selection_scores(choices, extract.sentences, sentence_count)),
            }
            for extract in extracts
        ],
        "kappa_judges": selection_kappa(list(choices.values()), sentence_count),
        "warnings": [],
    }


@dataclass(frozen=True, slots=True)
class LabelTable:
    """The means of a score over topics, by summarizer and label. ``labels``: the rates or lengths of the extracts.
    ``rows``: each summarizer with its mean for each label.
    """

    title: str
    labels: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]


def label_tables(scores: Mapping[str, Sequence[SummaryScore]]) -> list[LabelTable]:
    """Returns a table for each of LABELLED_SCORES that extracts with labels have."""
    return [table for name in LABELLED_SCORES if (table := _label_table(name, scores))]


def _label_table(name: str, scores: Mapping[str, Sequence[SummaryScore]]) -> LabelTable | None:
    prefix = f"{name}."  # the score of extracts with a label is called NAME.LABEL
    by_label = {key.removeprefix(prefix): scores[key] for key in scores if key.startswith(prefix)}
    if not by_label:
        return None
    labels = tuple(sorted(by_label, key=lambda label: (len(label), label)))
    summarizers = sorted({score.subject.summarizer for group in by_label.values() for score in group})
    title = next(iter(by_label.values()))[0].measure.title.rpartition(", ")[0]
    rows = (
        (
            summarizer,
            tuple(
                _mean_of_peers(score for score in by_label[label] if score.subject.summarizer == summarizer)
                for label in labels
            ),
        )
        for summarizer in summarizers
    )
    return LabelTable(title, labels, tuple(rows))


def _mean_of_peers(scores: Iterable[SummaryScore]) -> float | None:
    mean = mean_of_known(score.value for score in scores if score.subject.kind != HUMAN)
    return None if mean is None else float(mean)
