"""*For the methods section*: the references, the sentences of each analysis, and the pages that show them."""

import re
from datetime import date
from fractions import Fraction

import pytest

from annotator.projects.models import Membership
from scoring.measures.peer_agreement import PeerMatching, peer_agreement
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.observations.score_table import read_score_table
from scoring.results.agreement.matching import MatchingAgreement
from scoring.results.agreement.project import ProjectAgreement
from scoring.results.agreement.words import TooFewAnnotators, empty_word_agreement
from scoring.results.reporting.program import Program
from scoring.results.reporting.references import HOLM, LETTERS, MODIFIED_SCORE, PYRAMID, REFERENCES
from scoring.results.reporting.score_sentences import describe_scores
from scoring.results.reporting.sentences import describe_agreement
from scoring.results.scores.ranking import SEED, Ranking, score_ranking
from scoring.stats.codings import UncoveredPolicy
from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.scored_project import manager_of, matched_peer, released_topic

PROGRAM = Program("1.2.3", date(2026, 1, 31))
PAGES = ("/p/p/scores/", "/p/p/agreement/", "/p/p/stability/", "/p/p/diagnosis/", "/p/p/overlap/")


def ranking_of(topics: int) -> Ranking:
    """Summarizer a is better than b by 0.0 to 0.8."""
    lines = [f"{topic},{1 + (topic % 9) / 10},1" for topic in range(topics)]
    scores = read_score_table("\n".join(["topic,a,b", *lines]).encode())
    return score_ranking(scores, scores[0].measure)


def text_of(ranking: Ranking) -> str:
    methods = describe_scores(ranking, ScoreSettings(), "half-up", PROGRAM)
    assert methods is not None
    return methods.text


def test_references_have_their_own_keys_and_dois_that_are_dois() -> None:
    assert len({reference.key for reference in REFERENCES}) == len(REFERENCES) == 27
    dois = [reference.doi for reference in REFERENCES if reference.doi]
    assert len(set(dois)) == len(dois) == 14
    assert all(re.fullmatch(r"10\.\d{4}/\S+", doi) for doi in dois)


@pytest.mark.parametrize("reference", REFERENCES, ids=lambda reference: reference.key)
def test_bibtex_is_balanced_and_has_the_fields_of_its_kind(reference) -> None:
    bibtex = reference.bibtex
    needed = {"article": "journal", "inproceedings": "booktitle", "book": "publisher"}[reference.kind]
    assert bibtex.startswith(f"@{reference.kind}{{{reference.key},\n")
    assert bibtex.count("{") == bibtex.count("}")
    assert {"author", "title", "year", needed} <= set(re.findall(r"^  (\w+) = \{", bibtex, re.MULTILINE))
    assert "&" not in bibtex.replace(r"\&", "")


def test_a_reference_is_one_line_with_its_doi() -> None:
    assert LETTERS.text == (
        "Piepho, Hans-Peter (2004). An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons. "
        "Journal of Computational and Graphical Statistics 13(2), 456–466. https://doi.org/10.1198/1061860043515"
    )
    assert [PYRAMID.citation, MODIFIED_SCORE.citation, HOLM.citation] == [
        "Nenkova and Passonneau 2004",
        "Passonneau et al. 2005",
        "Holm 1979",
    ]


def table_of(summarizers: int, topics: int) -> Ranking:
    """Summarizers whose scores differ by 0.5 from the next, on every topic."""
    names = [f"s{number}" for number in range(summarizers)]
    lines = [
        ",".join([str(topic), *(str(number / 2 + topic / 100) for number in range(summarizers))])
        for topic in range(topics)
    ]
    scores = read_score_table("\n".join([",".join(["topic", *names]), *lines]).encode())
    return score_ranking(scores, scores[0].measure)


def test_exact_tests_are_called_exact_and_name_no_seed() -> None:
    text = text_of(table_of(3, 8))  # p = 2 / 2^8 for each pair
    assert "3 summarizers on 8 topics were scored" in text
    assert "with Pyramidion 1.2.3 (2026-01-31)" in text
    assert "Means are over topics, with 95 % confidence intervals (Student’s t)." in text
    assert "3 pairs of summarizers were compared by exact two-sided paired permutation tests over 8 topics" in text
    assert "3 of 3 pairs differ at 0.05 after Holm’s correction; summarizers that share a letter" in text
    assert str(SEED) not in text


def test_a_single_pair_is_reported_with_its_p_and_without_a_correction() -> None:
    text = text_of(ranking_of(8))  # 7 differences of one sign, and one of 0: p = 2 / 2^7
    assert (
        "By an exact two-sided paired permutation test over 8 topics, a and b differ significantly at 0.05 "
        "(p = 0.0156)."
    ) in text
    assert "Holm" not in text
    alike = read_score_table(b"topic,a,b\n1,1,2\n2,2,1\n3,1,1")
    assert "a and b do not differ significantly at 0.05 (p = 1)" in text_of(score_ranking(alike, alike[0].measure))


def test_pairs_with_different_numbers_of_topics_are_reported_as_such() -> None:
    scores = read_score_table(b"topic,a,b,c\n1,1,2,3\n2,2,1,4\n3,1,3,")
    assert "over 2 to 3 topics" in text_of(score_ranking(scores, scores[0].measure))


