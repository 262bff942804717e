"""Scores as files."""

import csv
import io
import json
import re

import pytest
from django.contrib.auth.models import User
from openpyxl import load_workbook

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership, Project, Topic
from annotator.web.refusals import ServiceRefused
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.observations.score_stream import ScoreRequest
from scoring.observations.viewer import Viewer
from scoring.results.exports.forms import ExportLayout, FileFormat, Shape
from scoring.results.exports.writing import write_export
from scoring.results.scores.queries import mean_rows
from scoring.results.scores.rows import summarizer_rows
from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.results.exports.written import csv_rows, exported, sheets
from tests.scoring.scored_project import OTHER_WEIGHTS, matched_peer, next_release, released_topic
from tests.scoring.seen import score_sheet

pytestmark = pytest.mark.django_db

# DESIGN §5
COLUMNS = [
    *("project", "topic", "summarizer", "kind", "matcher", "pyramid_owner", "release", "revision", "state", "models"),
    *("pyramid_scus", "matched_scus", "repeated", "non_matching", "weight_sum", "original", "original_x"),
    *("original_max", "modified", "modified_x", "modified_max", "recall", "recall_max", "rounding", "weight_source"),
    "warnings",
]
UNITS = {"7": [1, None, None], "8": [], "10": [2, 2, 3], "é": [3]}


def scored_project(slug: str = "", units=UNITS, topics=("D1", "D2")) -> Project:
    """Each peer on each topic, but for the first one on the second."""
    project = make_project(slug)
    for at, key in enumerate(topics):
        release = released_topic(project, key)
        for summarizer in list(units)[at:]:
            matched_peer(release, summarizer, units[summarizer])
    return project


def user_of(member: Membership) -> User:
    assert member.user is not None
    return member.user


def as_text(value) -> str:
    """A cell of a workbook as CSV has it."""
    return "" if value is None else repr(value) if isinstance(value, float) else str(value)


def _without_made_by(rows):
    return [{name: value for name, value in row.items() if name != "made_by"} for row in rows]


def test_csv_json_and_xlsx_say_what_made_them(settings) -> None:
    settings.PYRAMIDION_VERSION = "9.8.7"
    project = scored_project("p")
    score_settings = ScoreSettings(release=1, include_drafts=True)
    made_by = re.compile(
        r"Pyramidion 9\.8\.7 \(20\d\d-\d\d-\d\d\); rounding=half-up; x=ducview; matcher=all; release=1; "
        r"include_drafts=yes; humans=no"
    )
    for shape in ("long", "wide"):
        rows = csv_rows(exported("csv", project, shape=shape, settings=score_settings))
        rows += json.loads(exported("json", project, shape=shape, settings=score_settings))
        assert rows
        assert all(made_by.fullmatch(row["made_by"]) for row in rows)
    told = dict(sheets(exported("xlsx", project, settings=score_settings))["settings"])
    assert told["version"] == "9.8.7"
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", told["date"])


def test_a_topic_called_made_by_is_told_from_the_column() -> None:
    project = scored_project(units={"7": [1]}, topics=("made_by",))
    (row,) = csv_rows(exported("csv", project, shape="wide"))
    assert row["topic:made_by"] == "0.6"
    assert row["made_by"].startswith("Pyramidion")


def test_the_columns_are_those_of_the_contract_in_csv_json_and_xlsx() -> None:
    project = scored_project()
    assert next(csv.reader(io.StringIO(exported("csv", project).decode()))) == [*COLUMNS, "made_by"]
    assert list(json.loads(exported("json", project))[0]) == [*COLUMNS, "made_by"]
    assert list(sheets(exported("xlsx", project))["scores"][0]) == COLUMNS


