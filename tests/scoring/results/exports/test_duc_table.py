"""The table of DUC 2005 and 2006."""

import csv
from pathlib import Path

import pytest
from django.core.management import call_command

from annotator.projects.models import Project
from tests.factories import make_member, make_project
from tests.scoring.results.exports.written import exported
from tests.scoring.scored_project import matched_peer, released_topic

pytestmark = pytest.mark.django_db
MATTER = Path(__file__).parents[5] / "shared" / "data" / "matter"
HEADER = "setid peerid modifiedscore numSCUs numrepetitions annotatorid pyramidcreator"


def lines(project: Project, **how) -> list[list[str]]:
    return [line.split() for line in exported("duc", project, **how).decode().splitlines()]


def test_a_line_is_a_peer_with_its_counts() -> None:
    project = make_project()
    owner = make_member(project)
    release = released_topic(project, "D0601", owner)
    matched_peer(release, "10", [2, 2, 3, None])
    matched_peer(release, "9", [])
    # By hand: weights 2 + 1 of Max 5 for X 2; one repetition; nothing for what matches nothing.
    assert lines(project) == [
        HEADER.split(),
        ["D0601", "9", "0.0", "0", "0", owner.name, owner.name],
        ["D0601", "10", "0.6", "2", "1", owner.name, owner.name],
    ]


def test_topics_come_in_order_and_in_them_peers_and_annotators_with_numbers_by_value() -> None:
    project = make_project()
    owners = [make_member(project) for _ in range(2)]
    for key in ("D2", "D1"):
        release = released_topic(project, key)
        for peer in ("b", "10", "2", "A"):
            for owner in owners:
                matched_peer(release, peer, [1], owner=owner)
    found = [(row[0], row[1], row[5]) for row in lines(project)[1:]]
    names = sorted(owner.name for owner in owners)
    assert found == [(topic, peer, name) for topic in ("D1", "D2") for peer in ("2", "10", "A", "b") for name in names]


def test_white_space_in_names_cannot_shift_the_fields() -> None:
    project = make_project()
    matched_peer(released_topic(project, "D 1"), "a\tb  c", [1])
    assert lines(project)[1][:3] == ["D_1", "a_b_c", "0.6"]


def test_what_has_no_score_is_na() -> None:
    project = make_project()
    matched_peer(released_topic(project), "7", [1], state="in_progress")
    assert lines(project)[1][2:5] == ["NA", "1", "0"]


def test_the_header_can_be_left_out_as_in_the_files_of_duc() -> None:
    project = make_project()
    matched_peer(released_topic(project), "7", [1])
    assert [row[0] for row in lines(project, has_header=False)] == ["D1"]


@pytest.mark.skipif(not MATTER.exists(), reason="the data of matter is not there")
def test_the_peers_of_matter_have_their_published_scores() -> None:
    files = [str(MATTER / "annotator1.pyr"), *map(str, sorted((MATTER / "peers").glob("*.pan")))]
    flags = ("--owner", "ann", "--matcher", "ann", "--topic", "matter")
    call_command("import_duc", "--project", "matter", *flags, *files, verbosity=0)
    found = {row[1]: row[2:5] for row in lines(Project.objects.get(), has_header=False)}
    with (MATTER / "scores.csv").open() as stream:
        known = {row["peer"]: row for row in csv.DictReader(stream)}
    assert found.keys() == known.keys()
    for peer, (score, scus, repetitions) in found.items():
        assert round(float(score), 4) == float(known[peer]["coverage_X27_round"])
        assert (scus, repetitions) == (known[peer]["unique_scus"], known[peer]["repeat_contribs"])
