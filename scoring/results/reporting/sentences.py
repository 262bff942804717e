"""Sentences for the methods section of a paper: two to four for each analysis, with its numbers, settings and sources.

The functions only write text: the caller passes the result of the analysis, and ``program``, the version and date to
name in the text.
"""

from collections.abc import Mapping
from typing import Any

from scoring.measures.orders.stability import is_sampled
from scoring.measures.peer_agreement import PeerAgreement
from scoring.results.agreement.project import ProjectAgreement
from scoring.results.agreement.words import WordAgreement
from scoring.results.diagnosis.missed import Diagnosis
from scoring.results.enough.result import EnoughAnalysis
from scoring.results.reporting import references as cited
from scoring.results.reporting.methods_text import MethodsText, methods_text, score_citations
from scoring.results.reporting.program import Program
from scoring.results.reporting.references import Reference
from scoring.results.reporting.wording import (
    counted,
    in_brackets,
    is_or_are,
    two_decimals,
    was_or_were,
)
from scoring.results.stability.result import MAX_CONTRADICTING_SHARE, Stability
from scoring.stats.arrays import Interval
from scoring.stats.codings import UncoveredPolicy
from scoring.stats.dependability import POWER

UNCOVERED_RULES = {
    UncoveredPolicy.SINGLETON: "a word in no SCU is a set of its own",
    UncoveredPolicy.MISSING: "words in no SCU are missing values",
    UncoveredPolicy.REFUSE: "every word is in an SCU",
}
"""How words in no SCU count, as a clause for the sentence on agreement."""


def describe_agreement(agreement: ProjectAgreement, program: Program) -> MethodsText | None:
    """Describes how far annotators agree on the words of SCUs, and matchers on the SCUs and scores of peers. Returns
    None if nothing was compared.
    """
    sentences, references = list[str](), list[Reference]()
    if not agreement.refusal:
        sentences, references = _describe_words(agreement.words, program)
    if agreement.matching.overall:
        program_name = "" if sentences else f" ({program})"  # the sentences on words already name the program
        matching_sentences, matching_references = _describe_matching(agreement.matching.overall, program_name)
        sentences, references = sentences + matching_sentences, references + matching_references
    return methods_text(sentences, references) if sentences else None


def _describe_words(words: WordAgreement, program: Program) -> tuple[list[str], list[Reference]]:
    """Returns the sentences on the agreement of annotators on words, and the references that these cite."""
    alphas = ", ".join(
        f"{distance.value} {two_decimals(alpha)}{in_brackets(words.intervals[distance])}"
        for distance, alpha in words.alpha.items()
    )
    annotators = {name for pair in words.pairs for name in (pair.agreement.a, pair.agreement.b)}
    interval_clause = _jackknife_clause("sentences", words.intervals)
    sentences = [
        (
            f"Agreement of {counted(len(annotators), 'annotator')} on pyramids ({cited.PYRAMID.citation}) was "
            f"computed with {program} over {counted(sum(topic.word_count for topic in words.by_topic), 'word')} of "
            f"{counted(len(words.by_topic), 'topic')}; {UNCOVERED_RULES[words.uncovered]}."
        ),
        (
            f"Krippendorff’s alpha ({cited.ALPHA.citation}), by the distance between the sets of words of SCUs "
            f"(MASI: {cited.MASI.citation}), is: {alphas}{interval_clause}."
        ),
    ]
    return sentences, [cited.PYRAMID, cited.ALPHA, cited.MASI, *([cited.JACKKNIFE] if interval_clause else [])]


def _describe_matching(matching: PeerAgreement, program_name: str) -> tuple[list[str], list[Reference]]:
    """Returns the sentences on the agreement of matchers on peers, and the references that these cite.
    ``program_name``: the program in brackets, or "".
    """

    def value(name: str) -> str:
        return f"{two_decimals(getattr(matching, name))}{in_brackets(matching.intervals[name])}"

    references, limits_clause = list[Reference](), ""
    if matching.limits:
        low, high = matching.limits
        limits_clause = f" with limits of agreement {low:.2f} to {high:.2f} ({cited.LIMITS_OF_AGREEMENT.citation})"
        references.append(cited.LIMITS_OF_AGREEMENT)
    is_pair = len(matching.raters) == 2
    over_pairs = "" if is_pair else ", as means over pairs of matchers"
    icc_scope = "of all matchers together" if matching.has_joint_icc else "as means over pairs of matchers"
    icc_clause = "" if is_pair else f", {icc_scope}"
    difference = "mean difference" if is_pair else "mean absolute difference between the means of two matchers"
    interval_clause = _jackknife_clause("peers", matching.intervals)
    matchers = "both matchers" if is_pair else f"at least two of {len(matching.raters)} matchers"
    sentences = [
        (
            f"{counted(matching.peers, 'peer')} {was_or_were(matching.peers)} matched by {matchers}{program_name}; "
            f"over {counted(matching.cells, 'pair')} of an SCU and a peer{over_pairs}, Cohen’s kappa "
            f"({cited.KAPPA.citation}) is {value('kappa_cohen')}, AC1 ({cited.AC1.citation}) {value('ac1')}, "
            f"positive agreement {value('positive')}, and negative agreement {value('negative')} "
            f"({cited.POSITIVE_AND_NEGATIVE_AGREEMENT.citation})."
        ),
        (
            f"The agreement of the matchers’ modified scores ({cited.MODIFIED_SCORE.citation}) is ICC(A,1) = "
            f"{value('icc_a1')} and ICC(C,1) = {value('icc_c1')} ({cited.ICC.citation}{icc_clause}), with a "
            f"{difference} of {value('mean_difference')}{limits_clause}{interval_clause}."
        ),
    ]
    references += [cited.KAPPA, cited.AC1, cited.POSITIVE_AND_NEGATIVE_AGREEMENT, cited.MODIFIED_SCORE, cited.ICC]
    references += [cited.JACKKNIFE] if interval_clause else []
    return sentences, references


