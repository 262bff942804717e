"""The 20 peers of "What is Matter?" against the scores that came with them (scores.csv, from DUCView)."""

import csv
import re
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from annotator.matching.models import Unit, peer_annotations
from annotator.projects.models import Project, Summary, Topic
from annotator.pyramids.models import ReleasedScu
from scoring.measures.pyramid import Rounding
from scoring.measures.pyramid_scores import SCORE_KINDS, XCount
from scoring.observations.files import FileSettings, score_files
from scoring.observations.pyramid_scores import ScoreSettings
from tests.scenes import signed_in
from tests.scoring.scored_project import manager_of
from tests.scoring.seen import score_sheet

DATA = Path(__file__).parents[3] / ".." / "shared" / "data"
MATTER = DATA / "matter"
EXAMPLE = DATA / "format_examples" / "minimal_v1.5_with_score.pan"

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the data to try things on (../shared/data) is not here")


def expected_rows() -> list[dict[str, str]]:
    with (MATTER / "scores.csv").open(newline="") as rows:
        return list(csv.DictReader(rows))


def scored_peers(**settings):
    rows = expected_rows()
    paths = [MATTER / "peers" / f"{row['peer']}.pan" for row in rows]
    return list(zip(rows, score_files(paths, FileSettings(**settings)), strict=True))


def test_all_twenty_peers_have_the_scores_of_ducview() -> None:
    pairs = scored_peers()
    assert len(pairs) == 20
    for row, scored in pairs:
        scores = scored.scores
        assert (scored.peer, scores.weight_sum) == (row["peer"], int(row["raw_weight"]))
        assert scores.matched_scus == int(row["unique_scus"])
        assert (scores.repeated, scores.non_matching) == (int(row["repeat_contribs"]), int(row["nonmatching_units"]))
        assert scores.original.max == int(row["max_N"])
        assert round(scores.original.score, 4) == float(row["quality_ducview"])
        assert scores.modified.x == 27
        assert round(scores.modified.score, 4) == float(row["coverage_X27_round"])


def test_without_repetitions_they_have_the_other_original_score() -> None:
    for row, scored in scored_peers(x=XCount.DISTINCT):
        assert round(scored.scores.original.score, 4) == float(row["quality_no_repeats"])


def test_the_score_that_ducview_1_5_left_in_a_file_comes_out() -> None:
    stated = {name: float(value) for name, value in re.findall(r"<(\w+)>([\d.]+)</", EXAMPLE.read_text())}
    (scored,) = score_files([EXAMPLE], FileSettings(rounding=Rounding.FLOOR))  # DUCView 1.5 takes the floor
    scores = scored.scores
    assert (scores.weight_sum, scores.original.x) == (stated["totalWeight"], stated["totalscu"])
    assert (scores.original.max, scores.modified.max) == (stated["maxScoreTotalscu"], stated["maxScoreAveragescu"])
    assert scores.original.score is not None
    assert round(scores.original.score, 4) == stated["qualityScore"] == 0.4444
    assert (scores.modified.x, scores.modified.score) == (stated["averagescu"], stated["coverageScore"])


@pytest.fixture
def imported(db):
    """The whole set, imported by the command into a project with a member who can see it."""
    call_command("import_duc", "--project", "matter", str(MATTER), stdout=StringIO())
    return manager_of(Project.objects.get(slug="matter"))


def test_page_api_csv_export_and_score_files_agree_on_the_imported_set(imported) -> None:
    client = signed_in(imported)
    exported = StringIO()
    call_command("export_scores", "--project", "matter", "--out", "-", stdout=exported)
    from_export = {row["summarizer"]: row for row in csv.DictReader(exported.getvalue().splitlines())}
    from_api = {row["summarizer"]: row for row in client.get("/api/projects/matter/scores/").json()["rows"]}
    assert client.get("/p/matter/scores.csv").getvalue().decode().splitlines() == exported.getvalue().splitlines()
    assert len(from_export) == len(from_api) == 20
    for row, scored in scored_peers():
        expected = {kind: score.score for kind, score in scored.scores.by_kind.items()}
        expected |= {f"{kind}_max": score.max for kind, score in scored.scores.by_kind.items()}
        expected |= {f"{kind}_x": getattr(scored.scores, kind).x for kind in ("original", "modified")}
        assert {name: from_api[row["peer"]][name] for name in expected} == expected
        assert {name: float(from_export[row["peer"]][name]) for name in expected} == expected
        assert from_api[row["peer"]]["weight_sum"] == int(row["raw_weight"])


def test_the_page_of_the_imported_topic_shows_those_numbers(imported) -> None:
    client = signed_in(imported)
    topic = Topic.objects.get(project__slug="matter")
    page = client.get(f"/p/matter/t/{topic.key}/scores/").content.decode()
    shown = re.findall(r'<data value="([^"]+)"', page)
    expected = [
        repr(getattr(scored.scores, kind).score)
        for _, scored in scored_peers()
        for kind in ("original", "modified", "recall")
    ]
    assert sorted(shown) == sorted(expected)


def test_people_beside_peers_by_jackknife_are_what_the_definition_makes_of_the_imported_set(imported) -> None:
    annotations = peer_annotations().all()
    project = Project.objects.get(slug="matter")
    sheet = score_sheet(project=project, annotations=annotations, role=None, settings=ScoreSettings(jackknife=True))
    scus = list(ReleasedScu.objects.filter(release=sheet.scored[0].annotation.release).values("uid", "contributors"))
    said = {scu["uid"]: {one["summary"] for one in scu["contributors"]} for scu in scus}
    models = list(Summary.objects.filter(kind="model").order_by("position"))
    assert (len(sheet.scored), len(models)) == (25, 5)
    for one in sheet.scored:
        if one.origin.subject.kind == "human":
            own = [uid for uid, keys in said.items() if one.origin.subject.summary in keys]
            expected = leave_one_out(said, own, [one.origin.subject.summary])
        else:
            units = Unit.objects.filter(annotation=one.annotation).values_list("scu__uid", flat=True)
            expected = leave_one_out(said, list(units), [model.pk for model in models])
        assert one.scores.models == 4
        assert [getattr(one.scores, kind).score for kind in SCORE_KINDS] == expected


def leave_one_out(said, units, left_out):
    """The means of the three scores over the pyramids without one model each, straight from the definitions."""
    found = []
    for model in left_out:
        weights = {uid: len(keys - {model}) for uid, keys in said.items()}
        heaviest = sorted(weights.values(), reverse=True)
        total = sum(weights[uid] for uid in set(units) - {None})
        average = (2 * sum(heaviest) + 4) // 8  # of four models, half up
        best = [sum(heaviest[:x]) for x in (len(units), average, len(weights))]
        found.append([Fraction(total, one) for one in best])
    return [float(sum(several) / len(several)) for several in zip(*found, strict=True)]
