"""What a paper says of each analysis: two to four sentences with its numbers and settings, and what they cite.

The functions compute nothing and read no clock: the caller gives the result, the version and the day.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.measures.orders.stability import is_sampled
from scoring.observations.pyramid_scores import ScoreChoice
from scoring.results.agreement.project import ProjectAgreement
from scoring.results.diagnosis.missed import Diagnosis
from scoring.results.enough.result import Enough
from scoring.results.reporting import references as cited
from scoring.results.reporting.program import Program
from scoring.results.reporting.references import Reference
from scoring.results.scores.ranking import SEED, SIGNIFICANCE_LEVEL, Ranking
from scoring.results.stability.result import ENOUGH, Stability
from scoring.stats.arrays import Interval
from scoring.stats.codings import UncoveredPolicy
from scoring.stats.variance import POWER


@dataclass(frozen=True, slots=True)
class MethodsText:
    """Sentences to be copied into a paper, and the references that they cite."""

    sentences: tuple[str, ...]
    references: tuple[Reference, ...]

    @property
    def text(self) -> str:
        """The sentences as one paragraph, then the references, one a line."""
        return "\n\n".join([" ".join(self.sentences), "\n".join(reference.text for reference in self.references)])

    @property
    def bibtex(self) -> str:
        return "\n".join(reference.bibtex for reference in self.references)


UNCOVERED = {
    UncoveredPolicy.SINGLETON: "a word in no SCU is a set of its own",
    UncoveredPolicy.MISSING: "words in no SCU are missing values",
    UncoveredPolicy.REFUSE: "every word is in an SCU",
}


def of_scores(ranking: Ranking, choice: ScoreChoice, rounding: str, program: Program) -> MethodsText | None:
    """None without scores."""
    ranked = [row for row in ranking.rows if row.rank]
    if not ranked:
        return None
    topics = {topic for row in ranked for topic, cell in row.row.cells.items() if cell.score.value is not None}
    kind, tested = ranking.measure.name, ranking.tested_count
    source, references = _score(kind)
    mean_topics = "the topics that all summarizers have" if ranking.common_topics_only else "topics"
    sentences = [
        (
            f"{_count(len(ranked), 'summarizer')} on {_count(len(topics), 'topic')} were scored by the {kind} score of "
            f"the Pyramid method ({source}) with {program}; {_setting(kind, choice, rounding)}."
        ),
        f"Means are over {mean_topics}, with 95 % intervals by Student’s t.",
    ]
    if tested:
        is_exact = ranking.draw_count is None
        how = "exact two-sided paired permutation tests"
        if not is_exact:
            how = (
                f"two-sided paired permutation tests over topics ({ranking.draw_count:,} random draws a pair, "
                f"seed {SEED}, where they are not exact)"
            )
        sentences.append(
            f"{_count(tested, 'pair')} of summarizers {'were' if tested != 1 else 'was'} compared by {how} on up to "
            f"{_count(len(ranking.tested_topics), 'topic')}; p-values were corrected by Holm’s procedure "
            f"({cited.HOLM.citation}), and the exported tables add the false discovery rate "
            f"({cited.BENJAMINI_HOCHBERG.citation})."
        )
        letters = f"; summarizers that share a letter do not differ significantly ({cited.LETTERS.citation})"
        has_letters = any(row.letters for row in ranking.rows)
        sentences.append(
            f"{ranking.significant_count} of {_count(tested, 'pair')} differ at {SIGNIFICANCE_LEVEL:g} after Holm’s "
            f"correction{letters if has_letters else ''}."
        )
        references += [cited.HOLM, cited.BENJAMINI_HOCHBERG, *([cited.LETTERS] if has_letters else [])]
    return _methods(sentences, references)


def of_agreement(agreement: ProjectAgreement, program: Program) -> MethodsText | None:
    """None if nothing was compared."""
    words, matching, sentences = agreement.words, agreement.matching.overall, list[str]()
    references = list[Reference]()
    if not agreement.refusal:
        alphas = ", ".join(
            f"{distance.value} {_number(alpha)}{_interval(words.intervals[distance])}"
            for distance, alpha in words.alpha.items()
        )
        sentences += [
            (
                f"Agreement of {_count(len(words.annotators), 'annotator')} on pyramids ({cited.PYRAMID.citation}) was "
                f"computed with {program} over {_count(words.word_count, 'word')} of "
                f"{_count(len(words.by_topic), 'topic')}; {UNCOVERED[words.uncovered]}."
            ),
            (
                f"Krippendorff’s alpha ({cited.ALPHA.citation}), by the distance between the sets of words of SCUs "
                f"(MASI: {cited.MASI.citation}), is: {alphas}; 95 % intervals by the jackknife over sentences "
                f"({cited.JACKKNIFE.citation})."
            ),
        ]
        references += [cited.PYRAMID, cited.ALPHA, cited.MASI, cited.JACKKNIFE]
    if matching:
        limits = ""
        if matching.limits:
            low, high = matching.limits
            limits = f" with limits of agreement {low:.2f} to {high:.2f} ({cited.LIMITS_OF_AGREEMENT.citation})"
            references.append(cited.LIMITS_OF_AGREEMENT)

        def value(name: str) -> str:
            return f"{_number(getattr(matching, name))}{_interval(matching.intervals[name])}"

        is_pair = len(matching.raters) == 2
        several = "" if is_pair else ", as means over pairs of matchers"
        matchers = "both matchers" if is_pair else f"at least two of {len(matching.raters)} matchers"
        sentences += [
            (
                f"{_count(matching.peers, 'peer')} {'were' if matching.peers != 1 else 'was'} matched by "
                f"{matchers}{'' if sentences else f' ({program})'}; over "
                f"{_count(matching.cells, 'pair')} of an SCU and a peer{several}, Cohen’s kappa "
                f"({cited.KAPPA.citation}) is {value('kappa_cohen')}, AC1 ({cited.AC1.citation}) {value('ac1')}, "
                f"positive agreement {value('positive')}, and negative agreement {value('negative')} "
                f"({cited.POSITIVE_AND_NEGATIVE.citation})."
            ),
            (
                f"Their modified scores ({cited.MODIFIED_SCORE.citation}) agree by ICC(A,1) {value('icc_a1')} and "
                f"ICC(C,1) {value('icc_c1')} ({cited.ICC.citation}), with a mean difference of "
                f"{value('mean_difference')}{limits}; "
                f"95 % intervals by the jackknife over peers ({cited.JACKKNIFE.citation})."
            ),
        ]
        references += [cited.KAPPA, cited.AC1, cited.POSITIVE_AND_NEGATIVE, cited.MODIFIED_SCORE, cited.ICC]
        references.append(cited.JACKKNIFE)
    return _methods(sentences, references) if sentences else None


def of_enough(enough: Enough | None, stability: Stability | None, program: Program) -> MethodsText | None:
    """Topics and matchers, and model summaries; None if neither could be analysed."""
    sentences, references = list[str](), list[Reference]()
    if enough:
        source, references = _score(enough.measure.name)
        sentences.append(
            f"Variance components of {enough.components.scores} {enough.measure.name} scores ({source}) of "
            f"{_count(enough.summarizers, 'summarizer')} on {_count(enough.topics, 'topic')} by "
            f"{_count(enough.matchers, 'matcher')} were estimated by {enough.components.method} with {program}."
        )
        means, detectable = next(iter(enough.present), (None, None))
        if means and detectable:
            difference = "–" if detectable.difference is None else f"{detectable.difference:.3f}"
            sentences.append(
                f"Means over {_count(means.topics, 'topic')} and {_count(means.matchers, 'matcher')} have a "
                f"dependability Phi of {_number(means.phi)} and a generalizability G of {_number(means.g)} "
                f"({cited.GENERALIZABILITY.citation}); a two-sided paired test over these topics detects a difference "
                f"of {difference} with a power of {POWER:.0%} at .05."
            )
        references.append(cited.GENERALIZABILITY)
    if stability:
        sampled = any(is_sampled(topic.model_count) for topic in stability.topics)
        sufficient = stability.sufficient_order
        sentences.append(
            f"The model summaries of {_count(len(stability.topics), 'topic')}, up to {stability.model_count} each, "
            f"were scored against {'a sample of the' if sampled else 'all'} pyramids of each size"
            f"{'' if enough else f' with {program}'} ({cited.PYRAMID.citation}; {cited.NUMBER_OF_MODELS.citation}), "
            f"with the original score; differences below {stability.threshold:g} count as none."
        )
        sentences.append(
            f"From {_count(sufficient.n, 'model summary', 'model summaries')} on, fewer than {ENOUGH:.0%} of the "
            f"comparisons contradict those under order {stability.reference_order}."
            if sufficient
            else f"No smaller number of model summaries keeps the comparisons that contradict those under order "
            f"{stability.reference_order} below {ENOUGH:.0%}."
        )
        references = [cited.PYRAMID, *references, cited.NUMBER_OF_MODELS]
    return _methods(sentences, references) if sentences else None


def of_diagnosis(diagnosis: Diagnosis, program: Program) -> MethodsText | None:
    """None without SCUs."""
    if not diagnosis.scus:
        return None
    source, references = _score(diagnosis.score_kind)
    missed, scus = len(diagnosis.missed_by_most), len(diagnosis.scus)
    sentences = [
        (
            f"{_count(diagnosis.peer_count, 'peer')} on {_count(len(diagnosis.topics), 'topic')} "
            f"{'were' if diagnosis.peer_count != 1 else 'was'} matched to pyramids of {_count(scus, 'SCU')} in all "
            f"({cited.PYRAMID.citation}) and analysed with {program}."
        ),
        f"{missed} of {scus} SCUs are missed by more than half of the peers of their topic.",
    ]
    if diagnosis.combined_count:
        sentences.append("A peer matched by several people has the SCUs that at least half of them found.")
    if diagnosis.best and diagnosis.worst:
        sentences.append(
            f"By the {diagnosis.score_kind} score ({source}), {diagnosis.best.summarizer} is best and "
            f"{diagnosis.worst.summarizer} worst; the best has {len(diagnosis.best_has_worst_lacks)} SCUs that the "
            f"worst lacks, and lacks {len(diagnosis.worst_has_best_lacks)} that it has."
        )
        return _methods(sentences, references)
    return _methods(sentences, [cited.PYRAMID])


def _methods(sentences: Iterable[str], references: Iterable[Reference]) -> MethodsText:
    return MethodsText(tuple(sentences), tuple(dict.fromkeys(references)))


def _score(kind: str) -> tuple[str, list[Reference]]:
    """What to cite for a score: within a sentence, and as references."""
    references = [cited.PYRAMID, cited.MODIFIED_SCORE] if kind == "modified" else [cited.PYRAMID]
    return "; ".join(reference.citation for reference in references), references


def _setting(kind: str, choice: ScoreChoice, rounding: str) -> str:
    settings = []
    if kind == "modified":
        settings.append(f"the average number of SCUs was rounded {rounding}")
    if kind == "original":
        settings.append("X counts repetitions" if choice.x == "ducview" else "X counts each SCU once")
        settings.append("text that matches no SCU was marked")
    if choice.jackknife:
        settings.append("all scores, also those of the model summaries, are against pyramids that lack one model")
    matched = (
        f"peers were matched by {choice.matcher}" if choice.matcher else "matchers were averaged unless adjudicated"
    )
    settings += [matched, f"release {choice.release}" if choice.release else "latest releases"]
    if choice.include_drafts:
        settings.append("drafts are included in the means but not in the tests")
    return ", ".join(settings)


def _count(number: int, noun: str, plural: str = "") -> str:
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.2f}"


def _interval(interval: Interval) -> str:
    return f" [{interval[0]:.2f}, {interval[1]:.2f}]" if interval else ""
