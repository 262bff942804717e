"""The document of a study: what it says about columns, groups of topics and summarizers."""

import numpy as np
import pytest

from scoring.stats.levels import Coefficient, Drawn, Level
from scoring.studies.comparisons import RandomDraws, StudyTest, compare_pair
from scoring.studies.correlations import correlate, correlation_interval
from scoring.studies.data import ColumnKind, StudyColumn, StudyData
from scoring.studies.definition import StudyDefinition, StudyRefused
from scoring.studies.document import document_text, read_document
from scoring.studies.result import study_document
from scoring.studies.table import StudyTable

COLUMNS = (
    StudyColumn("good", ColumnKind.MEASURE, "good|v:1"),
    StudyColumn("bad", ColumnKind.GIVEN),
    StudyColumn("human", ColumnKind.HUMAN),
)
DEFINITION = StudyDefinition(columns=("good", "bad"), against=("human",), resamples=50)


def study_data(summarizers=6, topics=4, holes=(), people=frozenset()):
    rng = np.random.default_rng(1)
    human = rng.normal(size=(summarizers, 1)) + rng.normal(size=(summarizers, topics))
    values = np.array([human + noise * rng.normal(size=human.shape) for noise in (0.5, 4)] + [human])
    for cell in holes:
        values[cell] = np.nan
    names = tuple(str(number) for number in range(1, summarizers + 1))
    keys = tuple(f"D{number}-{'AB'[number % 2]}" for number in range(topics))
    return StudyData(COLUMNS, StudyTable(tuple(column.name for column in COLUMNS), names, keys, values), people)


def document(definition=DEFINITION, data=None):
    return study_document(definition, data or study_data(), "0.1")


def chosen(**choices):
    return StudyDefinition.from_json({**DEFINITION.as_json(), **choices})


@pytest.fixture(scope="module")
def small():
    return document(chosen(tests=["koehn", "williams", "permutation"]))


def test_it_has_the_keys_of_the_command(small) -> None:
    assert set(small) == {
        *(
            "definition",
            "source",
            "digest",
            "version",
            "drawn",
            "columns",
            "summarizers",
            "topics",
            "means",
            "holes",
            "warnings",
        ),
        *("correlations", "koehn", "williams", "permutation", "ranking", "disagreements", "groups", "warnings"),
    }
    assert small["columns"] == [
        {"name": "good", "signature": "good|v:1", "kind": "measure"},
        {"name": "bad", "signature": None, "kind": "given"},
        {"name": "human", "signature": None, "kind": "human"},
    ]
    assert (small["drawn"], small["version"], small["holes"], small["warnings"]) == ("both", "0.1", 0, [])
    assert StudyDefinition.from_json(small["definition"]).digest == small["digest"]


def test_equal_definitions_and_data_give_equal_bytes_in_any_order_of_rows(small) -> None:
    data = study_data()
    rows, topics = np.random.default_rng(2).permutation(6), np.random.default_rng(3).permutation(4)
    table = data.table
    shuffled = StudyTable(
        table.columns,
        tuple(table.summarizers[row] for row in rows),
        tuple(table.topics[topic] for topic in topics),
        table.values[:, rows][:, :, topics],
    )
    again = document(StudyDefinition.from_json(small["definition"]), StudyData(COLUMNS, shuffled))
    assert document_text(again) == document_text(small)
    assert read_document(document_text(small)) == small