def test_a_single_topic_has_neither_means_nor_intervals_nor_tests() -> None:
    scores = read_score_table(b"topic,a,b\n1,1,2")
    methods = describe_scores(score_ranking(scores, scores[0].measure), ScoreSettings(), "half-up", PROGRAM)
    assert methods is not None
    (sentence,) = methods.sentences
    assert sentence.startswith("2 summarizers on 1 topic were scored")
    assert "averaged" not in sentence


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("1,a,.5,x\n1,b,.6,x", "all peers were matched by the same person"),
        ("1,a,.5,x\n1,b,.6,y", "each peer was matched by one person"),
        ("1,a,.5,x\n1,a,.7,y\n1,b,.6,x", "the scores of a peer by 2 matchers were averaged"),
        ("1,a,.5,consensus\n1,b,.6,consensus", "the consensus of the matchers was scored"),
        ("1,a,.5,consensus\n1,a,.7,x\n1,b,.6,x", "by the consensus or, without one, the score by its matcher"),
        ("1,a,.5,consensus\n1,b,.7,x\n1,b,.6,y", "or, without one, the mean of the scores by its matchers"),
    ],
)
def test_who_matched_the_peers(rows, sentence) -> None:
    scores = read_score_table(f"topic,summarizer,value,matcher\n{rows}".encode())
    assert f"{sentence}, latest releases." in text_of(score_ranking(scores, scores[0].measure))


def test_sampled_tests_name_their_draws_and_seed() -> None:
    ranking = ranking_of(60)  # above 40 topics (54 of 60 differences are not 0), signs are drawn: 2,000 at least
    assert ranking.draw_count == 2_000
    assert f"By a two-sided paired permutation test (2,000 random draws per pair, seed {SEED})" in text_of(ranking)


def matched(peer: int, rater: str, score: Fraction) -> PeerMatching:
    return PeerMatching(("release", peer), rater, (1, 2, 3), frozenset({1, 2} if peer % 2 else {1}), score)


def agreement_text(matchings: list[PeerMatching]) -> str:
    uncovered = UncoveredPolicy.SINGLETON
    agreement = ProjectAgreement(
        topics=[],
        words=empty_word_agreement(uncovered),
        refusal=str(TooFewAnnotators()),
        matching=MatchingAgreement(peer_agreement(matchings), ()),
        pair_scores=(),
        robustness=None,
        withheld_count=0,
        masked_count=0,
    )
    methods = describe_agreement(agreement, PROGRAM)
    assert methods is not None
    return methods.text


def test_how_the_values_of_several_matchers_were_put_together() -> None:
    scores = {1: (1, 2, 3), 2: (2, 2, 4), 3: (4, 3, 5), 4: (3, 5, 4)}
    everyone = [
        matched(peer, rater, Fraction(x)) for peer, row in scores.items() for rater, x in zip("abc", row, strict=True)
    ]
    joint = "(McGraw and Wong 1996, of all matchers together)"
    assert joint in agreement_text(everyone)
    assert "kappa (Cohen 1960)" in agreement_text(everyone)
    assert "over 12 pairs of an SCU and a peer, as means over pairs of matchers" in agreement_text(everyone)
    incomplete = agreement_text(everyone[1:])
    assert "(McGraw and Wong 1996, as means over pairs of matchers)" in incomplete
    assert "mean absolute difference between the means of two matchers" in incomplete
    pair = agreement_text([matching for matching in everyone if matching.rater != "c"])
    assert "4 peers were matched by both matchers" in pair
    assert "over pairs of matchers" not in pair
    assert "(McGraw and Wong 1996)" in pair


def test_intervals_are_mentioned_only_if_there_are_any() -> None:
    once = agreement_text([matched(1, rater, Fraction(1)) for rater in "ab"])
    assert "1 peer was matched by both matchers" in once
    assert "jackknife" not in once


def test_every_cited_publication_is_in_the_list_and_no_other() -> None:
    methods = describe_scores(table_of(3, 8), ScoreSettings(), "half-up", PROGRAM)
    assert methods is not None
    sentences = " ".join(methods.sentences)
    assert [reference for reference in REFERENCES if reference.citation in sentences] == [
        reference for reference in REFERENCES if reference in methods.references
    ]
    assert 2 <= len(methods.sentences) <= 4


def test_nothing_to_report_without_scores() -> None:
    scores = read_score_table(b"topic,a,b\n1,,")
    assert describe_scores(score_ranking(scores, scores[0].measure), ScoreSettings(), "half-up", PROGRAM) is None


@pytest.mark.django_db
def test_every_analysis_page_has_sentences_with_its_numbers(settings) -> None:
    settings.PYRAMIDION_VERSION = "9.8.7"
    project = make_project("p")
    manager = manager_of(project)
    zoe = make_member(project)
    for key in ("D1", "D2", "D3"):
        release = released_topic(project, key, manager)
        for peer, (mine, theirs) in {"1": ([1, 2], [1]), "2": ([1], [1, 3]), "3": ([2], [3])}.items():
            matched_peer(release, peer, mine)
            matched_peer(release, peer, theirs, owner=zoe)
    client = signed_in(make_member(project, Membership.Role.VIEWER))
    texts = [
        re.search(r'id="methods-text">(.*?)</div>', client.get(page).content.decode(), re.DOTALL) for page in PAGES
    ]
    expected = (
        "3 summarizers on 3 topics were scored by the modified score",
        "9 peers were matched by both matchers",
        "modified scores (Nenkova and Passonneau 2004; Passonneau et al. 2005) of 3 summarizers on 3 topics",
        "9 peers on 3 topics were matched to pyramids of",
        "pairs of model summaries of 3 topics was computed with",
    )
    for text, sentence in zip(texts, expected, strict=True):
        assert text is not None, sentence
        assert sentence in text[1]
        assert "Pyramidion 9.8.7 (20" in text[1]


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_an_empty_project_has_nothing_to_report(page) -> None:
    project = make_project("p")
    assert b"methods-text" not in signed_in(manager_of(project)).get(page).content
