"""Files that are no sound project: a sentence with its place, and nothing is made. None of them ends in a traceback."""

import copy
import json
import re
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotator.interchange.project_file.checks import check_project
from annotator.interchange.project_file.exporting import export_project
from annotator.interchange.project_file.importing import import_project
from annotator.interchange.project_file.reading import check_values, read
from annotator.interchange.project_file.refusals import ProjectFileError
from annotator.projects.models import Project
from tests.annotator.interchange.whole_project import whole_file


class _Undo(Exception):
    """Rolls back."""


@pytest.fixture(scope="module")
def value(django_db_setup: None, django_db_blocker: Any) -> dict[str, Any]:
    """A file with everything in it, read."""
    with django_db_blocker.unblock():
        made: dict[str, Any] = json.loads(whole_file())
    return made


def encoded(value: Any) -> bytes:
    return json.dumps(value).encode()


def refused(data: bytes) -> str:
    with pytest.raises(ProjectFileError) as error:
        check_project(read(data))
    return str(error.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "The file is not JSON: Expecting value, line 1."),
        (b"[]", "This is not a Pyramidion project: its “format” is missing or different."),
        (b'{"format": "pyramidion-project", "version": 2}', "version: Only version 1 of the format can be read here."),
        (b'{"format": "pyramidion-project", "version": 1}', "“project” is missing."),
        (b'{"a": 1, "a": 2}', "An object of the file has the key “a” twice."),
        (b'{"a": NaN}', "The file is not JSON: NaN is not a number."),
        (b"\xff\xfe{", "The file is not UTF-8: see byte 0."),
        (b'{"a": %s}' % (b"9" * 5000), "The file has a number with too many digits."),
        (b"[" * 100_000, "The file is nested too deeply."),
    ],
    ids=["empty", "list", "version", "bare", "twice", "NaN", "UTF-16", "digits", "deep"],
)
def test_what_is_no_file_of_this_kind(data: bytes, said: str) -> None:
    assert refused(data) == said


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("a\0", "This text has the character U+0000, which cannot be stored."),
        ("\ud800", "This text has half a surrogate pair, which is not a character."),
        (float("inf"), "This number is too large."),
    ],
    ids=["NUL", "surrogate", "infinite"],
)
def test_what_the_database_cannot_hold(item: Any, said: str) -> None:
    with pytest.raises(ProjectFileError) as error:
        check_values({"topics": [{"log": {"a.b": [0, item]}}]})
    assert str(error.value) == f"topics[0].log.a.b[1]: {said}"


def topic(value: Any) -> Any:
    return value["topics"][0]


def ann(value: Any) -> Any:
    return topic(value)["pyramids"][0]


def carried(value: Any) -> Any:
    return next(one for one in topic(value)["annotations"] if one["derived_from"])


def last(value: Any, verb: str) -> Any:
    return next(edit for edit in reversed(ann(value)["log"]) if edit["verb"] == verb)


def first_part(value: Any) -> Any:
    return ann(value)["scus"][0]["contributors"][0]["parts"][0]


