"""Sentences for the methods section of a paper about judgments: their scores, and the agreement of the judges."""

from collections.abc import Iterator

from scoring.measures.judgments.presence import Aggregate
from scoring.results.judgments.report import JudgmentReport
from scoring.results.judgments.settings import JudgmentSettings
from scoring.results.judgments.summarizers import ScoreTable
from scoring.results.reporting import references as cited
from scoring.results.reporting.methods_text import MethodsText, methods_text
from scoring.results.reporting.program import Program
from scoring.results.reporting.references import Reference
from scoring.results.reporting.wording import counted, differs_or_differ, two_decimals
from scoring.results.scores.ranking import SEED
from scoring.stats.significance import SIGNIFICANCE_LEVEL
from scoring.stats.value_agreement import ValueDistance

KIND_REFERENCES = {
    "coverage": (cited.VARIATION, cited.RETENTION),
    "utility": (cited.RELATIVE_UTILITY,),
    "extract": (cited.CONTENT_SIMILARITY,),
    "presence": (cited.LITE_PYRAMID,),
    "rating": (),
}
WHAT_JUDGES_DID = {
    "rating": "rated {summaries} on {topics}",
    "coverage": "judged how much {summaries} on {topics} express of the units of model summaries",
    "presence": "judged which statements {summaries} on {topics} express",
    "utility": "rated the utility of the sentences of the documents of {topics}",
    "extract": "chose the best sentences of the documents of {topics}",
}
VOTES = {
    Aggregate.MAJORITY: "a statement is present if most judges say so (a tie counts {tie})",
    Aggregate.MEAN: "the value of a statement is the mean of its judges’ values",
    Aggregate.ANY: "a statement is present if any judge says so",
}


def describe_judgments(report: JudgmentReport, table: ScoreTable | None, program: Program) -> MethodsText | None:
    """Describes the judgments, and the ranking by the score of ``table``. Returns None if there are no scores."""
    if table is None or not report.counted.sheets:
        return None
    references: list[Reference] = list(KIND_REFERENCES[report.data.kind])
    sentences = [_judges_sentence(report, references, program), *_settings_sentences(report.data.kind, report.settings)]
    if len(report.topics) > 1:
        sentences.append(
            f"The score “{table.measure.title}” of a summarizer is the mean over topics of its score by all judges."
        )
    ranking = table.ranking
    if ranking.tested_count:
        method = "exact" if ranking.draw_count is None else f"sampled ({ranking.draw_count:,} draws, seed {SEED})"
        sentences.append(
            f"Pairs of summarizers were compared by {method} two-sided paired permutation tests over topics; "
            f"{ranking.significant_count} of {counted(ranking.tested_count, 'pair')} "
            f"{differs_or_differ(ranking.significant_count)} at {SIGNIFICANCE_LEVEL:g} after Holm’s correction "
            f"({cited.HOLM.citation})."
        )
        references.append(cited.HOLM)
    return methods_text(sentences, references)


def describe_agreement(report: JudgmentReport, program: Program) -> MethodsText | None:
    """Describes the agreement of people on each question. Returns None if no item has two judges."""
    questions = [question for question in report.data.questions if report.agreement[question.key].items]
    if not questions:
        return None
    sentences = []
    for question in questions:
        agreement = report.agreement[question.key]
        alphas = ", ".join(f"{distance} {two_decimals(agreement.alpha[distance])}" for distance in ValueDistance)
        sentences.append(
            f"On “{question.title}”, the agreement of {counted(len(agreement.judges), 'judge')} on "
            f"{counted(agreement.items, 'item')} with at least two judges each is, by Krippendorff’s alpha, {alphas}; "
            f"{two_decimals(agreement.closeness.exact)} of the pairs of values are equal."
        )
    sentences.append(f"Agreement was computed with {program} ({cited.ALPHA.citation}).")
    return methods_text(sentences, [cited.ALPHA])


def _judges_sentence(report: JudgmentReport, references: list[Reference], program: Program) -> str:
    program_name = report.settings.program
    judges = f"The program {program_name}" if program_name else counted(len(report.judges), "judge")
    action = WHAT_JUDGES_DID[report.data.kind].format(
        summaries=counted(len({sheet.summary for sheet in report.counted.sheets}), "summary", "summaries"),
        topics=counted(len(report.topics), "topic"),
    )
    citation = "; ".join(reference.citation for reference in references)
    return f"{judges} {action}{f' ({citation})' if citation else ''}; scores were computed with {program}."


def _settings_sentences(kind: str, settings: JudgmentSettings) -> Iterator[str]:
    if kind == "presence":
        votes = VOTES[settings.aggregate].format(tie=settings.tie)
        yield f"{votes[0].upper()}{votes[1:]}."
    if kind == "coverage":
        yield "Coverage is the mean share that judges gave to the units of a model; units without a mark count 0."
    if settings.min_agreement is not None:
        share = float(settings.min_agreement)
        yield f"Judges were left out if less than {share:g} of their values equal those of other judges."
    if settings.include_drafts:
        yield "Unfinished sheets are included."
