"""What a study's page says: its headline, tables, figures and sentences for papers, from the study's document."""

from datetime import date

import numpy as np
import pytest

from scoring.figures.figure import inline_svg
from scoring.measures.automatic.short_name import parse_short_name
from scoring.results.reporting.program import Program
from scoring.studies.pages.figures import study_figures
from scoring.studies.pages.headline import headline
from scoring.studies.pages.methods import describe_study
from scoring.studies.pages.tables import agreement_rows, disagreement_rows, pair_rows, summarizer_rows
from scoring.studies.pages.wording import column_title, measure_meaning
from tests.scoring.studies.pages.documents import NAMES, choice_of, definition, study_of, values

PROGRAM = Program("0.1", date(2026, 1, 31))


@pytest.fixture(scope="module")
def document():
    return study_of(values(), definition())


def test_the_headline_names_the_best_column_with_its_interval_and_what_it_is_over(document) -> None:
    entry = choice_of(document).correlation("rouge-2:stem=no", "pyramid.modified")
    assert entry is not None
    assert headline(choice_of(document)).sentence == (
        "ROUGE-2 (stem=no) agrees best with the modified score: Kendall’s tau "
        f"{entry['value']:.2f} [{entry['low']:.2f}, {entry['high']:.2f}] over 5 summarizers and 3 topics."
    )
    assert entry["value"] == 1


def test_the_headline_follows_the_choices(document) -> None:
    sentence = headline(choice_of(document, "level=summary&coefficient=pearson&against=pyramid.recall&group=initial"))
    assert sentence.sentence.startswith("ROUGE-2 (stem=no) agrees best with the recall score: Pearson’s r 1.00")
    assert sentence.sentence.endswith("over 10 summaries of 2 topics.")


def test_notes_say_what_the_best_column_beats_and_that_there_are_few_summarizers(document) -> None:
    beats, few = headline(choice_of(document)).notes
    assert beats.startswith(
        "It is better than every other column in at least 95 % of the samples of topics, with these"
    )
    assert few.startswith("With 5 summarizers, a correlation says little")


def test_notes_name_the_columns_that_the_best_one_does_not_surely_beat() -> None:
    similar = values()
    similar[0] = similar[3] / 2 + np.random.default_rng(2).normal(0, 0.01, similar[1].shape)
    beats = headline(choice_of(study_of(similar, definition()), "coefficient=pearson")).notes[0]
    assert beats.startswith("It is better than “length” in at least 95 %")
    assert beats.endswith((" from ROUGE-1.", " from ROUGE-2 (stem=no)."))


def test_one_topic_gives_neither_stars_nor_winners() -> None:
    one_topic = choice_of(study_of(values(), definition(topics=["D2-B"], groups={})))
    assert headline(one_topic).notes[0] == "All this rests on one topic: it says nothing about others."
    assert [(row.a_wins, row.stars) for row in pair_rows(one_topic)][:1] == [(1.0, "")]


def test_notes_say_what_is_best_by_other_coefficients() -> None:
    outlier = values()
    outlier[1, 0] = -5  # ROUGE-2 still has the right order, but its points are far from a line
    notes = headline(choice_of(study_of(outlier, definition()))).notes
    assert "By Pearson’s r, ROUGE-1 would be best: it depends on how agreement is measured." in notes


def test_equally_good_columns_share_the_headline() -> None:
    equal = values()
    equal[0] = equal[1]
    found = headline(choice_of(study_of(equal, definition())))
    assert found.sentence.startswith("ROUGE-1 and ROUGE-2 (stem=no) agree best with the modified score: Kendall’s tau")
    assert "[" not in found.sentence
    assert found.notes[0].startswith("They are better than every other column in at least 95 %")


def test_without_any_correlation_the_headline_says_why() -> None:
    constant = values()
    constant[3] = 0.5
    found = headline(choice_of(study_of(constant, definition(against=["pyramid.modified"]))))
    assert found.sentence.startswith(
        "No column can be compared with the modified score: correlations need at least two"
    )
    assert found.notes == ()


def test_one_column_agrees_without_a_best(document) -> None:
    one = study_of(values(), definition(columns=["rouge-1"]))
    assert headline(choice_of(one)).sentence.startswith("ROUGE-1 agrees with the modified score: Kendall’s tau 0.80")
    assert pair_rows(choice_of(one)) == []


def test_choices_that_the_study_does_not_have_are_replaced_by_defaults(document) -> None:
    choice = choice_of(document, "against=rouge-1&level=x&coefficient=y&group=none&x=no&y=no&read=no&sort=no")
    assert (choice.against, choice.level, choice.coefficient) == ("pyramid.modified", "summarizer", "kendall")
    assert (choice.group, choice.x, choice.y, choice.disagreements_of) == ("", *[NAMES[1], NAMES[3], NAMES[1]])
    assert (choice.sort, choice.is_descending) == ("pyramid.modified", True)


def test_the_agreement_table_has_the_best_first_and_other_human_columns_last(document) -> None:
    rows = agreement_rows(choice_of(document))
    assert [row.name for row in rows] == ["rouge-2:stem=no", "rouge-1", "given.length", "pyramid.recall"]
    assert [row.is_human for row in rows] == [False, False, False, True]
    assert [entry["value"] for row in rows[2:3] for entry in row.correlations[:1] if entry] == [-1]


