"""Sentences for the methods section of a paper about scores, their tests, and who matched the peers."""

from collections.abc import Sequence

from scoring.measures.observation import CONSENSUS
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.results.reporting import references as cited
from scoring.results.reporting.methods_text import MethodsText, methods_text, score_citations
from scoring.results.reporting.program import Program
from scoring.results.reporting.wording import counted, differs_or_differ, was_or_were
from scoring.results.scores.ranking import SEED, Ranking
from scoring.stats.significance import SIGNIFICANCE_LEVEL, Pair

ROUNDINGS = {"half-up": "half up", "floor": "down", "ceil": "up"}
"""How the average number of SCUs was rounded, as the end of a sentence."""


def describe_scores(ranking: Ranking, settings: ScoreSettings, rounding: str, program: Program) -> MethodsText | None:
    """Describes the ranking and its tests. Returns None without scores. ``rounding``: a value of
    :class:`~scoring.measures.pyramid.Rounding`.
    """
    ranked_rows = [ranked for ranked in ranking.rows if ranked.rank]
    if not ranked_rows:
        return None
    topics = {
        topic for ranked in ranked_rows for topic, cell in ranked.row.cells.items() if cell.score.value is not None
    }
    kind, count = ranking.measure.name, len(ranked_rows)
    source, references = score_citations(kind)
    sentences = [
        (
            f"{counted(count, 'summarizer')} on {counted(len(topics), 'topic')} {was_or_were(count)} scored by the "
            f"{kind} score of the Pyramid method ({source}) with {program}; "
            f"{_describe_settings(ranking, settings, rounding)}."
        )
    ]
    if len(topics) > 1:
        topics_phrase = "the topics that all summarizers have" if ranking.common_topics_only else "topics"
        has_intervals = any(ranked.interval for ranked in ranked_rows)
        intervals = ", with 95 % confidence intervals (Student’s t)" if has_intervals else ""
        sentences.append(f"Means are over {topics_phrase}{intervals}.")
    tested = [pair for pair in ranking.pairs if pair.test]
    if not tested:
        return methods_text(sentences, references)
    sentences.append(_describe_tests(ranking, tested))
    has_letters = any(row.letters for row in ranking.rows)
    if len(tested) > 1:
        letters_clause = f"; summarizers that share a letter do not differ significantly ({cited.LETTERS.citation})"
        sentences.append(
            f"{ranking.significant_count} of {counted(len(tested), 'pair')} "
            f"{differs_or_differ(ranking.significant_count)} at {SIGNIFICANCE_LEVEL:g} after Holm’s correction"
            f"{letters_clause if has_letters else ''}."
        )
        references += [cited.HOLM, cited.BENJAMINI_HOCHBERG, *([cited.LETTERS] if has_letters else [])]
    return methods_text(sentences, references)


def _describe_tests(ranking: Ranking, tested: Sequence[Pair]) -> str:
    """The sentence on the tests. For a single pair, which needs no correction, it also gives the result."""
    if ranking.draw_count is None:
        tests = f"exact two-sided paired permutation test{'s' if len(tested) > 1 else ''}"
    else:
        scope = ", where they are not exact" if any(pair.test and pair.test.exact for pair in tested) else ""
        tests = (
            f"two-sided paired permutation test{'s' if len(tested) > 1 else ''} ({ranking.draw_count:,} random draws "
            f"per pair, seed {SEED}{scope})"
        )
    fewest, most = min(pair.topics for pair in tested), max(pair.topics for pair in tested)
    topics = counted(most, "topic") if fewest == most else f"{fewest} to {most} topics"
    if len(tested) == 1 and tested[0].test:
        p, first, second = tested[0].test.p, *(ranking.rows[index].row.name for index in (tested[0].a, tested[0].b))
        verb = "differ" if ranking.significant_count else "do not differ"
        return (
            f"By {'an' if ranking.draw_count is None else 'a'} {tests} over {topics}, {first} and {second} {verb} "
            f"significantly at {SIGNIFICANCE_LEVEL:g} (p = {p:.3g})."
        )
    return (
        f"{counted(len(tested), 'pair')} of summarizers were compared by {tests} over {topics}; p-values were "
        f"corrected by Holm’s procedure ({cited.HOLM.citation}), and the exported tables add the false discovery rate "
        f"({cited.BENJAMINI_HOCHBERG.citation})."
    )


def _describe_settings(ranking: Ranking, settings: ScoreSettings, rounding: str) -> str:
    kind, phrases = ranking.measure.name, list[str]()
    if kind == "modified" and rounding == "exact":
        phrases.append("the average number of SCUs was not rounded")
    elif kind == "modified":
        phrases.append(f"the average number of SCUs was rounded {ROUNDINGS[rounding]}")
    if kind == "original":
        counts_repetitions = settings.x == "ducview"  # as the program DUCView counts X
        phrases.append("X counts each mention of an SCU" if counts_repetitions else "X counts each SCU once")
        phrases.append("text that matches no SCU was marked")
    if settings.jackknife:
        phrases.append("all scores, also those of the model summaries, are against pyramids that lack one model")
    phrases.append(_describe_matchers(ranking, settings))
    phrases.append(f"release {settings.release}" if settings.release else "latest releases")
    if any(cell.is_draft for row in ranking.rows for cell in row.row.cells.values()):
        phrases.append("drafts are included in the means but not in the tests")
    return ", ".join(phrases)


def _describe_matchers(ranking: Ranking, settings: ScoreSettings) -> str:
    """A clause that says who matched the peers, and how the scores by several matchers were combined."""
    if settings.matcher:
        return f"peers were matched by {settings.matcher}"
    cells = [cell for row in ranking.rows if not row.row.is_human for cell in row.row.cells.values()]
    judges = {score.origin.judge for cell in cells for score in cell.by_judge}  # names of matchers, and CONSENSUS
    is_averaged = any(len(cell.by_judge) > 1 for cell in cells)
    if judges == {CONSENSUS}:
        return "the consensus of the matchers was scored"
    if CONSENSUS in judges:
        otherwise = "the mean of the scores by its matchers" if is_averaged else "the score by its matcher"
        return f"each peer has the score by the consensus or, without one, {otherwise}"
    if is_averaged:
        return f"the scores of a peer by {counted(len(judges), 'matcher')} were averaged"
    return "all peers were matched by the same person" if len(judges) == 1 else "each peer was matched by one person"