def test_all_forms_hold_the_rows_of_the_page_with_the_same_numbers_to_the_last_digit() -> None:
    project = scored_project()
    annotations = peer_annotations().all()
    sheet = score_sheet(project=project, annotations=annotations, role=None, settings=ScoreSettings())
    page = [one.as_row() for one in sheet.scored]
    assert len(page) == 7
    assert _without_made_by(json.loads(exported("json", project))) == page
    from_csv = _without_made_by(csv_rows(exported("csv", project)))
    for csv_row, page_row in zip(from_csv, page, strict=True):
        assert csv_row == {
            **{name: as_text(value) for name, value in page_row.items()},
            "warnings": " ".join(page_row["warnings"]),
        }
    _, *from_xlsx = sheets(exported("xlsx", project))["scores"]
    assert [[as_text(value) for value in row] for row in from_xlsx] == [list(row.values()) for row in from_csv]


def test_a_number_keeps_all_its_digits_in_xlsx() -> None:
    project = scored_project(units={"7": [1, 2]}, topics=("D1",))
    (row,) = [row for row in sheets(exported("xlsx", project))["scores"] if row[2] == "7"]
    assert row[COLUMNS.index("recall")] == 5 / 6


def test_cells_of_xlsx_have_types() -> None:
    project = scored_project(units={"7": [1]}, topics=("D1",))
    sheet = load_workbook(io.BytesIO(exported("xlsx", project)))["scores"]
    types = {name: sheet.cell(2, at).data_type for at, name in enumerate(COLUMNS, start=1)}
    assert {name for name, kind in types.items() if kind == "n"} == {
        *("release", "revision", "models", "pyramid_scus", "matched_scus", "repeated", "non_matching", "weight_sum"),
        *("original", "original_x", "original_max", "modified", "modified_x", "modified_max", "recall", "recall_max"),
        "warnings",  # there are none: the cell is empty
    }
    assert (types["summarizer"], sheet.freeze_panes) == ("s", "A2")


def test_the_means_of_xlsx_are_those_of_the_page() -> None:
    project = scored_project()
    annotations = peer_annotations().all()
    scored = score_sheet(project=project, annotations=annotations, role=None, settings=ScoreSettings()).scored
    header, *rows = sheets(exported("xlsx", project))["means"]
    found = [dict(zip(header, row, strict=True)) for row in rows]
    page = mean_rows(one.row for one in scored)
    assert [(row["summarizer"], row["matcher"]) for row in found if row["matcher"] != "(all)"] == [
        (row["summarizer"], row["matcher"]) for row in page
    ]
    for kind in ("original", "modified", "recall"):
        assert [(row[kind], row[f"{kind}_n"]) for row in found if row["matcher"] != "(all)"] == [
            (row[kind]["mean"], row[kind]["n"]) for row in page
        ]


def test_a_workbook_says_what_its_columns_mean_and_how_it_was_made() -> None:
    project = scored_project("p")
    release = released_topic(project, "D3")
    matched_peer(release, "7", [1])
    matched_peer(next_release(release, OTHER_WEIGHTS), "8", [1])
    found = sheets(exported("xlsx", project, settings=ScoreSettings(include_drafts=True)))
    assert list(found) == ["scores", "means", "ranking", "pairs", "settings", "columns"]
    assert [row[0] for row in found["columns"][1:]][: len(COLUMNS)] == COLUMNS
    settings = dict(found["settings"][1:])
    assert (settings["project"], settings["rows"], settings["drafts"]) == ("p", 9, "included")
    assert settings["note"].startswith("Project p: topic D3 mixes releases: 1 of ")