def describe_enough(enough: EnoughAnalysis | None, stability: Stability | None, program: Program) -> MethodsText | None:
    """Describes how many topics, matchers (``enough``) and model summaries (``stability``) are enough. Returns None if
    neither analysis could be computed.
    """
    sentences, references = list[str](), list[Reference]()
    if enough:
        source, references = score_citations(enough.measure.name)
        sentences.append(
            f"Variance components of {enough.components.scores} {enough.measure.name} scores ({source}) of "
            f"{counted(enough.summarizers, 'summarizer')} on {counted(enough.topics, 'topic')} by "
            f"{counted(enough.matchers, 'matcher')}"
            f"{'' if enough.matchers == 1 or enough.has_scores_by_several_matchers else ', one per summary,'} "
            f"were estimated by {enough.components.method} with {program}."
        )
        means, detectable = enough.current_plan or (None, None)
        if means and detectable:
            difference = "–" if detectable.difference is None else f"{detectable.difference:.3f}"
            sentences.append(
                f"Means over {counted(means.topics, 'topic')} and {counted(means.matchers, 'matcher')} have a "
                f"dependability Phi of {two_decimals(means.phi)} and a generalizability G of {two_decimals(means.g)} "
                f"({cited.GENERALIZABILITY.citation}); a two-sided paired test over these topics detects a difference "
                f"of {difference} with a power of {POWER:.0%} at .05."
            )
        references.append(cited.GENERALIZABILITY)
    if stability:
        sampled = any(is_sampled(topic.model_count) for topic in stability.topics)
        sufficient = stability.errors_at_sufficient_order
        sentences.append(
            f"The {_describe_models(stability)} were scored against {'a sample of the' if sampled else 'all'} pyramids "
            "of each size"
            f"{'' if enough else f' with {program}'} ({cited.PYRAMID.citation}; {cited.NUMBER_OF_MODELS.citation}), "
            f"with the original score; scores that differ by less than {stability.threshold:g} count as equal."
        )
        contradictions = f"the pairwise comparisons of summaries contradict those with {stability.reference_order}."
        sentences.append(
            f"From {counted(sufficient.n, 'model summary', 'model summaries')} on, fewer than "
            f"{MAX_CONTRADICTING_SHARE:.0%} of {contradictions}"
            if sufficient
            else f"With every number of model summaries below {stability.reference_order}, "
            f"{MAX_CONTRADICTING_SHARE:.0%} or more of {contradictions}"
        )
        references = [cited.PYRAMID, *references, cited.NUMBER_OF_MODELS]
    return methods_text(sentences, references) if sentences else None


def describe_diagnosis(diagnosis: Diagnosis, program: Program) -> MethodsText | None:
    """Describes which SCUs peers miss. Returns None without SCUs."""
    if not diagnosis.scus:
        return None
    source, references = score_citations(diagnosis.score_kind)
    missed, scus = len(diagnosis.missed_by_most), len(diagnosis.scus)
    sentences = [
        (
            f"{counted(diagnosis.peer_count, 'peer')} on {counted(len(diagnosis.topics), 'topic')} "
            f"{was_or_were(diagnosis.peer_count)} matched to pyramids of {counted(scus, 'SCU')} in all "
            f"({cited.PYRAMID.citation}) and analysed with {program}."
        ),
        f"{missed} of {counted(scus, 'SCU')} {is_or_are(missed)} missed by more than half of the peers of the topic.",
    ]
    if diagnosis.combined_count:
        sentences.append("If several people matched a peer, it has the SCUs that at least half of them found.")
    if diagnosis.best and diagnosis.worst:
        sentences.append(
            f"By the {diagnosis.score_kind} score ({source}), {diagnosis.best.summarizer} is best and "
            f"{diagnosis.worst.summarizer} worst; the best has "
            f"{counted(len(diagnosis.best_has_worst_lacks), 'SCU')} that the worst lacks, and lacks "
            f"{len(diagnosis.worst_has_best_lacks)} that the worst has."
        )
        return methods_text(sentences, references)
    return methods_text(sentences, [cited.PYRAMID])


def _describe_models(stability: Stability) -> str:
    """The model summaries and topics of the analysis, as the subject of a sentence."""
    counts = sorted({topic.model_count for topic in stability.topics})
    numbers = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    each_of = "" if len(stability.topics) == 1 else "each of "
    return f"{numbers} model summaries of {each_of}{counted(len(stability.topics), 'topic')}"


def _jackknife_clause(units: str, intervals: Mapping[Any, Interval]) -> str:
    """The end of a sentence, which says how the intervals were computed by leaving out each of the ``units``; "" if all
    intervals are None.
    """
    if not any(intervals.values()):
        return ""
    return f"; 95 % confidence intervals (jackknife over {units}; {cited.JACKKNIFE.citation})"
