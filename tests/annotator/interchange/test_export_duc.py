"""Invariant 3: what `import_duc` took in, `export_duc` gives back."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

import pytest

from annotator.duc.documents import PeerDocument, PyramidDocument
from annotator.duc.readers import read_pan, read_pyr
from annotator.interchange.duc.exporting import export_duc
from annotator.matching.models import peer_annotations
from annotator.projects.models import Project
from annotator.pyramids.models import ReleasedScu
from annotator.work.release_models import Release
from annotator.work.states.services import change_state
from tests.annotator.duc.duc_files import (
    BROKE,
    CRACKS,
    FLOOD,
    PEER,
    PEER_SCUS,
    REGEX,
    SCUS,
    TEXT,
    Scu,
    pan,
    part,
    peer_part,
    pyr,
    pyramid_xml,
)
from tests.annotator.interchange.duc_import import EXAMPLES, MATTER, NOW, files_of, needs_data, parsed, run_import
from tests.annotator.work.log.requests import edit, group, send
from tests.factories import PART_IDS, UNIT_IDS, client_id, make_member, make_project, make_user
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return make_project("varn")


def exported(project: Project) -> dict[str, str]:
    """The exported files by name; each name comes once."""
    files = list(export_duc(project))
    by_name = {file.name: file.text for file in files}
    assert len(by_name) == len(files)
    return by_name


def document(name: str, data: bytes) -> PyramidDocument | PeerDocument:
    """What the reader makes of a file."""
    return read_pan(data).document if name.endswith(".pan") else read_pyr(data).document


def flat(element: Element) -> Iterator[tuple[str, dict[str, str], str]]:
    """Every element in order, with attributes and text; what only indents is left out."""
    for one in element.iter():
        yield one.tag, one.attrib, "" if len(one) else one.text or ""


def check_round_trip(project: Project, files: dict[str, bytes]) -> dict[str, str]:
    assert run_import(project, files).refused == []
    back = exported(project)
    originals = {name.rpartition("/")[2]: data for name, data in files.items()}
    assert back.keys() == originals.keys()
    for name, data in originals.items():
        assert document(name, back[name].encode()) == document(name, data), name
    return back


@needs_data
def test_the_real_set_comes_back_element_by_element(project) -> None:
    """Compared by an XML parser: text, regex, uids, order, labels, comments, contributors, parts and offsets."""
    files = files_of(MATTER)
    back = check_round_trip(project, files)
    for name, data in files.items():
        assert list(flat(parsed(back[name.rpartition("/")[2]].encode()))) == list(flat(parsed(data))), name


@needs_data
def test_the_format_examples_come_back(project) -> None:
    """The last has a second XML document and a score, which are no annotation."""
    files = files_of(EXAMPLES)
    back = check_round_trip(project, files)
    for name in ("minimal.pyr", "minimal.pan"):
        given = files[f"{EXAMPLES.name}/{name}"]
        assert list(flat(parsed(back[name].encode()))) == list(flat(parsed(given))), name


JOINED: Scu = (2, "Villages", [[part("Two villages were flooded")], [part("The dam")], [part("A dam")]])
SPLIT: Scu = (7, "Cracks", [[part("Engineers"), part("Two villages")]])
UNITED: Scu = (8, "Warned", [[part("Engineers had"), part("had warned")]])
DISORDERED: Scu = (9, "Order", [[part("racks"), part("Engin")], [part("warned ")]])


@pytest.mark.parametrize(
    "data",
    [
        pyr((BROKE, JOINED, CRACKS)),
        pyr((BROKE, FLOOD, SPLIT)),
        pyr((UNITED, DISORDERED)),
        pyr((CRACKS, FLOOD, BROKE)),
        pyr(regex=None),
        pyr(regex=None, attributes=' numModels="3"'),
        pyr(regex="(a+)+b"),
        pyr(()),
        pyr().replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + pyr(),
        pyr((BROKE,)) + pyr((FLOOD, CRACKS)),
        pyr().replace(b'uid="2" label', 'uid="2" comment="why &amp;&#10;“so”" label'.encode()),
        pyr(SCUS, TEXT.replace("nobody", "n\ufffdb\U0001d11edy")),
        pyr(SCUS, TEXT.replace("\n\nA dam", "\n\n\ufeffA dam", 1).replace("water.", "wate.")),
    ],
    ids=[
        *("two contributors of a summary", "one over two", "overlaps and disorder", "order", "no regex", "2005"),
        *("regex without an end", "no SCU", "CRLF", "BOM", "two documents", "comments", "lost characters", "mark"),
    ],
)
def test_a_pyramid_with_a_fault_comes_back_as_it_was_read(project, data) -> None:
    check_round_trip(project, {"ann.pyr": data})


LOST = TEXT.replace("nobody", "n\ufffdbody")


@pytest.mark.parametrize(("released", "own"), [(LOST, TEXT), (TEXT, LOST)], ids=["the pyr", "the pan"])
def test_a_pan_comes_back_with_its_own_text_if_the_pyr_or_it_lacks_a_character(project, released, own) -> None:
    files = {
        "ann.pyr": pyr(text=released),
        "p1.pan": pan(pyramid=pyramid_xml(text=own)),
        "p2.pan": pan(PEER_SCUS[:3], pyramid=pyramid_xml(text=released)),
    }
    back = check_round_trip(project, files)
    assert Release.objects.count() == 1
    assert read_pan(back["p1.pan"].encode()).document.pyramid.text == own


def test_a_pyr_of_a_release_that_lacks_a_character_is_reported(project) -> None:
    run_import(project, {"ann.pyr": pyr(text=LOST)})
    report = run_import(project, {"bob.pyr": pyr()})
    assert [repair["what"] for repair in report.repairs] == [
        "release 1 of ann has the same content already",
        "single characters differ (U+FFFD); an export gives the characters of that release",
    ]


@pytest.mark.parametrize(
    "data",
    [
        pan((*PEER_SCUS[:3], (99, "(1) Unknown", [[peer_part("Cracks")]]), PEER_SCUS[3])),
        pan(tuple((uid, label, []) for uid, label, _ in PEER_SCUS)),
        pan(tuple((uid, label, []) for uid, label, _ in PEER_SCUS), peer=""),
        pan(((1, "(3) It", [[peer_part("The dam"), peer_part("dam broke")], [peer_part("broke")]]), PEER_SCUS[3])),
        pan(pyramid=pyramid_xml((BROKE, (2, "Other", FLOOD[2])))),
    ],
    ids=["unknown uid", "no marks", "no text", "overlaps and repetition", "another version"],
)
def test_a_peer_with_a_fault_comes_back_as_it_was_read(project, data) -> None:
    check_round_trip(project, {"ann.pyr": pyr(), "ann.D1.p1.pan": data})


def test_a_file_that_was_aligned_comes_back_in_its_own_text_and_offsets(project) -> None:
    text = TEXT.replace(" ", "  ").replace("  VARN", " VARN")
    spaced = (1, "Broke", [[part("The  dam  at  Varn  broke", text=text)]])
    check_round_trip(project, {"D1/ann.pyr": pyr(), "D1/bob.pyr": pyr((spaced,), text, REGEX)})


def test_a_pyramid_that_only_a_pan_holds_is_no_file_of_its_own(project) -> None:
    check_round_trip(project, {"100.D0601.M.250.A.1.pan": pan()})


def test_a_pyr_that_the_pan_had_brought_comes_back_under_its_name(project) -> None:
    run_import(project, {"100.D0601.M.250.A.1.pan": pan()})
    run_import(project, {"D0601.pyr": pyr()})
    back = exported(project)
    assert back.keys() == {"100.D0601.M.250.A.1.pan", "D0601.pyr"}
    assert document("D0601.pyr", back["D0601.pyr"].encode()) == document("D0601.pyr", pyr())


def test_names_in_capitals_come_back(project) -> None:
    run_import(project, {"ANN.PYR": pyr(), "P1.PAN": pan()})
    assert exported(project).keys() == {"ANN.PYR", "P1.PAN"}


def test_a_second_file_of_one_name_says_topic_owner_and_peer(project) -> None:
    files = {"D1/ann.pyr": pyr(), "D1/p1.pan": pan(), "D2/ann.pyr": pyr((BROKE,)), "D2/p1.pan": pan(after="\n")}
    files["D2/p1.pan"] = pan(pyramid=pyramid_xml((BROKE,)))
    assert run_import(project, files).refused == []
    assert exported(project).keys() == {"ann.pyr", "p1.pan", "D2.ann.r1.pyr", "ann.D2.p1.pan"}


def test_names_from_paths_that_lead_elsewhere_are_names_alone(project) -> None:
    run_import(project, {"../../x.pyr": pyr(), "..\\..\\y.pan": pan(), "/etc/z.pan": pan(after="\n")})
    assert exported(project).keys() == {"x.pyr", "y.pan", "z.pan"}


def test_an_imported_annotation_that_was_edited_is_exported_as_it_stands(project) -> None:
    user = make_user()
    make_member(project, "manager", user)
    run_import(project, {"ann.pyr": pyr(), "p1.pan": pan()}, by=user)
    annotation = peer_annotations().get()
    change_state(work=annotation, verb="reopen", by=user, now=NOW)
    dam = annotation.units.order_by("position")[0]
    cracks = str(ReleasedScu.objects.get(uid=7).uuid)
    new = {"unit": client_id(UNIT_IDS, 90), "part": client_id(PART_IDS, 90)}
    answer = send(
        signed_in(user),
        annotation,
        group(edit("match_part", scu=cracks, start=46, end=52, **new)),
        group(edit("remove_unit", unit=str(dam.uuid))),
    )
    assert answer.data["refused"] is None
    back = document("p1.pan", exported(project)["p1.pan"].encode())
    assert isinstance(back, PeerDocument)
    assert back.pyramid == document("ann.pyr", pyr())
    assert [(scu.uid, scu.label, [c.label for c in scu.contributors]) for scu in back.scus] == [
        (1, "(3) The dam broke", []),
        (2, "(2) Villages were flooded", ["two villages were flooded"]),
        (7, "(1) There were cracks", ["Cracks"]),
        (0, "All non-matching SCUs go here", ["were known"]),
    ]
    assert back.text == f"{PEER}\n"


def test_an_annotation_that_was_only_reopened_is_exported_with_the_same_marks(project) -> None:
    user = make_user()
    make_member(project, "manager", user)
    run_import(project, {"ann.pyr": pyr(), "p1.pan": pan()}, by=user)
    change_state(work=peer_annotations().get(), verb="reopen", by=user, now=NOW)
    back = document("p1.pan", exported(project)["p1.pan"].encode())
    assert isinstance(back, PeerDocument)
    marks = {scu.uid: scu.contributors for scu in back.scus}
    given = document("p1.pan", pan())
    assert isinstance(given, PeerDocument)
    assert marks == {scu.uid: scu.contributors for scu in given.scus}
