"""*For the methods section*: the references, the sentences of each analysis, and the pages that show them."""

import re
from datetime import date

import pytest

from annotator.projects.models import Membership
from scoring.observations.pyramid_scores import ScoreChoice
from scoring.observations.score_table import read_score_table
from scoring.results.reporting.program import Program
from scoring.results.reporting.references import HOLM, LETTERS, MODIFIED_SCORE, PYRAMID, REFERENCES
from scoring.results.reporting.sentences import of_scores
from scoring.results.scores.ranking import SEED, Ranking, score_ranking
from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.scored_project import manager_of, matched_peer, released_topic

PROGRAM = Program("1.2.3", date(2026, 1, 31))
PAGES = ("/p/p/scores/", "/p/p/agreement/", "/p/p/stability/", "/p/p/diagnosis/")


def ranking_of(topics: int) -> Ranking:
    """Summarizer a is better than b by 0.1 to 0.9 on every topic."""
    lines = [f"{topic},{1 + (topic % 9) / 10},1" for topic in range(topics)]
    scores = read_score_table("\n".join(["topic,a,b", *lines]).encode())
    return score_ranking(scores, scores[0].measure)


def text_of(ranking: Ranking) -> str:
    methods = of_scores(ranking, ScoreChoice(), "half-up", PROGRAM)
    assert methods is not None
    return methods.text


def test_references_have_their_own_keys_and_dois_that_are_dois() -> None:
    assert len({reference.key for reference in REFERENCES}) == len(REFERENCES) == 15
    dois = [reference.doi for reference in REFERENCES if reference.doi]
    assert len(set(dois)) == len(dois) == 11
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


def test_exact_tests_are_called_exact_and_name_no_seed() -> None:
    text = text_of(ranking_of(8))
    assert "2 summarizers on 8 topics" in text
    assert "with Pyramidion 1.2.3 (2026-01-31)" in text
    assert "exact two-sided paired permutation tests on up to 8 topics" in text
    assert "1 of 1 pair differ" in text
    assert str(SEED) not in text


def test_sampled_tests_name_their_draws_and_seed() -> None:
    ranking = ranking_of(60)  # above 40 topics (54 of 60 differences are not 0), signs are drawn: 2,000 at least
    assert ranking.draw_count == 2_000
    assert f"2,000 random draws a pair, seed {SEED}" in text_of(ranking)


def test_every_cited_publication_is_in_the_list_and_no_other() -> None:
    methods = of_scores(ranking_of(8), ScoreChoice(), "half-up", PROGRAM)
    assert methods is not None
    sentences = " ".join(methods.sentences)
    assert [reference for reference in REFERENCES if reference.citation in sentences] == [
        reference for reference in REFERENCES if reference in methods.references
    ]
    assert 2 <= len(methods.sentences) <= 4


def test_nothing_to_report_without_scores() -> None:
    scores = read_score_table(b"topic,a,b\n1,,")
    assert of_scores(score_ranking(scores, scores[0].measure), ScoreChoice(), "half-up", PROGRAM) is None


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
