"""Scores of systems' extracts in a project: their Relative Utility, or how far they choose what judges choose."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.measures.judgments.co_selection import co_selection
from scoring.measures.judgments.relative_utility import FULL_CREDIT, Utilities, relative_utility
from scoring.measures.observation import Measure, Missing, Subject
from scoring.results.judgments.extracts.utility import best_extracts, selection_scores, utility_scores
from scoring.results.judgments.judged_scores import SummaryScore
from scoring.results.judgments.sheets import InstrumentData, JudgedSheet, ListKey, QuestionScale, SystemExtract

UNDEFINED = Missing("undefined", "No judge gave a sentence a utility above 0.")
NO_NORMALIZED = Missing("undefined", "The judges do not agree better than random extracts, or there is only one.")
KAPPA_UNDEFINED = Missing("undefined", "Nobody chose a sentence, or everybody chose all.")
NO_JUDGES = Missing("no_judges", "Nobody judged the sentences of these documents.")

RELATIVE_UTILITY = Measure("relative_utility", "Relative Utility", (0, 1))
POOLED = Measure("relative_utility_pooled", "Relative Utility, pooled", (0, 1))
NORMALIZED = Measure("relative_utility_normalized", "Relative Utility, normalized")
ByJudge = Mapping[str, Fraction | None]
SELECTION = {
    "precision": Measure("precision", "Precision", (0, 1)),
    "recall": Measure("recall", "Recall", (0, 1)),
    "f1": Measure("f1", "F1", (0, 1)),
}
KAPPA = Measure("kappa_with_judges", "Kappa with the judges")


def extract_scores(
    data: InstrumentData, sheets: Iterable[JudgedSheet], credit: Fraction = FULL_CREDIT
) -> Iterator[SummaryScore]:
    """Yields the scores of each extract of ``data`` by the judges of its topic. The label of the extract is appended
    to the names of its scores. An extract is compared with the sentences that each judge chose or, if judges gave
    utilities, with each judge's best sentences, as many as the extract has. ``credit``: see ``utility_scores``.
    """
    sheets_by_list: dict[ListKey, list[JudgedSheet]] = defaultdict(list)
    for sheet in sheets:
        sheets_by_list[sheet.list_key].append(sheet)
    for extract in data.extracts:
        list_key = (extract.topic, extract.list)
        numbers = {item.key: number for number, item in enumerate(data.items[list_key])}
        sentences = judged_sentences(extract, numbers)
        list_sheets = sheets_by_list[list_key]
        for question in data.item_questions:
            if data.kind == "utility":
                scores = _utility_scores(utilities_of(data, question, list_sheets), sentences, credit)
            else:
                scores = _selection_scores(choices_of(data, question, list_sheets), sentences, len(numbers))
            for measure, value, by_judge, missing in scores:
                yield SummaryScore(
                    subject=Subject("", extract.topic, extract.summarizer, summary=extract.summary),
                    measure=_labelled(measure, extract),
                    value=value,
                    by_judge=by_judge,
                    missing=(missing if list_sheets else NO_JUDGES) if value is None else None,
                )


def judged_sentences(extract: SystemExtract, numbers: Mapping[str, int]) -> list[int]:
    """Returns the numbers of the extract's sentences. Sentences that are not judged, such as headlines, have none."""
    return [numbers[key] for key in extract.items if key in numbers]


def utilities_of(data: InstrumentData, question: QuestionScale, sheets: Sequence[JudgedSheet]) -> Utilities:
    """Returns the utilities on these sheets, which are all of one list. A sentence without a value counts 0.
    The marks of a sentence are its subsumers: sentences that each say all of it.
    """
    items = data.items[sheets[0].list_key] if sheets else ()
    numbers = {item.key: number for number, item in enumerate(items)}
    return Utilities(
        by_judge={sheet.judge: [sheet.value(question.key, item.key) or 0 for item in items] for sheet in sheets},
        subsumers={
            sheet.judge: {
                numbers[item]: [numbers[key] for key in sorted(answer.marks) if key in numbers]
                for (question_key, item), answer in sheet.answers.items()
                if question_key == question.key and item in numbers and answer.marks
            }
            for sheet in sheets
        },
    )


def choices_of(
    data: InstrumentData, question: QuestionScale, sheets: Sequence[JudgedSheet]
) -> dict[str, tuple[int, ...]]:
    """Returns, for each judge, the numbers of the sentences that the judge chose. All sheets are of one list."""
    items = data.items[sheets[0].list_key] if sheets else ()
    return {
        sheet.judge: tuple(number for number, item in enumerate(items) if sheet.value(question.key, item.key))
        for sheet in sheets
    }


def _utility_scores(
    utilities: Utilities, sentences: Sequence[int], credit: Fraction
) -> Iterator[tuple[Measure, Fraction | None, ByJudge, Missing]]:
    """Yields each score of the extract, together and by each judge, with the reason why it may be missing."""
    no_values: ByJudge = dict.fromkeys(utilities.by_judge)
    if not utilities.by_judge or not sentences:
        yield RELATIVE_UTILITY, Fraction(0) if utilities.by_judge else None, no_values, UNDEFINED
        return
    scores = utility_scores(utilities, sentences, len(sentences), credit)
    subsumers = utilities.subsumers
    by_judge = {
        judge: relative_utility(Utilities({judge: values}, subsumers), sentences, credit=credit)
        for judge, values in utilities.by_judge.items()
    }
    yield RELATIVE_UTILITY, scores.s, by_judge, UNDEFINED
    yield POOLED, scores.s_pooled, no_values, UNDEFINED
    yield NORMALIZED, scores.d, no_values, NO_NORMALIZED
    yield from _selection_scores(best_extracts(utilities, len(sentences)), sentences, utilities.sentence_count)


def _selection_scores(
    references: Mapping[str, Sequence[int]], sentences: Sequence[int], sentence_count: int
) -> Iterator[tuple[Measure, Fraction | None, ByJudge, Missing]]:
    """Yields precision, recall and F1 (means, and against each judge), and kappa. ``references``: judges' extracts."""
    scores = selection_scores(references, sentences, sentence_count)
    by_judge = {judge: co_selection(sentences, reference) for judge, reference in references.items()}
    for name, measure in SELECTION.items():
        values = {judge: getattr(selection, name) for judge, selection in by_judge.items()}
        yield measure, getattr(scores.selection, name, None), values, UNDEFINED
    yield KAPPA, None if scores.kappa is None else Fraction(scores.kappa), dict.fromkeys(references), KAPPA_UNDEFINED


def _labelled(measure: Measure, extract: SystemExtract) -> Measure:
    if not extract.label:
        return measure
    return replace(measure, name=f"{measure.name}.{extract.label}", title=f"{measure.title}, {extract.label}")