FAULTS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a role that is none": (lambda v: v["members"][0].update(role="king"), "members[0].role: This must be one of: "),
    "a key that is none": (lambda v: v.update(x=1), "There is an unknown key here."),
    "two members of a name": (lambda v: v["members"].append(v["members"][0]), "]: This name appears twice."),
    "a slash": (lambda v: topic(v).update(key="a/b"), "topics[0].key: “a/b” does not have the required form."),
    "dots": (lambda v: topic(v).update(key=".."), "topics[0].key: This name cannot be part of a URL."),
    "no such day": (
        lambda v: topic(v).update(created_at="2026-02-30T00:00:00.000000Z"),
        "topics[0].created_at: This date or time does not exist.",
    ),
    "a text that would be cleaned": (lambda v: topic(v)["peers"][0].update(text="a\r\n"), "must have LF at line ends"),
    "words in no order": (lambda v: topic(v)["models"][0].update(words=[4, 2]), "words: The bounds must ascend."),
    "a model that is not there": (
        lambda v: ann(v)["scus"][0]["contributors"][0].update(summary="x"),
        "scus[0].contributors[0].summary: This topic has no such model summary.",
    ),
    "a negative offset": (lambda v: first_part(v).update(start=-1), ".start: This must be 0 or more."),
    "an offset that is not whole": (lambda v: first_part(v).update(start=0.0), ".start: This must be a whole number."),
    "an end outside of the text": (lambda v: first_part(v).update(end=999), "A part ends at 999, in a text of 61"),
    "a uid twice": (
        lambda v: ann(v)["scus"][1].update(uid=ann(v)["scus"][0]["uid"]),
        "scus[1]: This uid appears twice.",
    ),
    "a uid to come": (lambda v: ann(v).update(next_uid=1), "next_uid: It must be greater than every uid."),
    "an owner who is nobody": (lambda v: ann(v).update(owner="x"), "owner: There is no such member."),
    "a label past the log": (lambda v: ann(v)["scus"][0].update(label="x"), "The log does not give the current items"),
    "a step left out": (lambda v: ann(v)["log"].pop(2), "edits for revision"),
    "steps in another order": (lambda v: ann(v)["log"].reverse(), "revision: This must be 1: no edit may be missing."),
    "a step that is none": (lambda v: ann(v)["log"][0].update(verb="x"), "No edit is called x here."),
    "an undo of nothing": (lambda v: last(v, "undo")["payload"].update(group="x"), "group: This must be a UUID"),
    "a step of another summary": (lambda v: last(v, "set_aside")["payload"].update(summary="x"), "no such model"),
    "a step of no name": (lambda v: last(v, "set_aside")["payload"].update(summary=[]), "no such model"),
    "nothing set aside nowhere": (lambda v: in_both(last(v, "flag"), "aside:x"), "no such model summary."),
    "a mask with a slash": (lambda v: topic(v)["peers"][0].update(mask="a/b"), "This name cannot be part of"),
    "another past": (
        lambda v: last(v, "flag").update(before=last(v, "flag")["after"]),
        "was different before this edit.",
    ),
    "a release that is not there": (
        lambda v: carried(v)["release"].update(number=9),
        "This topic has no such release.",
    ),
    "an SCU of no release": (
        lambda v: carried(v)["units"][0].update(scu="0" * 8 + "-0000-4000-8000-" + "0" * 12),
        "units[0].scu: The release has no such SCU.",
    ),
    "carried over from nothing": (
        lambda v: carried(v)["derived_from"].update(number=9),
        "The topic has no other annotation",
    ),
    "a source that is not there": (
        lambda v: topic(v)["pyramids"][2]["sources"][0].update(owner="x"),
        "There is no other work of this owner to compare.",
    ),
    "a note of nobody": (lambda v: ann(v)["threads"][0]["notes"][0].update(author="x"), "author: There is no such"),
    "a task of nobody": (lambda v: topic(v)["assignments"][0].update(member="x"), "member: There is no such member."),
    "the same file as no release": (
        lambda v: v["imported_files"][-1]["report"].update(same_as={"topic": "x", "pyramid": "x", "number": 1}),
        "report.same_as: There is no such release in this file.",
    ),
}


def in_both(edit: Any, key: str) -> None:
    """Before and after a step there was nothing of this key."""
    for snapshot in (edit["before"], edit["after"]):
        snapshot[key] = None


def test_very_many_faults_are_told_by_one(value: dict[str, Any]) -> None:
    faulty = copy.deepcopy(value)
    after = last(faulty, "flag")["after"]
    next(iter(after.values()))["contributors"] = [0] * 50_000
    tracemalloc.start()
    try:
        assert "This must be an object" in refused(encoded(faulty))
        assert tracemalloc.get_traced_memory()[1] < 60_000_000  # an error each would take more than 100 MB
    finally:
        tracemalloc.stop()


def test_the_names_in_a_reference_may_stand_in_any_order(value: dict[str, Any]) -> None:
    other = copy.deepcopy(value)
    carried(other)["derived_from"] = dict(reversed(carried(other)["derived_from"].items()))
    check_project(other)


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_is_told_with_its_place(value: dict[str, Any], fault: str) -> None:
    change, said = FAULTS[fault]
    faulty = copy.deepcopy(value)
    change(faulty)
    sentence = refused(encoded(faulty))
    assert said in sentence
    assert "\n" not in sentence
    assert len(sentence) < 300


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in the file; single tokens are left out, as they are most of it."""
    if isinstance(value, dict | list) and path[-1:] not in (("words",), ("sentences",)):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from places(one, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


JUNK: list[Any] = [
    None,
    True,
    -1,
    1,
    2**31,
    1.5,
    "",
    "x",
    "ann",
    "consensus",
    [],
    {},
    ["x"],
    "undo",
    "9999-12-31T23:59:59.999999Z",
]


@pytest.mark.django_db
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_is_changed_gives_a_sentence_or_a_project_that_comes_back(value: Any, data: st.DataObject) -> None:
    every = list(places(value))
    path = data.draw(st.sampled_from(every))
    alike = [one for one in every if re.sub(r"\d+", "", str(one)) == re.sub(r"\d+", "", str(path))]
    given = data.draw(st.sampled_from([*JUNK, "another", "none"]))
    other = copy.deepcopy(value)
    if given == "none":
        del at(other, path[:-1])[path[-1]]
    else:
        new = at(value, data.draw(st.sampled_from(alike))) if given == "another" else given
        at(other, path[:-1])[path[-1]] = copy.deepcopy(new)
    said = ""
    try:
        with transaction.atomic():
            project = import_project(data=encoded(other), by=None)
            again = "".join(export_project(project)).encode()
            project.slug = "moved"
            project.save()
            assert "".join(export_project(import_project(data=again, by=None))).encode() == again
            raise _Undo
    except _Undo:
        pass
    except ProjectFileError as error:
        said = str(error)
    assert "\n" not in said
    assert not Project.objects.exists()