def test_numbers_are_those_of_the_tests_and_intervals(small) -> None:
    table = study_data().table
    assert len(small["correlations"]) == 3 * 2 * 3  # pairs of columns, levels, coefficients
    between, entry = small["correlations"][0], small["correlations"][6]
    assert [(one["a"], one["b"], one["level"], one["coefficient"]) for one in (between, entry)] == [
        ("good", other, "summarizer", "pearson") for other in ("bad", "human")
    ]
    assert (between["low"], between["high"]) == (None, None)
    correlation = correlate(table, "good", "human", Level.SUMMARIZER, Coefficient.PEARSON)
    rng = np.random.default_rng(1)
    interval = correlation_interval(
        table, "good", "human", Level.SUMMARIZER, Coefficient.PEARSON, rng, drawn=Drawn.BOTH, draws=50
    ).interval
    assert (entry["value"], (entry["low"], entry["high"])) == (correlation.value, interval)
    draws = RandomDraws(1, koehn=50)
    pair = compare_pair(table, "good", "bad", "human", Level.SUMMARIZER, Coefficient.PEARSON, draws, tuple(StudyTest))
    assert pair.koehn is not None
    assert pair.williams is not None
    assert pair.permutation is not None
    koehn, permutation = small["koehn"][0], small["permutation"][0]
    assert [koehn[key] for key in ("a_wins", "b_wins", "neither")] == [pair.koehn.a, pair.koehn.b, pair.koehn.neither]
    assert koehn["exact"]
    assert koehn["against"] == "human"
    assert [row["t"] for row in small["williams"]] == [pair.williams.t]
    assert (permutation["p"], permutation["adjusted"]) == (pair.permutation.p,) * 2
    assert len(small["koehn"]) == len(small["permutation"]) == 2 * 3


def test_only_the_tests_asked_for_are_computed() -> None:
    nothing = document(chosen(tests=[]))
    assert (nothing["koehn"], nothing["williams"], nothing["permutation"]) == ([], [], [])
    only = document(chosen(tests=["williams"], levels=["summary"]))
    assert (only["koehn"], only["williams"]) == ([], [])


def test_summarizers_are_ranked_under_each_column(small) -> None:
    assert [ranking["column"] for ranking in small["ranking"]] == ["good", "bad", "human"]
    ranking = small["ranking"][2]
    means = dict(zip(small["summarizers"], small["means"][2], strict=True))
    assert [row["summarizer"] for row in ranking["summarizers"]] == sorted(means, key=lambda name: -means[name])
    assert [row["rank"] for row in ranking["summarizers"]] == [1, 2, 3, 4, 5, 6]
    assert {row["rank_high"] for row in ranking["summarizers"]} == {6}  # 4 topics: the smallest p is 2 / 16
    assert ranking["exact"]
    assert ranking["draws"] is None


def test_means_that_are_equal_in_exact_arithmetic_tie() -> None:
    values = np.array([[[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2, 0.2, 0.2 + 1e-13]]] * 2)
    data = StudyData((COLUMNS[0], COLUMNS[2]), StudyTable(("good", "human"), ("1", "2", "3"), ("a", "b", "c"), values))
    ranking = document(chosen(columns=["good"]), data)["ranking"][0]["summarizers"]
    assert [(row["rank"], row["tied"]) for row in ranking] == [(1, True)] * 3


def test_each_group_of_topics_has_its_own_results() -> None:
    data = study_data(holes=[(column, 5, topic) for column in range(3) for topic in (0, 2)])
    grouped = document(chosen(groups={"initial": "-A$", "update": "-B$"}), data)
    initial, update = grouped["groups"]
    assert (initial["name"], initial["pattern"], initial["topics"]) == ("initial", "-A$", ["D0-A", "D2-A"])
    assert (initial["summarizers"], len(update["summarizers"])) == (list("12345"), 6)
    alone = document(chosen(topics=["D1-B", "D3-B"]), data)
    assert {key: update[key] for key in alone if key in update} == {key: alone[key] for key in alone if key in update}


@pytest.mark.parametrize(
    ("group", "sentence"), [("X", "No topic matches the pattern “X”"), ("(", "The pattern of the group “some” ")]
)
def test_a_group_must_be_a_pattern_of_some_topics(group, sentence) -> None:
    with pytest.raises(StudyRefused, match=sentence) as refused:
        document(chosen(groups={"some": group}))
    assert refused.value.field == "groups"


def test_people_are_left_out_unless_asked_for() -> None:
    data = study_data(people=frozenset({"2", "5"}))
    assert document(data=data)["summarizers"] == ["1", "3", "4", "6"]
    assert document(chosen(summarizers="human"), data)["summarizers"] == ["2", "5"]
    everyone = document(chosen(summarizers="all"), data)
    kinds = {row["summarizer"]: row["kind"] for row in everyone["ranking"][0]["summarizers"]}
    assert sorted(kinds.items()) == [(name, "human" if name in "25" else "peer") for name in "123456"]
    with pytest.raises(StudyRefused, match="No human summarizer has a score"):
        document(chosen(summarizers="human"))


