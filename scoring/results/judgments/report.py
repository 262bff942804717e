"""The scores and the agreement of one instrument's judgments, as ``manage.py judgments --json`` prints them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.results.judgments.agreement import QuestionAgreement, question_agreement
from scoring.results.judgments.judged_scores import SummaryScore
from scoring.results.judgments.presence_scores import unjudged_statement_count
from scoring.results.judgments.scores import summary_scores
from scoring.results.judgments.settings import CountedSheets, JudgmentSettings, counted_sheets
from scoring.results.judgments.sheets import InstrumentData
from scoring.results.judgments.summarizers import ScoreTable, median_over_topics, score_tables


@dataclass(frozen=True, slots=True)
class JudgmentReport:
    """What the judgments of an instrument say. ``counted``: the sheets that the scores come from. ``tables``: one
    for each measure. ``agreement``: by the question's key. ``warnings``: sentences on what was left out or assumed.
    """

    data: InstrumentData
    settings: JudgmentSettings
    counted: CountedSheets
    tables: tuple[ScoreTable, ...]
    agreement: dict[str, QuestionAgreement]
    warnings: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The keys of ``manage.py judgments --json``, except "anova" and "variation"."""
        sheets = self.counted.sheets
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
            "judges": sorted({sheet.judge for sheet in sheets}),
            "topics": sorted({sheet.topic for sheet in sheets}),
            "sheets": len(sheets),
            "drafts": self.counted.drafts,
            "scores": [_score_as_json(score) for table in self.tables for score in table.scores],
            "summarizers": [row for table in self.tables for row in _summarizers_as_json(table)],
            "agreement": {key: agreement.as_json() for key, agreement in self.agreement.items()},
            "settings": self.settings.as_json(),
            "warnings": list(self.warnings),
        }


def judgment_report(data: InstrumentData, settings: JudgmentSettings) -> JudgmentReport:
    """Returns the scores of all summaries and summarizers, and the agreement of the judges on each question. Agreement
    includes the judges that ``settings.program`` or ``settings.min_agreement`` leaves out of the scores.
    """
    counted = counted_sheets(data, settings)
    tables = score_tables(summary_scores(data, counted.sheets, settings))
    sheets = [sheet for sheet in data.sheets if sheet.is_finished or settings.include_drafts]
    return JudgmentReport(
        data=data,
        settings=settings,
        counted=counted,
        tables=tuple(tables),
        agreement={question.key: question_agreement(data, question, sheets) for question in data.questions},
        warnings=(*data.warnings, *_warnings(data, counted, tables)),
    )


def _warnings(data: InstrumentData, counted: CountedSheets, tables: list[ScoreTable]) -> Iterator[str]:
    for judge, share in counted.left_out.items():
        yield f"{judge} is left out, because only {float(share):.3f} of the values equal those of other judges."
    if data.kind == "presence" and (count := unjudged_statement_count(data, counted.sheets)):
        yield f"Nobody judged {count:,} statements of summaries; their scores leave these out."
    for table in tables:
        missing = [score.missing for score in table.scores if score.missing]
        if missing:
            reasons = " ".join(sorted({reason.sentence for reason in missing}))
            yield f"{table.measure.title}: {len(missing)} of {len(table.scores)} scores are missing. {reasons}"


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


def _summarizers_as_json(table: ScoreTable) -> Iterator[dict[str, Any]]:
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
