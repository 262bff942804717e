"""Sentences for the methods section on the variation of judgments, and on programs as judges."""

from collections.abc import Iterator

from scoring.results.judgments.report import JudgmentReport
from scoring.results.judgments.variation import ScoreVariation
from scoring.results.reporting import references as cited
from scoring.results.reporting.methods_text import MethodsText, methods_text
from scoring.results.reporting.program import Program
from scoring.results.reporting.wording import counted, in_brackets, two_decimals
from scoring.results.variation.program_results import SEED, ProgramComparison, StandIn
from scoring.stats.anova import SumsOfSquares
from scoring.stats.levels import DRAWS, Level
from scoring.stats.variation import SetsBy

TYPES = {SumsOfSquares.SEQUENTIAL: "sequential (type I)", SumsOfSquares.TYPE_II: "type II"}
LEVELS = {Level.SUMMARIZER: "of means over topics", Level.SUMMARY: "within topics on average"}


def describe_variation(report: JudgmentReport, result: ScoreVariation, program: Program) -> MethodsText | None:
    """Describes how far the scores of an instrument depend on judges and models. Returns None without scores."""
    if not result.variation.topics:
        return None
    return methods_text(_variation_sentences(report, result, program), [cited.VARIATION])


def _variation_sentences(report: JudgmentReport, result: ScoreVariation, program: Program) -> Iterator[str]:
    variation, anova = result.variation, result.anova
    set_noun = "pair of model and judge" if variation.by is SetsBy.PAIR else variation.by
    judges = "the program" if report.settings.program else counted(len(report.judges), "judge")
    yield (
        f"The variation of the score “{result.measure.title}” by {judges} on {counted(len(variation.topics), 'topic')} "
        f"was analysed with {program}, comparing the scores by each {set_noun} ({cited.VARIATION.citation})."
    )
    if variation.mean_difference is not None:
        yield (
            f"The largest and the smallest score of a summary differ by {two_decimals(variation.mean_difference)} on "
            f"average, which is {two_decimals(variation.mean_share)} of the largest."
        )
    known = [pair.pearson for pair in variation.correlations if pair.pearson is not None]
    if known:
        yield (
            f"Pearson’s r of the {variation.centre}s of summarizers in two sets is between {min(known):.2f} and "
            f"{max(known):.2f} ({counted(len(known), 'pair')} of sets)."
        )
    if result.overlap_correlation is not None:
        yield (
            "Over topics, the mean overlap of words of the models and the mean share of the differences correlate with "
            f"r = {result.overlap_correlation:.2f}."
        )
    if anova.table:
        tests = ", ".join(
            f"{':'.join(row.term)} F({row.df}, {anova.table.rows[-1].df}) = {row.f:.2f}, {_p(row.p)}"
            for row in anova.table.rows
            if row.f is not None
        )
        if tests:
            yield (
                f"An analysis of variance of {counted(anova.table.n, 'score')} with {TYPES[anova.sums_of_squares]} "
                f"sums of squares gives: {tests}."
            )


def describe_programs(result: StandIn, program: Program) -> MethodsText | None:
    """Describes how well programs agree with people. Returns None if nothing was compared."""
    compared = [comparison for comparison in result.programs if comparison.summaries]
    if not compared:
        return None
    sentences = [_program_sentence(result, comparison, program) for comparison in compared]
    if any(level.topic_interval for comparison in compared for level in comparison.levels):
        sentences.append(
            f"Intervals are 95 % percentile intervals of {DRAWS:,} draws of topics and summarizers (bootstrap, seed "
            f"{SEED}; {cited.BOOTSTRAP.citation})."
        )
    return methods_text(sentences, [cited.BOOTSTRAP] if len(sentences) > len(compared) else [])


def _program_sentence(result: StandIn, comparison: ProgramComparison, program: Program) -> str:
    taus = ", and ".join(
        f"{two_decimals(level.kendall)}{in_brackets(level.joint_interval)} {LEVELS[level.level]}"
        for level in comparison.levels
    )
    return (
        f"The scores “{result.measure.title}” by {comparison.program} were compared with the scores by "
        f"{counted(result.person_count, 'person', 'people')} on "
        f"{counted(comparison.summaries, 'summary', 'summaries')} of "
        f"{counted(comparison.topics, 'topic')} with {program}; Kendall’s tau-b is {taus}."
    )


def _p(p: float | None) -> str:
    return "p undefined" if p is None else "p < .0001" if p < 0.0001 else f"p = {p:.4f}"