def test_holes_are_counted_and_told() -> None:
    holed = document(data=study_data(holes=[(0, 1, 2), (0, 3, 3), (2, 0, 0)]))
    assert holed["holes"] == 3
    assert [warning[:22] for warning in holed["warnings"]] == ["“good” lacks 2 of 24 s", "“human” lacks 1 of 24 "]


def test_disagreements_come_with_the_largest_first() -> None:
    # On topic b the ranks are 3 2 1 and 1 2 3; on topic a they are 1 2 and 2 1 of two; on topic c they are equal.
    a, b = [[5, 1, 0], [4, 2, 1], [np.nan, 3, 2]], [[4, 9, 0], [5, 8, 1], [9, 7, 2]]
    table = StudyTable(("good", "human"), ("1", "2", "3"), ("a", "b", "c"), np.array([a, b], dtype=float))
    rows = document(chosen(columns=["good"]), StudyData((COLUMNS[0], COLUMNS[2]), table))["disagreements"]
    listed = [(row["topic"], row["summarizer"], row["rank_a"], row["rank_b"], row["summarizers"]) for row in rows]
    assert listed == [("b", "1", 3, 1, 3), ("b", "3", 1, 3, 3), ("a", "1", 1, 2, 2), ("a", "2", 2, 1, 2)]
    assert (rows[0]["value_a"], rows[0]["value_b"]) == (1.0, 9.0)


def test_kendall_of_significant_topics_is_given_beside_the_mean_of_all() -> None:
    # With five summarizers only tau of 1 and -1 has p <= .05 (2 of 120 orders), so topics 1 and 3 remain.
    human = [[1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3], [4, 4, 4, 4], [5, 5, 5, 5]]
    good = [[1, 2, 5, 1], [2, 1, 4, 1], [3, 3, 3, 1], [4, 4, 2, 1], [5, 5, 1, 1]]
    table = StudyTable(("good", "human"), tuple("12345"), tuple("1234"), np.array([good, human], dtype=float))
    study = StudyData((COLUMNS[0], COLUMNS[2]), table)
    entries = document(chosen(columns=["good"], significant_only=True), study)["correlations"]
    filtered = [entry for entry in entries if "significant" in entry]
    assert [(entry["level"], entry["coefficient"]) for entry in filtered] == [("summary", "kendall")]
    assert filtered[0]["significant"] == {"value": 0.0, "topics_used": 2, "topics_left_out": 1}
    assert filtered[0]["value"] == pytest.approx((1 + 0.8 - 1) / 3)


@pytest.mark.parametrize(
    ("choices", "field", "sentence"),
    [
        ({"columns": ["rouge"]}, "columns", "There is no column “rouge”. There are good, bad, human."),
        ({"against": ["bad"]}, "against", "“bad” is not a column of human scores."),
        ({"topics": ["D9"]}, "topics", "There is no topic “D9” in the scores."),
    ],
)
def test_a_definition_must_fit_the_data(choices, field, sentence) -> None:
    with pytest.raises(StudyRefused, match=sentence) as refused:
        document(chosen(**choices))
    assert refused.value.field == field


def test_columns_without_any_score_are_refused() -> None:
    nothing = [(column, row, topic) for column in range(3) for row in range(6) for topic in range(4)]
    with pytest.raises(StudyRefused, match="There are no scores in these columns"):
        document(data=study_data(holes=nothing))


def test_the_digest_of_data_changes_with_each_value_and_kind() -> None:
    digests = {
        study_data().digest,
        study_data(holes=[(0, 0, 0)]).digest,
        study_data(people=frozenset("1")).digest,
        StudyData((*COLUMNS[:2], StudyColumn("human", ColumnKind.GIVEN)), study_data().table).digest,
    }
    assert len(digests) == 4
    assert study_data().digest in digests
