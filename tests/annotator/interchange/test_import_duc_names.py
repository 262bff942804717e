"""Whose file of which topic and peer it is: from file names, options, folders, a regular expression or a map."""

import pytest
from django.contrib.auth.models import User

from annotator.duc.names import read_name_map
from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership, Summary, Topic
from annotator.pyramids.models import pyramids
from tests.annotator.duc.duc_files import pan, pyr, whole_text
from tests.annotator.interchange.duc_import import counts_in_database, run_import, whats
from tests.factories import make_member, make_project, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return make_project("varn")


def owned() -> list[tuple[str, str]]:
    """Topic and owner of each pyramid."""
    return [(p.topic.key, p.owner.name) for p in pyramids().select_related("topic", "owner")]


def peers() -> list[tuple[str, str, str]]:
    """Topic, peer and owner of each peer annotation."""
    return [(a.topic.key, a.peer_name, a.owner.name) for a in peer_annotations()]


def test_the_names_of_duc_files(project) -> None:
    """The shapes of DESIGN §5: annotator 100, topic D0601, peer 1; topic and peer; topic with letters."""
    files = {"D0601.pyr": pyr(), "100.D0601.M.250.A.1.pan": pan(), "D0601.M.250.A.12.pan": pan(after="\n")}
    assert run_import(project, files).refused == []
    assert owned() == [("D0601", "imported")]
    assert sorted(peers()) == [("D0601", "1", "100"), ("D0601", "12", "imported")]


def test_the_names_of_our_own_files(project) -> None:
    run_import(project, {"Dam.ann.r2.pyr": pyr(), "bob.Dam.sys7.pan": pan(), "bob.Dam.sys8.copy2.pan": pan(after=" ")})
    assert owned() == [("Dam", "ann")]
    assert sorted(peers()) == [("Dam", "sys7", "bob"), ("Dam", "sys8", "bob")]


def test_a_name_that_says_nothing_is_the_owners_or_the_peers(project) -> None:
    run_import(project, {"annotator1.pyr": pyr(), "peers/881.pan": pan()})
    assert owned() == [("varn", "annotator1")]
    assert peers() == [("varn", "881", "annotator1")]


def test_the_folder_names_the_topic(project) -> None:
    run_import(project, {"Dams/ann.pyr": pyr(), "Dams/peers/p1.pan": pan()})
    assert (owned(), peers()) == ([("Dams", "ann")], [("Dams", "p1", "ann")])


def test_the_only_topic_is_meant_where_nothing_is_said(project) -> None:
    run_import(project, {"ann.pyr": pyr()}, topic="D9")
    run_import(project, {"bob.pyr": pyr(attributes=' numModels="3"').replace(b"The dam broke", b"It broke", 1)})
    assert owned() == [("D9", "ann"), ("D9", "bob")]


def test_topic_owner_and_matcher_can_be_said_and_go_before_file_names(project) -> None:
    files = {"D0601.pyr": pyr(), "100.D0601.M.250.A.1.pan": pan()}
    run_import(project, files, topic="Dams", owner="Ann Lee", matcher="Bo Li")
    assert (owned(), peers()) == ([("Dams", "Ann Lee")], [("Dams", "1", "Bo Li")])


def test_a_topic_with_a_slash_gets_a_hyphen_and_is_found_again(project) -> None:
    report = run_import(project, {"ann.pyr": pyr(), "p1.pan": pan()}, topic="2006/D1")
    assert (report.topics, report.repairs) == (1, [])
    assert (owned(), peers()) == ([("2006-D1", "ann")], [("2006-D1", "p1", "ann")])
    assert pyramids().get().releases.count() == 1


def test_a_regular_expression_with_groups_reads_other_names(project) -> None:
    regex = r"(?P<topic>t\d+)/(?P<annotator>\w+)_(?P<summarizer>\w+)"
    run_import(project, {"t3/ann_gold.pyr": pyr(), "t3/ann_sysA.pan": pan()}, name_regex=regex)
    assert (owned(), peers()) == ([("t3", "ann")], [("t3", "sysA", "ann")])


def test_a_name_that_the_regular_expression_does_not_match_is_refused(project) -> None:
    report = run_import(project, {"ann.pyr": pyr()}, name_regex=r"(?P<topic>t\d+)")
    assert report.refused == [{"file": "ann.pyr", "why": "The name regex matches nothing in the file's path."}]
    assert set(counts_in_database(project).values()) == {0}


def test_a_map_names_files_one_by_one(project) -> None:
    names = read_name_map(b"file,annotator,topic,summarizer\na.pyr,Ann,D1,\nb.pan,Bob,D1,sys3\n")
    run_import(project, {"a.pyr": pyr(), "b.pan": pan()}, name_map=names)
    assert (owned(), peers()) == ([("D1", "Ann")], [("D1", "sys3", "Bob")])


def test_models_are_named_by_their_headers(project) -> None:
    run_import(project, {"D0601.pyr": pyr()})
    names = Summary.objects.model_summaries().values_list("summarizer", flat=True)
    assert list(names) == ["VARN.1", "VARN.2", "VARN.3"]


