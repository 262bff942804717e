"""`manage.py stability`: files and projects, output and exit status."""

import json
import os
import random
import subprocess
import sys
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotator.matching.models import peer_annotations
from tests.commands import manage
from tests.scoring.measures.orders import brute_orders as brute
from tests.scoring.pyramid_files import pan_text, pyr_text
from tests.scoring.scored_project import manager_of, matched_peer, next_release, released_topic

ROOT = Path(__file__).parents[3]
MATTER = ROOT / ".." / "shared" / "data" / "matter"
KEYS = ["models", "topics", "threshold", "summarizers", "orders", "errors", "divergence", "rank_stability"]
ERRORS = ["n", "p1", "p2", "p3", "p", "p1_one_sided", "same_reference", "data_points"]
SCUS = 14


def run(*arguments) -> subprocess.CompletedProcess[str]:
    """The command in its own process, where a database connection would fail."""
    environment = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    command = [sys.executable, "manage.py", "stability", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def called(*arguments) -> dict:
    """What it prints, in this process."""
    out = StringIO()
    call_command("stability", *map(str, arguments), "--json", stdout=out)
    return json.loads(out.getvalue())


def generated(count: int, seed: int) -> list[set[int]]:
    """Models that each express some of the SCUs; the last SCUs are rare."""
    rng = random.Random(seed)
    return [{scu for scu in range(1, SCUS + 1) if rng.random() < 1 - scu / SCUS / 1.2} for _ in range(count)]


@pytest.fixture
def files(tmp_path):
    """Two topics of six models, and peers of the first."""
    found = {}
    for key, seed in (("D1", 1), ("D2", 2)):
        models = generated(6, seed)
        path = tmp_path / f"{key}.pyr"
        path.write_text(pyr_text(models, SCUS), encoding="utf-8")
        found[path] = models
    return found


def add_peers(folder: Path, models, count: int = 4) -> dict[Path, tuple[list[int], int]]:
    """Files of peers, with the SCUs that they express and the units that match none."""
    rng = random.Random(9)
    found = {}
    for number in range(1, count + 1):
        said = sorted(rng.sample(range(1, SCUS - 2), rng.randint(2, 6)))
        path = folder / f"peer{number}.pan"
        path.write_text(pan_text(models, SCUS, said, number), encoding="utf-8")
        found[path] = (said, number)
    return found


def test_files_give_what_brute_force_gives(files) -> None:
    found = called(*files, "--peers", 4)
    assert list(found)[: len(KEYS)] == KEYS
    settings = found["made_by"]["settings"]
    assert (settings["peers"], settings["threshold"], settings["sampled"], settings["seed"]) == (4, 0.06, False, None)
    assert (found["models"], found["topics"], found["threshold"], found["reference_order"]) == (6, 2, 0.06, 5)
    assert found["summarizers"] == [f"Writer{n}" for n in range(1, 7)]
    assert [one["topic"] for one in found["inputs"]] == ["D1", "D2"]
    scores = {(one["n"], s["topic"], s["summarizer"]): s for one in found["orders"] for s in one["scores"]}
    assert [(one["n"], one["pyramids"]) for one in found["orders"]] == [(1, 5), (2, 10), (3, 10), (4, 5), (5, 1)]
    for path, models in files.items():
        for n in range(1, 6):
            for number in range(6):
                values = brute.model_scores(models, number, n)
                one = scores[n, path.stem, f"Writer{number + 1}"]
                assert (one["min"], one["max"]) == (float(min(values)), float(max(values)))
                assert one["mean"] == pytest.approx(float(sum(values) / len(values)), abs=1e-12)
    for one in found["errors"]:
        assert list(one)[: len(ERRORS)] == ERRORS
        both = [brute.errors(models, one["n"], Fraction(6, 100)) for models in files.values()]
        total = {name: sum(counts[name] for counts in both) for name in both[0]}
        assert one["data_points"] == total["same"] + total["different"]
        assert one["p1"] == total["e1"] / total["same"]
        assert one["p2"] == total["e2"] / total["different"]
        assert one["p3"] == total["e3"] / total["different"]
    for pair in found["divergence"]:
        models = files[next(path for path in files if path.stem == pair["topic"])]
        a, b = (int(pair[name].removeprefix("Writer")) - 1 for name in ("a", "b"))
        assert (pair["n"], pair["n_outside"]) == brute.divergence(models, a, b)
    for one in found["rank_stability"]:
        values = [value for models in files.values() for value in brute.rank_correlations(models, 4, one["n"])]
        assert (one["pyramids"], one["skipped"]) == (len(values), values.count(None))
        values = [value for value in values if value is not None]
        assert one["spearman"] == pytest.approx(sum(values) / len(values), abs=1e-12)


def test_few_models_have_no_rank_stability_and_a_warning(files) -> None:
    found = called(*files)
    assert found["rank_stability"] is None
    assert any("at least 4 of them as peers, not 3" in warning for warning in found["warnings"])
    assert "peers" not in found


def test_peers_of_files_against_sub_pyramids(files, tmp_path) -> None:
    (path, models), _ = files.items()
    peers = add_peers(tmp_path, models)
    found = called(path, *peers, "--score-peers")["peers"]
    assert (found["score"], found["peers"], found["reference_order"]) == ("original", 4, 6)
    largest = [brute.score(said, len(said) + more, models) for said, more in peers.values()]
    for order, ranks in zip(found["orders"], found["rank_stability"], strict=True):
        pyramids = brute.subsets(models, set(), order["n"])
        scores = [[brute.score(said, len(said) + more, one) for one in pyramids] for said, more in peers.values()]
        for one, values in zip(order["scores"], scores, strict=True):
            assert one["mean"] == pytest.approx(float(sum(values) / len(values)), abs=1e-12)
        values = [brute.spearman(list(column), largest) for column in zip(*scores, strict=True)]
        values = [value for value in values if value is not None]
        assert ranks["spearman"] == pytest.approx(sum(values) / len(values), abs=1e-12)
        assert ranks["pyramids"] == len(pyramids)
    # The pyramid is in the peers' files too.
    alone = called(*peers, "--score-peers")
    assert (alone["models"], alone["topics"], alone["peers"]["orders"][0]["n"]) == (6, 1, 1)
    assert [one["mean"] for one in alone["peers"]["orders"][5]["scores"]] == pytest.approx([float(s) for s in largest])


def test_peers_whose_unmatched_text_is_not_marked_have_the_modified_score(files, tmp_path) -> None:
    (path, models), _ = files.items()
    peers = []
    for number, said in enumerate(([1, 2, 3], [1, 4], [2, 5, 6], [3]), start=1):
        peers.append(tmp_path / f"p{number}.pan")
        peers[-1].write_text(pan_text(models, SCUS, said), encoding="utf-8")
    found = called(path, *peers, "--score-peers")
    assert found["peers"]["score"] == "modified"
    assert any("modified score" in warning for warning in found["warnings"])


def test_one_matcher_who_marks_nothing_makes_it_the_modified_score(files, tmp_path) -> None:
    (path, models), _ = files.items()
    peers = []
    for name, more in (("a.D1.1", 1), ("a.D1.2", 0), ("b.D1.3", 0), ("b.D1.4", 0)):
        peers.append(tmp_path / f"{name}.pan")
        peers[-1].write_text(pan_text(models, SCUS, [1, 2], more), encoding="utf-8")
    assert called(path, *peers[:2], "--score-peers")["peers"]["score"] == "original"
    assert called(path, *peers, "--score-peers")["peers"]["score"] == "modified"


def test_files_of_one_peer_by_two_people_have_the_mean(files, tmp_path) -> None:
    (path, models), _ = files.items()
    peers = []
    for annotator, said in (("a", [1, 2]), ("b", [1, 5, 6])):
        peers.append(tmp_path / f"{annotator}.D1.4.pan")
        peers[-1].write_text(pan_text(models, SCUS, said, 1), encoding="utf-8")
    (score,) = called(path, *peers, "--score-peers")["peers"]["orders"][-1]["scores"]
    expected = [brute.score({1, 2}, 3, models), brute.score({1, 5, 6}, 4, models)]
    assert (score["summarizer"], score["mean"]) == ("4", pytest.approx(float(sum(expected)) / 2, abs=1e-12))


def test_the_consensus_on_a_peer_replaces_the_files_of_its_matchers(files, tmp_path) -> None:
    (path, models), _ = files.items()
    peers = []
    for annotator, said in (("a", [1, 2]), ("consensus", [1, 5, 6]), ("zoe", [2])):
        peers.append(tmp_path / f"{annotator}.D1.4.pan")
        peers[-1].write_text(pan_text(models, SCUS, said, 1), encoding="utf-8")
    for order in (peers, peers[::-1]):
        (score,) = called(path, *order, "--score-peers")["peers"]["orders"][-1]["scores"]
        assert score["mean"] == pytest.approx(float(brute.score({1, 5, 6}, 4, models)), abs=1e-12)


def test_numbers_of_a_sample_of_pyramids_say_so(files, tmp_path) -> None:
    path = tmp_path / "D3.pyr"
    path.write_text(pyr_text(generated(21, 3), SCUS), encoding="utf-8")
    result = called(path, next(iter(files)))
    by_topic = {(row["topic"], row["sampled"]) for row in result["orders"][9]["scores"]}
    by_topic |= {(row["topic"], row["sampled"]) for row in result["orders"][3]["scores"]}
    assert by_topic == {("D3", True), ("D1", False)}
    assert {(row["topic"], row["sampled"]) for row in result["divergence"]} == {("D3", True), ("D1", False)}
    assert any(
        "lowest and highest scores and points of divergence are those of the sample" in warning
        for warning in result["warnings"]
    )
    out = StringIO()
    call_command("stability", str(path), stdout=out, stderr=StringIO())
    assert "Scores under a sample of the pyramids of an order" in out.getvalue()


def test_it_needs_no_database_and_prints_the_reference(files) -> None:
    done = run(*files)
    assert done.returncode == 0
    assert done.stdout.startswith("2 topics, 6 model summaries; reference: order 5, each against all others; ")
    assert done.stderr.startswith("Rank stability of model summaries is not computed")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.pyr"], "none.pyr: It cannot be read"),
        (["broken.pyr"], "broken.pyr: "),
        (["one.pyr"], "at least two model summaries"),
        (["D1.pyr", "--peers", "6"], "at most 5 can be peers, not 6"),
        (["D1.pyr", "--score-peers"], "There are no peers"),
        (["D2.pyr", "peer1.pan", "--score-peers"], "is not among the given pyramids"),
    ],
)
def test_what_cannot_be_computed_is_refused_with_a_line(files, tmp_path, arguments, message) -> None:
    add_peers(tmp_path, next(iter(files.values())), 1)
    (tmp_path / "one.pyr").write_text(pyr_text(generated(1, 3), SCUS))
    (tmp_path / "broken.pyr").write_text("<pyramid>")
    with pytest.raises(CommandError, match=message) as refused:
        called(*(tmp_path / one if one.endswith(("pyr", "pan")) else one for one in arguments))
    assert refused.value.returncode == 1
    assert "\n" not in str(refused.value)