def test_summarizers_are_sorted_by_any_column_or_by_name(document) -> None:
    def order(query: str) -> list[str]:
        return [row.name for row in summarizer_rows(choice_of(document, query))]

    assert order("") == ["peer <b>", "10", "3", "2", "1"]
    assert order("sort=rouge-1&order=asc")[:2] == ["2", "1"]
    assert order("sort=summarizer") == ["1", "2", "3", "10", "peer <b>"]
    assert order("sort=summarizer&order=desc") == ["peer <b>", "10", "3", "2", "1"]
    first = summarizer_rows(choice_of(document))[0]
    assert [entry["rank"] for entry in first.ranked] == [1, 1, 5, 1, 1]
    assert [row.is_human for row in summarizer_rows(choice_of(document))] == [False, True, False, False, False]


def test_pairs_have_the_better_column_first_with_its_own_shares(document) -> None:
    rows = pair_rows(choice_of(document))
    assert [(row.a, row.b) for row in rows] == [
        ("rouge-2:stem=no", "rouge-1"),
        ("rouge-2:stem=no", "given.length"),
        ("rouge-1", "given.length"),
    ]
    entry = next(one for one in document["koehn"] if (one["a"], one["b"]) == ("rouge-1", "rouge-2:stem=no"))
    assert (rows[0].a_wins, rows[0].b_wins, rows[0].neither) == (entry["b_wins"], entry["a_wins"], entry["neither"])
    assert (rows[1].a_wins, rows[1].stars, rows[1].difference) == (1.0, "**", 2.0)  # tau 1 and -1
    assert [row.holm for row in rows] == [None] * 3
    assert all(row.williams is None for row in pair_rows(choice_of(document, "level=summary")))


def test_pairs_have_the_p_values_of_the_tests() -> None:
    quick = definition(
        against=["pyramid.modified"], levels=["summarizer"], groups={}, tests=["williams", "permutation"]
    )
    document = study_of(values(), quick)
    row = next(row for row in pair_rows(choice_of(document)) if (row.a, row.b) == ("rouge-1", "given.length"))
    (williams,) = [one for one in document["williams"] if {one["a"], one["b"]} == {row.a, row.b}]
    permutation = [one for one in document["permutation"] if {one["a"], one["b"]} == {row.a, row.b}]
    assert (row.williams, row.a_wins, row.stars) == (williams["p_two_sided"], None, "")
    assert (row.permutation, row.holm) in [(one["p"], one["adjusted"]) for one in permutation]
    assert row.holm is not None


def test_disagreements_are_those_of_the_chosen_columns(document) -> None:
    rows = disagreement_rows(choice_of(document, "read=given.length"))
    assert {(row["a"], row["b"]) for row in rows} == {("given.length", "pyramid.modified")}
    assert rows[0]["summarizers"] == 5
    assert disagreement_rows(choice_of(document, "read=rouge-2:stem=no")) == []


def test_figures_show_the_numbers_of_the_document(document) -> None:
    scatter, heat_map = study_figures(choice_of(document, "x=given.length&y=rouge-1&fit=on"))
    means = dict(zip(NAMES, document["means"], strict=True))
    assert [row[1:] for row in scatter.plot.table.rows] == list(
        zip(means["given.length"], means["rouge-1"], strict=True)
    )
    assert "least-squares" in inline_svg(scatter)
    assert heat_map.plot.table.columns[2:] == ("Pearson’s r", "Kendall’s tau")
    by_pair = {row[:2]: row[2:] for row in heat_map.plot.table.rows}
    wanted = [
        entry["value"]
        for name in ("pearson", "kendall")
        for entry in document["correlations"]
        if (entry["a"], entry["b"], entry["level"], entry["coefficient"])
        == ("rouge-1", "pyramid.modified", "summarizer", name)
    ]
    assert list(by_pair["ROUGE-1", "Modified score"]) == wanted


def test_summarizers_without_a_mean_are_not_drawn() -> None:
    holes = values()
    holes[0, 2] = np.nan
    scatter = study_figures(choice_of(study_of(holes, definition()), "x=rouge-1"))[0]
    assert [row[0] for row in scatter.plot.table.rows] == ["1", "2", "10", "peer <b>"]


def test_sentences_for_papers_name_columns_tests_and_signatures_and_cite_each_source_once(document) -> None:
    methods = describe_study(choice_of(document), PROGRAM)
    assert methods.sentences[0] == (
        "ROUGE-1 (Lin 2004), ROUGE-2 (stem=no) and “length” were compared with the modified score (Passonneau et al. "
        "2005) on 5 summarizers and 3 topics, with Pyramidion 0.1 (2026-01-31)."
    )
    assert headline(choice_of(document)).sentence in methods.sentences
    assert methods.sentences[-1] == "Signatures of the measures: rouge-1|v:1; rouge-2|stem:no|v:1."
    for reference in methods.references:
        assert methods.text.count(f"({reference.citation}") >= 1, reference.key
    without = describe_study(choice_of(study_of(values(), definition(tests=[]))), PROGRAM)
    assert "Koehn" not in without.text
    assert "Williams" not in without.text


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("pyramid.modified", "modified score"),
        ("given.acu", "“acu”"),
        ("rouge-su4", "ROUGE-SU4"),
        ("be-hm:refs=best,jack=yes", "BE-HM (refs=best, jack=yes)"),
        ("tesla-s", "TESLA-S"),
        ("lin-c:parse=connectives-en1", "LIN-C (simple connectives, not the paper’s parser)"),
        ("word-overlap", "word-overlap"),
    ],
)
def test_titles_of_columns_are_those_of_papers(name, title) -> None:
    assert column_title(name) == title


def test_the_meaning_says_that_no_parser_was_used() -> None:
    meanings = [measure_meaning(parse_short_name(f"lin:parse={parse}")[0]) for parse in ("file", "connectives-en1")]
    assert meanings[1] == f"{meanings[0]} With simple connectives, not the paper’s parser."
