"""Relative Utility of extracts in MEAD's files, without project or database."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from annotator.interchange.judgment_files.mead import ExtractFile
from annotator.interchange.judgment_files.reading import JudgmentFile
from scoring.measures.judgments.relative_utility import Utilities
from scoring.results.judgments.extracts.topics import extract_sizes
from scoring.results.judgments.extracts.utility import NumberedExtract, utility_report
from scoring.results.judgments.settings import JudgmentSettings
from scoring.results.judgments.sheets import FINISHED


class WrongExtract(ValueError):
    """An extract does not fit the judgments; the message is a sentence."""


def file_report(
    judged: JudgmentFile, extracts: Mapping[str, ExtractFile], settings: JudgmentSettings
) -> dict[str, Any]:
    """Returns what ``manage.py relative_utility --json`` prints for files. ``extracts``: by the name of their file.

    Judges who did not judge all sentences are left out. If the settings include drafts, these judges count, and a
    sentence without a value counts 0. If the settings have no size or rate, judges are compared by extracts of the most
    frequent size of the systems' extracts. Raises WrongExtract.
    """
    sentences = list(dict.fromkeys(row.item for row in judged.rows))  # in the order of the file
    numbers = {key: number for number, key in enumerate(sentences)}
    utilities, warnings = _utilities(judged, numbers, settings)
    if not utilities.by_judge:
        raise WrongExtract("No judge judged all sentences; with --include-drafts, sentences without a value count 0.")
    topics = {row.topic for row in judged.rows}
    numbered_extracts = [_numbered_extract(name, extract, topics, numbers) for name, extract in extracts.items()]
    size = _most_frequent_size(numbered_extracts, settings, len(sentences))
    report = utility_report(utilities, numbered_extracts, size, settings.credit)
    repairs = [f"{repair.place}: {repair.what}" for repair in judged.repairs]
    repairs += [f"{name}: {repair}" for name, extract in extracts.items() for repair in extract.repairs]
    return {**report, "warnings": [*repairs, *warnings, *report["warnings"]]}


def _utilities(
    judged: JudgmentFile, numbers: Mapping[str, int], settings: JudgmentSettings
) -> tuple[Utilities, list[str]]:
    """Returns the utilities by judge, and a warning for each judge who is left out."""
    unfinished = {row.judge for row in judged.rows if row.state != FINISHED}
    left_out = set() if settings.include_drafts else unfinished
    by_judge: dict[str, list[int]] = {}
    subsumers: dict[str, dict[int, list[int]]] = {}
    for row in judged.rows:
        if row.judge not in left_out:
            values = by_judge.setdefault(row.judge, [0] * len(numbers))
            values[numbers[row.item]] = row.value or 0
            if marks := [numbers[key] for key in row.marks if key in numbers]:
                subsumers.setdefault(row.judge, {})[numbers[row.item]] = marks
    warnings = [f"{judge} is left out: not all sentences are judged." for judge in sorted(left_out)]
    return Utilities(by_judge, subsumers), warnings


def _numbered_extract(name: str, extract: ExtractFile, topics: set[str], numbers: Mapping[str, int]) -> NumberedExtract:
    """Returns the extract with the numbers of its sentences. ``name``: of its file. Raises WrongExtract."""
    if extract.topic not in topics:
        raise WrongExtract(f"{name}: The extract is of topic “{extract.topic}”, the judgments of {', '.join(topics)}.")
    if unknown := [key for key in extract.items if key not in numbers]:
        raise WrongExtract(f"{name}: The judgments have no sentence {', '.join(unknown[:3])}.")
    return NumberedExtract(extract.summarizer, extract.label, tuple(numbers[key] for key in extract.items))


def _most_frequent_size(extracts: Sequence[NumberedExtract], settings: JudgmentSettings, sentence_count: int) -> int:
    """Returns the size in the settings, or else the most frequent size of extracts; of equally frequent sizes, the
    smallest.
    """
    counts = Counter(len(extract.sentences) for extract in extracts)
    return max(extract_sizes(settings, extracts, sentence_count), key=lambda size: (counts[size], -size))
