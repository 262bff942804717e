"""What is malformed is named by its path, with a sentence; all of it at once."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.matching.verbs.table import PEER_VERBS
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.texts.errors import FieldError
from annotator.work.edits import request
from annotator.work.edits.request import EditRequest, Group, MalformedEdits, parse_request
from annotator.work.edits.verb import verb_names
from tests.factories import EDIT_IDS, GROUP_IDS, PART_IDS, SCU_IDS, UNIT_IDS, client_id

SCU, OTHER, PART, UNIT = (client_id(kind, n) for kind, n in [(SCU_IDS, 1), (SCU_IDS, 2), (PART_IDS, 1), (UNIT_IDS, 1)])
GROUP, EDIT = client_id(GROUP_IDS, 1), client_id(EDIT_IDS, 1)
ADD = {"verb": "add_part", "part": PART, "scu": SCU, "summary": 11, "start": 0, "end": 5}
MATCH = {"verb": "match_part", "part": PART, "unit": UNIT, "scu": SCU, "start": 0, "end": 5}
RELABEL = {"verb": "relabel_scu", "scu": SCU, "label": "new", "was": "old"}
MERGE = {"verb": "merge_scus", "into": SCU, "scus": [OTHER]}


def _errors(body: Any, verbs: Any = PYRAMID_VERBS) -> list[FieldError]:
    with pytest.raises(MalformedEdits) as raised:
        parse_request(body, verbs)
    assert all(error.message.endswith(".") for error in raised.value.errors)
    return raised.value.errors


def _fields(body: Any, verbs: Any = PYRAMID_VERBS) -> list[str]:
    return [error.field for error in _errors(body, verbs)]


def _body(*edits: Any, base: Any = 0, group: Any = GROUP) -> dict[str, Any]:
    return {"base": base, "groups": [{"group": group, "edits": list(edits)}]}


def test_a_sound_request_is_read() -> None:
    base, groups = parse_request(_body({"id": EDIT, **ADD}, base=41), PYRAMID_VERBS)
    payload = {name: value for name, value in ADD.items() if name != "verb"}
    assert (base, groups) == (41, (Group(GROUP, (EditRequest(EDIT, "add_part", payload),)),))


def test_no_groups_are_sound() -> None:
    assert parse_request({"base": 0, "groups": []}, PYRAMID_VERBS) == (0, ())


@pytest.mark.parametrize("body", [None, [], "x", 5, True])
def test_a_body_that_is_no_object(body: Any) -> None:
    assert _fields(body) == [""]


@pytest.mark.parametrize("base", [None, -1, 1.0, "0", True, False, 2**31, 10**400, [], {}])
def test_a_base_that_is_no_revision(base: Any) -> None:
    errors = _errors({"base": base, "groups": []})
    assert [error.field for error in errors] == ["base"]
    assert "code points" not in errors[0].message


def test_a_missing_base_and_missing_groups_are_both_named() -> None:
    assert _fields({}) == ["base", "groups"]


@pytest.mark.parametrize("groups", [None, {}, "x", 1, [{}] * (request.MAX_GROUPS + 1)])
def test_groups_that_are_no_list_or_too_many(groups: Any) -> None:
    assert _fields({"base": 0, "groups": groups}) == ["groups"]


@pytest.mark.parametrize("group", [None, [], "x", 1])
def test_a_group_that_is_no_object(group: Any) -> None:
    assert _fields({"base": 0, "groups": [group]}) == ["groups[0]"]


@pytest.mark.parametrize("edits", [None, {}, [], "x", [{}] * (request.MAX_EDITS_PER_GROUP + 1)])
def test_edits_that_are_no_list_none_or_too_many(edits: Any) -> None:
    assert _fields({"base": 0, "groups": [{"group": GROUP, "edits": edits}]}) == ["groups[0].edits"]


@pytest.mark.parametrize("edit", [None, [], "x", 1])
def test_an_edit_that_is_no_object(edit: Any) -> None:
    assert _fields(_body(edit)) == ["groups[0].edits[0]"]


NO_UUIDS: list[Any] = [
    None,
    "",
    "x",
    1,
    True,
    [],
    {},
    SCU.upper().replace("0", "A"),
    SCU[:-1],
    f"{SCU}0",
    f" {SCU}",
    f"{SCU}\n",
]
NO_UUIDS += [f"{{{SCU}}}", SCU.replace("-", ""), SCU.replace("0", "٠"), SCU.replace("0", "g")]


@pytest.mark.parametrize("value", NO_UUIDS)
def test_what_is_no_uuid_is_named_wherever_one_is_due(value: Any) -> None:
    assert _fields(_body({"id": EDIT, **ADD}, group=value)) == ["groups[0].group"]
    assert _fields(_body({**ADD, "id": value})) == ["groups[0].edits[0].id"]
    assert _fields(_body({"id": EDIT, **ADD, "part": value})) == ["groups[0].edits[0].part"]
    assert _fields(_body({"id": EDIT, **MERGE, "scus": [OTHER, value]})) == ["groups[0].edits[0].scus"]
    if value is not None:
        assert _fields(_body({"id": EDIT, **MATCH, "scu": value}), PEER_VERBS) == ["groups[0].edits[0].scu"]


@pytest.mark.parametrize("verb", [None, "", "undo_it", "ADD_PART", 1, [], {}, ["add_part"], "match_part"])
def test_an_unknown_verb_names_the_known_ones(verb: Any) -> None:
    (error,) = _errors(_body({"id": EDIT, **ADD, "verb": verb}))
    assert error.field == "groups[0].edits[0].verb"
    assert "add_part" in error.message


@pytest.mark.parametrize("value", [None, -1, 0.0, 1.5, "1", True, False, [], 2**31, 10**4000])
@pytest.mark.parametrize("field", ["start", "end"])
def test_an_offset_that_is_no_whole_number(field: str, value: Any) -> None:
    assert _fields(_body({"id": EDIT, **ADD, field: value})) == [f"groups[0].edits[0].{field}"]


@pytest.mark.parametrize("value", [None, 0, -1, 1.0, "11", True, 2**63, 10**4000])
def test_a_summary_that_is_no_key(value: Any) -> None:
    assert _fields(_body({"id": EDIT, **ADD, "summary": value})) == ["groups[0].edits[0].summary"]


@pytest.mark.parametrize(("start", "end"), [(5, 5), (6, 5)])
def test_a_span_without_characters(start: int, end: int) -> None:
    assert _fields(_body({"id": EDIT, **ADD, "start": start, "end": end})) == ["groups[0].edits[0].end"]
    assert _fields(_body({"id": EDIT, **MATCH, "start": start, "end": end}), PEER_VERBS) == ["groups[0].edits[0].end"]


@pytest.mark.parametrize(
    "value", [None, 1, True, [], "a\x00b", "\x0b", "\x1f", "\ud800", "a\udfff", "\ufffe", "\uffff", "x" * 2001]
)
@pytest.mark.parametrize("field", ["label", "was"])
def test_a_label_that_cannot_be_stored(field: str, value: Any) -> None:
    assert _fields(_body({"id": EDIT, **RELABEL, field: value})) == [f"groups[0].edits[0].{field}"]


@pytest.mark.parametrize("value", ["", "\t\n\r", "𝄞 ünï <b>&amp;", "‏עברית", "e\u0301", "x" * 2000, "\u0085\u2028"])
def test_a_label_of_any_script_is_sound(value: str) -> None:
    _, (group,) = parse_request(_body({"id": EDIT, **RELABEL, "label": value}), PYRAMID_VERBS)
    assert group.edits[0].payload["label"] == value


@pytest.mark.parametrize("value", [None, "x", {}, [], [OTHER, OTHER], [SCU], [OTHER] * (request.MAX_LIST + 1)])
def test_a_list_to_merge_that_is_none(value: Any) -> None:
    assert _fields(_body({"id": EDIT, **MERGE, "scus": value})) == ["groups[0].edits[0].scus"]


def test_a_contributor_moved_to_its_own_scu() -> None:
    edit = {"id": EDIT, "verb": "move_contributor", "scu": SCU, "summary": 11, "to_scu": SCU}
    assert _fields(_body(edit)) == ["groups[0].edits[0].to_scu"]


def test_a_unit_and_its_part_of_one_id() -> None:
    assert _fields(_body({"id": EDIT, **MATCH, "part": UNIT}), PEER_VERBS) == ["groups[0].edits[0].part"]


@pytest.mark.parametrize("name", ["color", "Scu", "", "__proto__", "revision", "x\x00"])
def test_an_unknown_field(name: str) -> None:
    assert _fields(_body({"id": EDIT, **ADD, name: 1})) == [f"groups[0].edits[0].{name}"]


@pytest.mark.parametrize("verbs", [PYRAMID_VERBS, PEER_VERBS], ids=["pyramid", "peer"])
def test_each_field_that_a_verb_needs_is_missed(verbs: Any) -> None:
    for name in verb_names(verbs, ["edit", "turn"]):
        expected = [f"groups[0].edits[0].{field}" for field, rule in verbs[name].fields.items() if rule.required]
        assert _fields(_body({"id": EDIT, "verb": name}), verbs) == expected


@pytest.mark.parametrize("verbs", [PYRAMID_VERBS, PEER_VERBS], ids=["pyramid", "peer"])
def test_events_cannot_be_sent(verbs: Any) -> None:
    for name in verb_names(verbs, ["event"]):
        (error,) = _errors(_body({"id": EDIT, "verb": name}), verbs)
        assert error.field == "groups[0].edits[0].verb"
        assert name not in error.message


def test_all_errors_of_a_request_are_named_at_once() -> None:
    groups = [
        {"group": "x", "edits": [{"id": EDIT, **ADD, "start": -1}, {"id": "y", **RELABEL, "label": 3}]},
        {"group": GROUP, "edits": []},
    ]
    assert _fields({"base": "z", "groups": groups}) == [
        "base",
        "groups[0].group",
        "groups[0].edits[0].start",
        "groups[0].edits[1].id",
        "groups[0].edits[1].label",
        "groups[1].edits",
    ]


def test_a_group_twice_in_a_request() -> None:
    second = {"group": GROUP, "edits": [{"id": client_id(EDIT_IDS, 2), **RELABEL}]}
    body = {"base": 0, "groups": [*_body({"id": EDIT, **ADD})["groups"], second]}
    assert _fields(body) == ["groups[1].group"]


def test_an_edit_twice_in_a_group_and_in_two() -> None:
    second = {"group": client_id(GROUP_IDS, 2), "edits": [{"id": EDIT, **RELABEL}]}
    body = {"base": 0, "groups": [*_body({"id": EDIT, **ADD}, {"id": EDIT, **RELABEL})["groups"], second]}
    assert _fields(body) == ["groups[0].edits[1].id", "groups[1].edits[0].id"]


_texts = st.text("a0 é\x00\ud800", max_size=4)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _texts | st.sampled_from([SCU, PART, "add_part"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_texts, inner, max_size=3),
    max_leaves=4,
)
_names = st.sampled_from(["id", "scu", "part", "summary", "start", "end", "label", "was", "into", "scus", "x"])


@settings(derandomize=True, deadline=None)
@given(st.dictionaries(_names, json_values), st.sampled_from(verb_names(PYRAMID_VERBS, ["edit", "turn"])))
def test_no_json_makes_anything_but_an_answer(edit: dict[str, Any], verb: str) -> None:
    body = _body({**edit, "verb": verb})
    with suppress(MalformedEdits):
        _, (group,) = parse_request(body, PYRAMID_VERBS)
        assert group.edits[0].payload.keys() <= PYRAMID_VERBS[verb].fields.keys()


SPLIT_UNIT = {"verb": "split_unit", "unit": UNIT, "new_unit": UNIT, "parts": [PART]}
JOIN = {"verb": "join_units", "into": UNIT, "units": [UNIT]}
FLAG = {"verb": "flag", "scu": SCU, "reason": "unsure"}
UNDO = {"verb": "undo", "group": GROUP}


@pytest.mark.parametrize(
    ("edit", "field", "verbs"),
    [
        ({"verb": "split_scu", "scu": SCU, "new_scu": SCU, "parts": [PART]}, "new_scu", PYRAMID_VERBS),
        ({"verb": "split_scu", "scu": SCU, "new_scu": OTHER, "parts": []}, "parts", PYRAMID_VERBS),
        ({"verb": "reorder_scu", "scu": SCU, "after": SCU}, "after", PYRAMID_VERBS),
        ({"verb": "reorder_scu", "scu": SCU}, "after", PYRAMID_VERBS),
        ({"verb": "move_part", "part": PART, "to_scu": None}, "to_scu", PYRAMID_VERBS),
        ({"verb": "copy_part", "part": PART, "to_scu": SCU}, "new_part", PYRAMID_VERBS),
        ({**FLAG, "reason": "partial"}, "reason", PYRAMID_VERBS),
        ({**FLAG, "summary": None}, "summary", PYRAMID_VERBS),
        ({"verb": "set_aside", "summary": 11, "start": 5, "end": 5}, "end", PYRAMID_VERBS),
        (SPLIT_UNIT, "new_unit", PEER_VERBS),
        (JOIN, "units", PEER_VERBS),
        ({"verb": "flag", "unit": UNIT, "reason": "other"}, "reason", PEER_VERBS),
        ({"verb": "mark_absent", "scu": None}, "scu", PEER_VERBS),
        ({"verb": "undo"}, "group", PEER_VERBS),
        ({**UNDO, "group": 1}, "group", PYRAMID_VERBS),
    ],
)
def test_what_the_other_verbs_do_not_take(edit: dict[str, Any], field: str, verbs: Any) -> None:
    assert _fields(_body({"id": EDIT, **edit}), verbs) == [f"groups[0].edits[0].{field}"]


def test_undo_goes_with_no_other_edit() -> None:
    """It is a gesture of its own: a group is either a step of the history or a turn of one."""
    mixed = _body({"id": EDIT, **UNDO}, {"id": client_id(EDIT_IDS, 2), **FLAG})
    assert _fields(mixed) == ["groups[0].edits"]


def test_several_undos_can_be_one_gesture() -> None:
    steps = [{"id": client_id(EDIT_IDS, i), "verb": "undo", "group": client_id(GROUP_IDS, i)} for i in (2, 3)]
    _, groups = parse_request(_body(*steps), PYRAMID_VERBS)
    assert [edit.verb for edit in groups[0].edits] == ["undo", "undo"]


def test_an_accepted_suggestion_says_so_and_nothing_else_may() -> None:
    assert parse_request(_body({"id": EDIT, **ADD, "from": "similar"}), PYRAMID_VERBS)
    assert _fields(_body({"id": EDIT, **ADD, "from": "me"})) == ["groups[0].edits[0].from"]