def test_models_in_ducs_headers_are_named_by_their_letter(project) -> None:
    text = whole_text()
    for number, letter in enumerate("ACD", start=1):
        text = text.replace(f" VARN.{number}\n", f" D0601.M.250.A.{letter}\n")
    run_import(project, {"D0601.pyr": pyr((), text, r"[-]+\n [^\n]+\n[-]+\n")})
    assert list(Summary.objects.model_summaries().values_list("summarizer", flat=True)) == ["A", "C", "D"]


@pytest.mark.parametrize(
    ("headers", "names"),
    [
        (("Ann", "Ann", "Bob"), ["M1", "M2", "Bob"]),
        (("M2", "Ann", "Bob"), ["M1", "Ann", "Bob"]),
        (("M1", "\u200bAnn\u00a0Lee", "a/b"), ["M1", "Ann Lee", "a-b"]),
    ],
)
def test_models_have_names_that_can_be_told_apart(project, headers, names) -> None:
    """The second name of M2's place, characters that cannot be shown and slashes would each bar the file."""
    text = whole_text()
    for number, name in enumerate(headers, start=1):
        text = text.replace(f" VARN.{number}\n", f" {name}\n")
    assert run_import(project, {"ann.pyr": pyr((), text, r"[-]+\n [^\n]+\n[-]+\n")}).refused == []
    assert list(Summary.objects.model_summaries().values_list("summarizer", flat=True)) == names


def test_an_annotator_without_an_account_is_an_owner_who_cannot_sign_in(project) -> None:
    run_import(project, {"ann.pyr": pyr()})
    owner = Membership.objects.get(name="ann")
    assert (owner.user, owner.role) == (None, "annotator")
    assert not User.objects.exists()


def test_a_member_of_the_annotators_name_becomes_the_owner(project) -> None:
    member = make_member(project, user=make_user("ann"))
    run_import(project, {"ann.pyr": pyr()}, by=member.user)
    pyramid = pyramids().get()
    assert pyramid.owner == member
    assert list(pyramid.editors.all()) == [], "the owner edits as it is"


def test_who_imports_for_others_becomes_an_editor(project) -> None:
    member = make_member(project, "manager")
    run_import(project, {"ann.pyr": pyr(), "p1.pan": pan()}, by=member.user)
    assert list(pyramids().get().editors.all()) == [member]
    assert list(peer_annotations().get().editors.all()) == [member]


def test_a_second_pyramid_of_the_same_owner_is_refused_with_the_way_out(project) -> None:
    changed = pyr().replace(b'label="The dam broke"', b'label="It broke"', 1)
    run_import(project, {"ann.pyr": pyr()}, topic="D1")
    (refusal,) = run_import(project, {"ann.pyr": changed}, topic="D1").refused
    assert refusal["why"] == "ann has a pyramid of topic “D1” already; name another owner with --owner."
    assert run_import(project, {"ann.pyr": changed}, topic="D1", owner="ann two").refused == []


def test_the_same_peer_twice_by_one_owner_is_refused(project) -> None:
    run_import(project, {"ann.pyr": pyr(), "p1.pan": pan()}, topic="D1")
    (refusal,) = run_import(project, {"again/p1.pan": pan(after="\n")}, topic="D1").refused
    assert refusal["why"] == "ann has matched peer p1 against this release already."


def test_two_people_match_one_peer(project) -> None:
    run_import(project, {"ann.pyr": pyr(), "ann.D1.p1.pan": pan(), "bob.D1.p1.pan": pan(after="\n")}, topic="D1")
    assert peers() == [("D1", "p1", "ann"), ("D1", "p1", "bob")]
    assert Summary.objects.peer_summaries().count() == 1


def test_the_same_bytes_under_another_name_are_passed_over(project) -> None:
    report = run_import(project, {"ann.D1.p1.pan": pan(), "bob.D1.p1.pan": pan()})
    assert whats(report, "bob.D1.p1.pan") == [
        "the same bytes were imported before as ann.D1.p1.pan; nothing was changed"
    ]
    assert report.files == 1


@pytest.mark.parametrize("path", ["../../x.pyr", "/x.pyr", "./x.pyr", "..\\..\\x.pyr", "C:\\x.pyr", ".../x.pyr"])
def test_paths_that_lead_elsewhere_lose_their_folders(project, path) -> None:
    assert run_import(project, {path: pyr()}).refused == []
    assert owned() in ([("varn", "x")], [("C:", "x")])
    assert project.imported_files.get().name == "x.pyr"


@pytest.mark.parametrize(
    ("path", "options"),
    [
        ("..pyr", {}),
        ("ann.pyr", {"topic": ".."}),
        ("ann.pyr", {"topic": "\n"}),
        ("ann.pyr", {"owner": "."}),
        ("ann.pyr", {"owner": " \t"}),
        ("ann.pyr", {"owner": "a\nb"}),
        ("...pan", {}),
        ("..\x07.pan", {}),
        ("p" * 300 + ".pan", {}),
        ("ann.txt", {}),
        ("", {}),
    ],
)
def test_names_that_cannot_stand_in_addresses_are_refused_with_a_sentence(project, path, options) -> None:
    report = run_import(project, {path: pyr() if path.endswith("pyr") else pan()}, **options)
    assert len(report.refused) == 1
    assert report.refused[0]["why"].endswith(".")
    assert not Topic.objects.exists()
    assert not Membership.objects.exists()