def test_files_that_cannot_be_read_are_left_out_and_reported(files, tmp_path) -> None:
    broken = tmp_path / "broken.pyr"
    broken.write_text("<pyramid>")
    out, err = StringIO(), StringIO()
    with pytest.raises(CommandError, match=r"^1 of \d files could not be read\.$"):
        call_command("stability", str(broken), *map(str, files), "--json", stdout=out, stderr=err)
    found = json.loads(out.getvalue())
    assert found["unread"] == [{"file": str(broken), "error": "It is cut off: the XML ends in the middle, at line 1."}]
    assert {**found, "unread": []} == called(*files)
    assert err.getvalue() == f"{broken}: {found['unread'][0]['error']}\n"
    with pytest.raises(CommandError, match=r"broken\.pyr: It is cut off"):
        called(*files, broken, "--strict")


def test_wrong_usage_has_status_2() -> None:
    assert manage("stability").returncode == 2
    for arguments in (["a.pyr", "--project", "p"], ["a.pyr", "--topic", "D1"], ["--project", "p", "--models", "3"]):
        with pytest.raises(CommandError) as refused:
            called(*arguments)
        assert refused.value.returncode == 2


@pytest.mark.parametrize("threshold", ["0", "-1", "1.5", "x", "nan", "1/3", "0.00001", "1e-99999"])
def test_thresholds_that_cannot_be_are_wrong_usage(threshold) -> None:
    with pytest.raises(CommandError, match="at most four decimals"):
        called("a.pyr", "--threshold", threshold)