def test_a_workbook_has_the_ranking_of_the_page_to_the_last_digit() -> None:
    project = make_project("p")
    for number in range(1, 9):
        release = released_topic(project, f"D{number}")
        for name, units in (("a", [1, 2, 3]), ("b", [1, 2] if number > 1 else [1]), ("c", [3])):
            matched_peer(release, name, units)
    found = sheets(exported("xlsx", project, score_kind="recall"))
    answer = signed_in(make_member(project)).get("/api/projects/p/scores/?score=recall").json()["ranking"]
    for sheet, key in (("ranking", "summarizers"), ("pairs", "pairs")):
        header, *rows = found[sheet]
        names = [name for name in header if name not in ("score", "test")]
        table = [dict(zip(header, row, strict=True)) for row in rows]
        assert [[row[name] for name in names] for row in table] == [
            [row[name] for name in names] for row in answer[key]
        ]
        assert {row["score"] for row in table} == {"recall"}
    settings = dict(found["settings"])
    # By hand: the differences of each of the three pairs have one sign on all of 8 topics.
    assert (settings["test"], settings["tested pairs"]) == ("paired permutation, exact", 3)
    assert {row[header.index("p")] for row in rows} == {2 / 256}


def test_a_workbook_of_the_admin_ranks_nobody() -> None:
    """The admin's pages are not long work, and tests can take minutes."""
    assert list(sheets(exported("xlsx", scored_project("p"), has_ranking=False))) == [
        "scores",
        "means",
        "settings",
        "columns",
    ]


def test_wide_has_a_row_a_summarizer_and_a_column_a_topic() -> None:
    project = scored_project("p", units={"7": [1], "10": [2]})
    table = csv.reader(io.StringIO(exported("csv", project, shape="wide", score_kind="recall").decode()))
    header, *rows = [line[:-1] for line in table]  # made_by
    owners = dict(peer_annotations().values_list("topic__key", "owner__name"))
    assert header == ["project", "summarizer", "kind", "matcher", "score", "mean", "n", "D1", "D2"]
    # by hand: SCUs of weights 3 and 2 of a pyramid that weighs 6
    assert rows == [
        ["p", "7", "peer", owners["D1"], "recall", "0.5", "1", "0.5", ""],
        ["p", "10", "peer", "(all)", "recall", repr(2 / 6), "2", repr(2 / 6), repr(2 / 6)],
        *sorted(
            [
                ["p", "10", "peer", owners["D1"], "recall", repr(2 / 6), "1", repr(2 / 6), ""],
                ["p", "10", "peer", owners["D2"], "recall", repr(2 / 6), "1", "", repr(2 / 6)],
            ],
            key=lambda row: row[3],
        ),
    ]


def test_wide_is_the_same_in_all_forms() -> None:
    project = scored_project()
    from_csv = _without_made_by(csv_rows(exported("csv", project, shape="wide")))
    found = sheets(exported("xlsx", project, shape="wide"))
    assert list(found) == ["modified", "ranking", "pairs", "settings", "columns"]
    header, *rows = found["modified"]
    assert [dict(zip(header, map(as_text, row), strict=True)) for row in rows] == from_csv
    objects = _without_made_by(json.loads(exported("json", project, shape="wide")))
    assert [{name: as_text(value) for name, value in row.items()} for row in objects] == from_csv


def test_a_topic_of_the_name_of_a_column_is_told_from_it() -> None:
    project = scored_project(units={"7": [1]}, topics=("mean",))
    (row,) = csv_rows(exported("csv", project, shape="wide"))
    assert (row["mean"], row["topic:mean"]) == ("0.6", "0.6")


def test_masked_peers_are_in_no_wide_table_and_no_mean() -> None:
    project = scored_project("p", units={"7": [1]}, topics=("D1",))
    Project.objects.update(mask_summarizers=True)
    Topic.objects.get().summaries.filter(kind="peer").update(mask="Peer 1")
    viewer = make_member(project, Membership.Role.VIEWER)
    seen = ScoreRequest(Viewer(project, user_of(viewer), viewer.role), ScoreSettings())
    files = {}
    for shape in Shape:
        out = io.BytesIO()
        write_export(out, [seen], ExportLayout(FileFormat.XLSX, shape))
        files[shape] = sheets(out.getvalue())
    assert [row[2] for row in files[Shape.LONG]["scores"]] == ["summarizer", "Peer 1"]
    assert (len(files[Shape.LONG]["means"]), len(files[Shape.WIDE]["modified"])) == (1, 1)
    assert dict(files[Shape.LONG]["settings"])["rows of masked summarizers (in no mean)"] == 1


