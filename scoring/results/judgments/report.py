"""The scores and the agreement of one instrument's judgments, as ``manage.py judgments --json`` prints them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.measures.observation import Basis
from scoring.results.judgments.agreement import QuestionAgreement, question_agreement
from scoring.results.judgments.bases import list_warnings, summary_bases
from scoring.results.judgments.judged_scores import SummaryScore
from scoring.results.judgments.presence_scores import unjudged_statement_count
from scoring.results.judgments.scores import summary_scores
from scoring.results.judgments.settings import CountedSheets, JudgmentSettings, counted_sheets
from scoring.results.judgments.sheets import InstrumentData, SummaryKey
from scoring.results.judgments.summarizers import ScoreTable, median_over_topics, score_table


@dataclass(frozen=True)
class JudgmentReport:
    """What the judgments of an instrument say; scores and agreement are computed when they are first read.
    ``counted``: the sheets that the scores come from.
    """

    data: InstrumentData
    settings: JudgmentSettings
    counted: CountedSheets

    @cached_property
    def scores(self) -> Mapping[str, tuple[SummaryScore, ...]]:
        """The scores of each summary by the name of their measure."""
        by_measure: dict[str, list[SummaryScore]] = {}
        for score in summary_scores(self.data, self.counted.sheets, self.settings):
            by_measure.setdefault(score.measure.name, []).append(score)
        return {name: tuple(scores) for name, scores in by_measure.items()}

    @cached_property
    def tables(self) -> tuple[ScoreTable, ...]:
        """The scores of each measure with the ranking of the summarizers."""
        return tuple(score_table(scores, self.bases) for scores in self.scores.values())

    @cached_property
    def bases(self) -> Mapping[SummaryKey, Basis]:
        """What the scores of summaries are measured against, on topics with several lists of items."""
        return summary_bases(self.data, self.counted.sheets)

    @cached_property
    def agreement(self) -> dict[str, QuestionAgreement]:
        """The agreement by the question's key. It includes the judges that ``settings.program`` or
        ``settings.min_agreement`` leaves out of the scores.
        """
        includes_drafts = self.settings.include_drafts
        sheets = [sheet for sheet in self.data.sheets if sheet.is_finished or includes_drafts]
        return {question.key: question_agreement(self.data, question, sheets) for question in self.data.questions}

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """Sentences on what was left out or assumed."""
        score_warnings = _warnings(self.data, self.counted, self.scores)
        return (*self.data.warnings, *score_warnings, *list_warnings(self.bases))

    @cached_property
    def judges(self) -> list[str]:
        """The judges whose sheets count."""
        return sorted({sheet.judge for sheet in self.counted.sheets})

    @property
    def programs(self) -> list[str]:
        """The judges that are programs, also those whose sheets do not count."""
        return sorted(self.data.programs)

    @cached_property
    def topics(self) -> list[str]:
        return sorted({sheet.topic for sheet in self.counted.sheets})

    def as_json(self) -> dict[str, Any]:
        """The keys of ``manage.py judgments --json``, except "anova" and "variation"."""
        results = self.results_as_json()
        last_fields = {name: results.pop(name) for name in ("settings", "warnings")}
        return {**results, **self._agreement_field, **last_fields}

    def results_as_json(self) -> dict[str, Any]:
        """The fields of `as_json` without the agreement."""
        return {
            **self._described(),
            "scores": [_score_as_json(score) for table in self.tables for score in table.scores],
            "summarizers": [row for table in self.tables for row in summarizers_as_json(table)],
            "settings": self.settings.as_json(),
            "warnings": list(self.warnings),
        }

    def agreement_as_json(self) -> dict[str, Any]:
        """The fields of `as_json` without the scores."""
        settings, warnings = self.settings.as_json(), list(self.data.warnings)
        return {**self._described(), **self._agreement_field, "settings": settings, "warnings": warnings}

    def described_as_json(self) -> dict[str, Any]:
        """The fields of `as_json` without scores and agreement."""
        return {**self._described(), "settings": self.settings.as_json(), "warnings": list(self.warnings)}

    @property
    def _agreement_field(self) -> dict[str, Any]:
        return {"agreement": {key: agreement.as_json() for key, agreement in self.agreement.items()}}

    def _described(self) -> dict[str, Any]:
        """What was asked, and how many sheets there are."""
        return {
            "instrument": self.data.instrument,
            "kind": self.data.kind,
            "questions": [
                {
                    "key": question.key,
                    "name": question.title,
                    "minimum": question.minimum,
                    "maximum": question.maximum,
                    "step": question.step,
                    "per": "sheet" if question.is_per_sheet else "item",
                }
                for question in self.data.questions
            ],
            "judges": self.judges,
            "topics": self.topics,
            "sheets": len(self.counted.sheets),
            "drafts": self.counted.drafts,
        }


def judgment_report(data: InstrumentData, settings: JudgmentSettings) -> JudgmentReport:
    """Returns the scores of all summaries and summarizers, and the agreement of the judges on each question."""
    return JudgmentReport(data, settings, counted_sheets(data, settings))


def _warnings(
    data: InstrumentData, counted: CountedSheets, scores: Mapping[str, tuple[SummaryScore, ...]]
) -> Iterator[str]:
    for judge, share in counted.left_out.items():
        yield f"{judge} is left out, because only {float(share):.3f} of the values equal those of other judges."
    if data.kind == "presence" and (count := unjudged_statement_count(data, counted.sheets)):
        yield f"Nobody judged {count:,} statements of summaries; their scores leave these out."
    for group in scores.values():  # a group has the scores of one measure
        missing = [score.missing for score in group if score.missing]
        if missing:
            reasons = " ".join(sorted({reason.sentence for reason in missing}))
            yield f"{group[0].measure.title}: {len(missing)} of {len(group)} scores are missing. {reasons}"


def _score_as_json(score: SummaryScore) -> dict[str, Any]:
    return {
        "topic": score.subject.topic,
        "summarizer": score.subject.summarizer,
        "kind": score.subject.kind,
        "question": score.measure.name,
        "value": None if score.value is None else float(score.value),
        "judges": score.judge_count,
        "by_judge": {judge: None if value is None else float(value) for judge, value in sorted(score.by_judge.items())},
    }


def summarizers_as_json(table: ScoreTable) -> Iterator[dict[str, Any]]:
    """Yields the summarizers of a table, best first."""
    for ranked in table.ranking.rows:
        row = ranked.as_json()
        yield {
            "summarizer": row["summarizer"],
            "kind": row["kind"],
            "question": table.measure.name,
            "mean": row["mean"],
            "median": median_over_topics(ranked),
            "topics": row["n"],
            "low": row["low"],
            "high": row["high"],
            "rank": row["rank"],
            "tied": row["tied"],
            "letters": row["letters"],
        }
