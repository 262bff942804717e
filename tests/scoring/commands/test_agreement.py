"""`manage.py agreement`: files and projects, output and exit status."""

import json
import os
import random
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import binary_distance, jaccard_distance, masi_distance

from annotator.duc.compose import compose_text
from annotator.duc.documents import Contributor, Part, PyramidDocument, Scu
from annotator.duc.readers import read_pyr
from annotator.duc.xml_output import write_pyr
from tests.commands import manage
from tests.scoring.scored_project import matched_peer, released_topic

ROOT = Path(__file__).parents[3]
MATTER = ROOT / ".." / "shared" / "data" / "matter"
KEYS = [
    *("units", "annotators", "policy", "uncovered", "shared", "unaligned", "alpha", "intervals", "pairs"),
    *("warnings", "score_agreement", "unread", "made_by"),
]
SCORE_KEYS = [
    *("release", "peers", "kappa_cohen", "kappa_fleiss", "alpha_presence", "jaccard", "pearson", "mean_difference"),
    *("icc_a1", "icc_c1", "limits", "positive", "negative", "ac1", "intervals", "method"),
]
THEIRS = {"nominal": binary_distance, "jaccard": jaccard_distance, "masi": masi_distance}


def run(*arguments) -> subprocess.CompletedProcess[str]:
    """The command in its own process, where a database connection would fail."""
    environment = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    command = [sys.executable, "manage.py", "agreement", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def called(*arguments) -> dict:
    """What it prints, in this process."""
    out = StringIO()
    call_command("agreement", *map(str, arguments), "--json", stdout=out)
    return json.loads(out.getvalue())


def generated(rng: random.Random, words: list[list[str]], header: str) -> str:
    """A pyramid file over these words with headers and spacing of its own; about a tenth of the words is in no SCU."""
    texts = [" ".join(f"{word}{rng.choice(['', '', ','])}" for word in text) + ".\n" for text in words]
    composed = compose_text([(f"{header}{n}", text) for n, text in enumerate(texts, start=1)])
    scus: list[list[Contributor]] = [[] for _ in range(12)]
    for model in composed.models:
        start = model.start
        while start < model.end - 40:
            end = start + rng.randint(10, 60)
            if rng.random() < 0.9:
                label = composed.text[start:end]
                scus[rng.randrange(12)].append(Contributor(label, "", (Part(start, end, label),)))
            start = end + 1
    found = tuple(Scu(n, f"SCU {n}", "", tuple(scu)) for n, scu in enumerate(scus, start=1))
    return write_pyr(PyramidDocument(composed.text, composed.regex, None, composed.models, found))


@pytest.fixture
def files(tmp_path):
    rng = random.Random(5)
    words = [["".join(rng.choices("etaoin", k=rng.randint(2, 7))) for _ in range(80)] for _ in range(3)]
    paths = [tmp_path / f"{name}.pyr" for name in ("ann", "ben", "cat")]
    for path in paths:
        path.write_text(generated(rng, words, f"{path.stem} "), encoding="utf-8")
    return paths


def cells(paths, uncovered: str) -> list[tuple[str, int, frozenset[int]]]:
    """Values for nltk, from the files' own offsets: the n-th word with a letter, model by model."""
    found = []
    for path in paths:
        document = read_pyr(path.read_bytes()).document
        spans = []
        for model in document.models:
            start = model.start
            for piece in document.text[model.start : model.end].split(" "):
                bare = piece.strip()
                at = start + piece.index(bare) if bare else start
                spans += [(at, at + len(bare))] if any(map(str.isalnum, bare)) else []
                start += len(piece) + 1
        word_sets = []
        for scu in document.scus:
            parts = [part for contributor in scu.contributors for part in contributor.parts]
            word_sets.append(
                {n for n, (start, end) in enumerate(spans) for part in parts if start < part.end and part.start < end}
            )
        for word in range(len(spans)):
            holding = [one for one in word_sets if word in one]
            if holding:
                found.append((path.stem, word, frozenset().union(*holding)))
            elif uncovered == "singleton":
                found.append((path.stem, word, frozenset([word])))
    return found


@pytest.mark.parametrize("uncovered", ["singleton", "missing"])
def test_generated_files_have_the_alphas_of_nltk(files, uncovered) -> None:
    found = called("--files", *files, "--uncovered", uncovered)
    assert list(found) == KEYS
    assert list(found["made_by"]) == ["program", "version", "date", "settings"]
    assert found["made_by"]["settings"]["uncovered"] == uncovered
    assert (found["units"], found["annotators"]) == (240, ["ann", "ben", "cat"])
    assert found["policy"] == {"uncovered": uncovered, "shared": "union"}
    assert found["unaligned"] == {"ann": 0, "ben": 0, "cat": 0}
    assert found["score_agreement"] is None
    data = cells(files, uncovered)
    for name, distance in THEIRS.items():
        assert found["alpha"][name] == pytest.approx(AnnotationTask(data=data, distance=distance).alpha(), abs=1e-12)
        low, high = found["intervals"][name]
        assert low <= found["alpha"][name] <= high
    for pair in found["pairs"]:
        assert list(pair) == ["a", "b", "alpha", "intervals", "matched_scus"]
        alone = called(
            "--files", *(path for path in files if path.stem in (pair["a"], pair["b"])), "--uncovered", uncovered
        )
        for name, ends in alone["intervals"].items():
            assert pair["intervals"][name] == pytest.approx(ends, abs=1e-9)
        two = [one for one in data if one[0] in (pair["a"], pair["b"])]
        expected = AnnotationTask(data=two, distance=masi_distance).alpha()
        assert pair["alpha"]["masi"] == pytest.approx(expected, abs=1e-12)


def test_it_needs_no_database_and_the_policy_may_refuse(files) -> None:
    done = run("--files", *files)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("240 words; in no SCU: singleton; in several: union.\n")
    refused = manage("agreement", "--files", *files, "--uncovered", "refuse")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("CommandError: ann has ")
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ann.pyr"], "at least two annotators"),
        (["ann.pyr", "none.pyr"], "cannot be read"),
        (["ann.pyr", "other.pyr"], "Model summary 1 of other is not in the first file"),
        (["ann.pyr", "broken.pyr"], "broken.pyr: "),
    ],
)
def test_files_that_cannot_be_compared_are_refused_with_a_line(files, arguments, message) -> None:
    folder = files[0].parent
    (folder / "other.pyr").write_text(generated(random.Random(6), [["qqq", "www"] * 40] * 3, "x"))
    (folder / "broken.pyr").write_text("<pyramid>")
    with pytest.raises(CommandError, match=message) as refused:
        called("--files", *(folder / name for name in arguments))
    assert refused.value.returncode == 1
    assert "\n" not in str(refused.value)