def test_several_projects_stand_in_one_file_under_their_own_rounding() -> None:
    first, second = scored_project("a"), scored_project("b")
    Project.objects.filter(slug="b").update(rounding="exact")
    second.refresh_from_db()
    rows = csv_rows(exported("csv", first, second))
    assert {(row["project"], row["rounding"]) for row in rows} == {("a", "half-up"), ("b", "exact")}
    assert [row["project"] for row in rows] == ["a"] * 7 + ["b"] * 7
    assert len(sheets(exported("xlsx", first, second))["means"]) == 1 + 2 * (
        7 + 3
    )  # and for the three on both topics, which two people matched, both together


@pytest.mark.parametrize(("form", "said"), [("csv", 1), ("json", 1), ("duc", 1)])
def test_without_scores_there_is_the_header_alone(form, said) -> None:
    data = exported(form, make_project())
    assert data.count(b"\n") == said
    assert form != "json" or json.loads(data) == []


def test_a_wide_duc_table_and_one_of_several_projects_are_refused() -> None:
    with pytest.raises(ServiceRefused, match="no wide shape"):
        exported("duc", make_project(), shape="wide")
    with pytest.raises(ServiceRefused, match="can hold only one project"):
        exported("duc", make_project(), make_project())


def test_human_summaries_stand_after_the_peers_of_their_topic() -> None:
    project = scored_project(units={"7": [1], "8": [2]})
    rows = csv_rows(exported("csv", project, settings=ScoreSettings(jackknife=True)))
    assert [(row["topic"], row["summarizer"], row["kind"]) for row in rows] == [
        *(("D1", name, "peer") for name in ("7", "8")),
        *(("D1", name, "human") for name in ("M1", "M2", "M3")),
        *(("D2", name, "peer") for name in ("8",)),
        *(("D2", name, "human") for name in ("M1", "M2", "M3")),
    ]
    # By hand: without M3, which says SCU 1 alone, the others weigh 2 + 2 + 1; it says SCU 1, of weight 2.
    (third,) = [row for row in rows if (row["topic"], row["summarizer"]) == ("D1", "M3")]
    assert (third["weight_sum"], third["recall"]) == ("2", repr(2 / 5))


@pytest.mark.parametrize("jackknife", [False, True])
def test_where_several_matched_the_rows_of_the_page_are_there_too(jackknife) -> None:
    project = make_project()
    consensus = Membership.objects.create(project=project, name="consensus")
    first, second = make_member(project), make_member(project)
    for key, owners in (("D1", (first, second)), ("D2", (first, second, consensus))):
        release = released_topic(project, key)
        for at, owner in enumerate(owners, start=1):
            matched_peer(release, "7", [at, None], owner=owner)
            matched_peer(release, "8", [3], owner=owner, state="in_progress" if at == 1 else "submitted")
    settings = ScoreSettings(jackknife=jackknife)
    annotations = peer_annotations().all()
    scored = score_sheet(project=project, annotations=annotations, role=None, settings=settings).scored
    for kind in ("original", "modified", "recall"):
        page = {row.summarizer: row for row in summarizer_rows(one.row.by_measure[kind] for one in scored)}
        rows = csv_rows(exported("csv", project, shape="wide", score_kind=kind, settings=settings))
        found = [row for row in rows if row["matcher"] == "(all)"]
        assert [row["summarizer"] for row in found] == ["7", "8", *(["M1", "M2", "M3"] if jackknife else [])]
        for row in found:
            told = page[row["summarizer"]]
            numbers = [as_text(told.score("D1")), as_text(told.score("D2")), as_text(told.mean.value), str(told.mean.n)]
            assert [row["D1"], row["D2"], row["mean"], row["n"]] == numbers