class TestProject:
    pytestmark = pytest.mark.django_db

    def test_a_release_and_its_file_give_the_same(self, files, db) -> None:
        for path in files:
            call_command(
                "import_duc", "--project", "p", "--topic", path.stem, "--owner", "ann", str(path), stdout=StringIO()
            )
        mine, theirs = called("--project", "p", "--peers", 4), called(*files, "--peers", 4)
        for key in KEYS:
            assert mine[key] == theirs[key]
        assert called("--project", "p", "--topic", "D2")["errors"] == called(list(files)[1])["errors"]
        assert mine["inputs"][0]["source"] == "release 1 of ann"

    def test_the_owner_is_the_consensus_else_the_only_one_else_asked_for(self, db) -> None:
        release = released_topic()
        project = release.pyramid.topic.project
        assert called("--project", project.slug)["inputs"][0]["source"] == f"release 1 of {release.pyramid.owner.name}"
        other = released_more(release, manager_of(project))
        names = sorted([release.pyramid.owner.name, other.pyramid.owner.name])
        with pytest.raises(CommandError, match=f"Topic D1 has pyramids by {names[0]} and {names[1]}: choose whose"):
            called("--project", project.slug)
        assert called("--project", project.slug, "--owner", names[0])["inputs"][0]["source"].endswith(names[0])
        consensus = released_more(release, project.memberships.create(name="consensus"))
        next_release(consensus)
        assert called("--project", project.slug)["inputs"][0]["source"] == "release 2 of consensus"
        assert called("--project", project.slug, "--release", 1)["inputs"][0]["source"] == "release 1 of consensus"

    def test_peers_are_matched_and_finished(self, db) -> None:
        release = released_topic()
        slug = release.pyramid.topic.project.slug
        with pytest.raises(CommandError, match="No finished peer is matched to release 1"):
            called("--project", slug, "--score-peers")
        matched_peer(release, "1", [1, 2, None])
        matched_peer(release, "2", [1])
        matched_peer(release, "3", [3, 3])
        matched_peer(release, "4", [2, 3, None, None])
        found = called("--project", slug, "--score-peers")["peers"]
        # By hand: weights 3, 2, 1; X = 3, 1, 2, 4: D / Max(X) = 5/6, 3/3, 1/5, 3/6.
        assert [one["mean"] for one in found["orders"][2]["scores"]] == pytest.approx([5 / 6, 1, 1 / 5, 1 / 2])
        peer_annotations().filter(summary__summarizer="4").update(state="in_progress")
        assert called("--project", slug, "--score-peers")["peers"]["peers"] == 3
        assert called("--project", slug, "--score-peers", "--include-drafts")["peers"]["peers"] == 4

    def test_peers_matched_by_two_have_the_mean_unless_one_is_chosen(self, db) -> None:
        release = released_topic()
        project = release.pyramid.topic.project
        zoe = project.memberships.create(name="zoe")
        for name in ("1", "2"):
            matched_peer(release, name, [1])
            matched_peer(release, name, [2], owner=zoe)
        found = called("--project", project.slug, "--score-peers")["peers"]
        # By hand: weight 3 of Max 3, and 2 of 3; their mean. Two peers, not four.
        assert [one["mean"] for one in found["orders"][2]["scores"]] == pytest.approx([5 / 6, 5 / 6])
        assert found["peers"] == 2
        consensus = project.memberships.create(name="consensus")
        matched_peer(release, "1", [3], owner=consensus)
        found = called("--project", project.slug, "--score-peers")["peers"]
        assert [one["mean"] for one in found["orders"][2]["scores"]] == pytest.approx([1 / 3, 5 / 6])
        found = called("--project", project.slug, "--score-peers", "--matcher", "zoe")["peers"]
        assert [one["mean"] for one in found["orders"][2]["scores"]] == pytest.approx([2 / 3, 2 / 3])
        assert found["rank_stability"][0]["spearman"] is None

    def test_what_is_not_there_is_refused(self, db) -> None:
        slug = released_topic().pyramid.topic.project.slug
        for arguments, message in (
            (["--project", "none"], "no project “none”"),
            (["--project", slug, "--topic", "X"], "no topic “X” in this project; there are: D1"),
            (["--project", slug, "--release", 7], "no release 7"),
            (["--project", slug, "--owner", "bob"], "There is no release of bob here; releases are by "),
        ):
            with pytest.raises(CommandError, match=message):
                called(*arguments)