def test_files_that_cannot_be_read_are_left_out_and_reported(files, tmp_path) -> None:
    broken = tmp_path / "broken.pyr"
    broken.write_text("<pyramid>")
    out, err = StringIO(), StringIO()
    with pytest.raises(CommandError, match=r"^1 of 4 files could not be read\.$"):
        call_command("agreement", "--files", str(broken), *map(str, files), "--json", stdout=out, stderr=err)
    found = json.loads(out.getvalue())
    assert found["unread"] == [{"file": str(broken), "error": "It is cut off: the XML ends in the middle, at line 1."}]
    assert {**found, "unread": []} == called("--files", *files)
    assert err.getvalue() == f"{broken}: {found['unread'][0]['error']}\n"
    with pytest.raises(CommandError, match=r"broken\.pyr: It is cut off"):
        called("--files", *files, broken, "--strict")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--project", "p", "--files", "a.pyr"],
        ["--files", "a.pyr", "--topic", "D1"],
        ["--project", "p", "--uncovered", "x"],
    ],
)
def test_wrong_usage_has_status_2(arguments) -> None:
    assert manage("agreement", *arguments).returncode == 2


def test_files_of_one_name_are_told_apart_by_their_paths(files) -> None:
    other = files[0].parent / "other" / "ann.pyr"
    other.parent.mkdir()
    other.write_bytes(files[1].read_bytes())
    assert called("--files", files[0], other)["annotators"] == sorted([str(files[0]), str(other)])