def released_more(release, owner):
    """Another owner's pyramid of the same topic, released, with the same SCUs."""
    from tests.factories import make_pyramid

    pyramid = make_pyramid(release.pyramid.topic, owner)
    release.pyramid = pyramid
    found = next_release(release)
    release.refresh_from_db()
    return found


@pytest.mark.skipif(not MATTER.exists(), reason="the data to try things on (../shared/data) is not here")
class TestMatter:
    """ "What is Matter?": five model summaries by three annotators, and 20 peers (data/README.md)."""

    @pytest.mark.parametrize("annotator", [1, 2, 3])
    def test_real_pyramids_give_what_brute_force_gives(self, annotator) -> None:
        from annotator.duc.live import live_scus
        from annotator.duc.readers import read_pyr

        path = MATTER / f"annotator{annotator}.pyr"
        document = read_pyr(path.read_bytes()).document
        models = [
            frozenset(scu.uid for scu in live_scus(document)[0] if number in {one.model for one in scu.contributors})
            for number in range(5)
        ]
        found = called(path, "--peers", 4)
        for order in found["orders"]:
            for number, one in enumerate(order["scores"]):
                values = brute.model_scores(models, number, order["n"])
                expected = [float(min(values)), float(sum(values) / len(values)), float(max(values))]
                assert [one["min"], one["mean"], one["max"]] == pytest.approx(expected, abs=1e-12)
        for one in found["errors"]:
            expected = brute.errors(models, one["n"], Fraction(6, 100))
            assert one["p"] == (expected["e1"] + expected["e2"] + expected["e3"]) / one["data_points"]
        (ranks,) = found["rank_stability"]
        values = [value for value in brute.rank_correlations(models, 4, 1) if value is not None]
        assert ranks["spearman"] == pytest.approx(sum(values) / len(values), abs=1e-12)

    def test_peers_at_the_reference_have_their_published_scores(self) -> None:
        import csv

        rows = list(csv.DictReader((MATTER / "scores.csv").read_text().splitlines()))
        found = called(MATTER / "annotator1.pyr", *sorted((MATTER / "peers").glob("*.pan")), "--score-peers")["peers"]
        means = {one["summarizer"]: one["mean"] for one in found["orders"][-1]["scores"]}
        assert len(rows) == len(means) == 20
        for row in rows:
            assert means[row["peer"]] == pytest.approx(float(row["quality_ducview"]), abs=5.1e-5)