@pytest.mark.skipif(not MATTER.exists(), reason="the data to try things on (../shared/data) is not here")
class TestMatter:
    """ "What is Matter?": three annotators of 1,326 words (data/README.md)."""

    paths = [MATTER / f"annotator{n}.pyr" for n in (1, 2, 3)]

    # The issue states about .59 and .67; the digits are nltk's AnnotationTask on the words and SCUs of the files.
    @pytest.mark.parametrize(("uncovered", "jaccard"), [("singleton", 0.59346), ("missing", 0.66580)])
    def test_the_policies_differ_as_they_must(self, uncovered, jaccard) -> None:
        found = called("--files", *self.paths, "--uncovered", uncovered)
        assert (found["units"], found["unaligned"]) == (1326, dict.fromkeys(found["annotators"], 0))
        assert found["alpha"]["jaccard"] == pytest.approx(jaccard, abs=5e-6)
        data = cells_of_matter(self.paths, uncovered)
        for name, distance in THEIRS.items():
            expected = AnnotationTask(data=data, distance=distance).alpha()
            assert found["alpha"][name] == pytest.approx(expected, abs=1e-12)

    # Definitions §12, by an independent program: 81 sentences, within .01.
    @pytest.mark.parametrize(
        ("distance", "alpha", "interval"),
        [
            ("jaccard", 0.593, (0.513, 0.674)),
            ("passonneau", 0.654, (0.591, 0.718)),
            ("nominal", 0.206, (0.096, 0.316)),
        ],
    )
    def test_intervals_leave_out_sentences(self, distance, alpha, interval) -> None:
        found = called("--files", *self.paths)
        assert found["alpha"][distance] == pytest.approx(alpha, abs=0.01)
        assert found["intervals"][distance] == pytest.approx(interval, abs=0.01)

    def test_a_project_of_the_same_files_has_the_same_numbers(self, db) -> None:
        for path in self.paths:
            arguments = ["--project", "matter", "--topic", "M", "--owner", path.stem, str(path)]
            call_command("import_duc", *arguments, stdout=StringIO())
        mine = called("--project", "matter")
        files = called("--files", *self.paths)
        for key in ("units", "annotators", "uncovered", "shared"):
            assert mine[key] == files[key]
        assert mine["alpha"] == pytest.approx(files["alpha"])
        assert [pair["matched_scus"] for pair in mine["pairs"]] == [pair["matched_scus"] for pair in files["pairs"]]


def cells_of_matter(paths, uncovered):
    """As `cells`, with words between any white space (the texts differ in it, not in their words)."""
    import re

    found = []
    for path in paths:
        document = read_pyr(path.read_bytes()).document
        spans = [
            match.span()
            for model in document.models
            for match in re.compile(r"\S*[^\W_]\S*").finditer(document.text, model.start, model.end)
        ]
        sets = [
            {
                n
                for n, (s, e) in enumerate(spans)
                for c in scu.contributors
                for p in c.parts
                if s < p.end and p.start < e
            }
            for scu in document.scus
        ]
        for word in range(len(spans)):
            holding = [one for one in sets if word in one]
            if holding or uncovered == "singleton":
                found.append((path.stem, word, frozenset({word}).union(*holding)))
    return found


def test_two_matchers_of_a_release(db) -> None:
    # By hand: three SCUs, two peers; a: 110 and 100, b: 110 and 010. Both 2, only a 1, only b 1, neither 2.
    release = released_topic()
    project = release.pyramid.topic.project
    other = project.memberships.create(name="zoe")
    matched_peer(release, "p1", [1, 2])
    matched_peer(release, "p1", [1, 2], owner=other)
    matched_peer(release, "p2", [1])
    matched_peer(release, "p2", [2], owner=other)
    found = called("--project", project.slug)
    assert list(found) == KEYS
    settings = found["made_by"]["settings"]
    assert (settings["project"], settings["release"], settings["rounding"]) == (project.slug, None, "half-up")
    assert (found["units"], found["pairs"], found["alpha"]["masi"]) == (0, [], None)
    scores = found["score_agreement"]
    assert list(scores) == SCORE_KEYS
    assert (scores["release"], scores["peers"]) == (1, 2)
    assert scores["kappa_cohen"] == pytest.approx((4 / 6 - 1 / 2) / (1 / 2))
    assert scores["jaccard"] == 2 / 4
    # Modified: SCU weights 3 and 2 of Max 5: a 1 and .6, b 1 and .4.
    assert scores["mean_difference"] == pytest.approx(0.1)
    assert scores["pearson"] == pytest.approx(1)
    # Differences 0 and .2: standard deviation .1414.
    assert scores["limits"] == pytest.approx([0.1 - 1.96 * 0.02**0.5, 0.1 + 1.96 * 0.02**0.5])
    assert scores["intervals"]["mean_difference"] == pytest.approx([0.1 - 12.7062047 * 0.1, 0.1 + 12.7062047 * 0.1])
    assert scores["intervals"]["pearson"] is None
    assert scores["method"] == {"cells": "pooled", "matchers": "mean over pairs", "icc": "all matchers"}
    for flags in (["--release", 1], ["--release", "latest"], ["--owner", release.pyramid.owner.name]):
        assert called("--project", project.slug, *flags)["score_agreement"] == scores


def test_what_is_not_there_is_refused(db) -> None:
    release = released_topic()
    slug = release.pyramid.topic.project.slug
    for arguments, message in (
        (["--project", "none"], "no project “none”"),
        (["--project", slug, "--topic", "X"], "no topic “X” in this project; there are: D1"),
        (["--project", slug], "at least two annotators"),
    ):
        with pytest.raises(CommandError, match=message):
            called(*arguments)
