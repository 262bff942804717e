"""Random groups of edits over so few ids and characters that they meet each other often."""

from typing import Any

from hypothesis import strategies as st

from annotator.pyramids.verbs.relations import RELATION_KINDS
from tests.factories import EDIT_IDS, GROUP_IDS, PART_IDS, SCU_IDS, UNIT_IDS, client_id

LENGTH = 24
SUMMARIES = (11, 12)


def _ids(kind: int, most: int) -> st.SearchStrategy[str]:
    return st.integers(1, most).map(lambda number: client_id(kind, number))


reasons = st.sampled_from(["unsure", "discuss"])
scus, parts, units = _ids(SCU_IDS, 4), _ids(PART_IDS, 12), _ids(UNIT_IDS, 5)
summaries = st.sampled_from(SUMMARIES)
texts = st.sampled_from(["", "one", "two"])
released = st.one_of(st.none(), _ids(SCU_IDS, 3))


@st.composite
def _spans(draw: st.DrawFn) -> dict[str, int]:
    start = draw(st.integers(0, LENGTH - 1))
    return {"start": start, "end": draw(st.integers(start + 1, min(start + 9, LENGTH + 1)))}


def _edit(verb: str, *mixed: st.SearchStrategy[dict[str, int]], **fields: st.SearchStrategy[Any]) -> Any:
    payload = st.fixed_dictionaries(fields)
    for more in mixed:
        payload = st.tuples(payload, more).map(lambda both: {**both[0], **both[1]})
    return payload.map(lambda values: {"verb": verb, **values})


_add = _edit("add_part", _spans(), part=parts, scu=scus, summary=summaries)
_set = _edit("set_part", _spans(), part=parts)
_remove = _edit("remove_part", part=parts)


def _apart(one: str, many: str) -> Any:
    """Whether an edit names something twice that has to be two things."""
    return lambda edit: edit[one] != edit[many] if isinstance(edit[many], str | None) else edit[one] not in edit[many]


def _some(ids: st.SearchStrategy[str], most: int = 3) -> st.SearchStrategy[list[str]]:
    return st.lists(ids, min_size=1, max_size=most, unique=True)


def _without_none(edit: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in edit.items() if value is not None}


def _decisions(made: str, ids: st.SearchStrategy[str]) -> list[Any]:
    difference = st.sampled_from(["00000000000000a1", "00000000000000a2"])
    several = st.lists(ids, max_size=2, unique=True)
    fields = {"choice": st.sampled_from(["A", "B", "both", "merge"]), "note": texts, made: several}
    sources = st.fixed_dictionaries({"A": several, "B": several})
    return [
        _edit("decide", difference=difference, sources=sources, **fields),
        _edit("undecide", difference=difference),
    ]


_shapes = [
    _edit("create_scu", scu=scus, label=texts, after=st.one_of(st.none(), scus)).map(_without_none),
    _add,
    _add,
    _add,
    _set,
    _remove,
    _edit("move_part", part=parts, to_scu=scus),
    _edit("copy_part", part=parts, to_scu=scus, new_part=parts),
    _edit("split_scu", scu=scus, new_scu=scus, parts=_some(parts), label=texts).filter(_apart("scu", "new_scu")),
    _edit("merge_scus", into=scus, scus=_some(scus, 2)).filter(_apart("into", "scus")),
    _edit("move_contributor", scu=scus, summary=summaries, to_scu=scus).filter(_apart("scu", "to_scu")),
]
_small = [
    _edit("relabel_scu", scu=scus, label=texts, was=texts),
    _edit("comment_scu", scu=scus, comment=texts, was=texts),
    _edit("comment_contributor", scu=scus, summary=summaries, comment=texts, was=texts),
    _edit("reorder_scu", scu=scus, after=st.one_of(st.none(), scus)).filter(_apart("scu", "after")),
    _edit("flag", scu=scus, summary=st.one_of(st.none(), summaries), reason=reasons).map(_without_none),
    _edit("unflag", scu=scus, summary=st.one_of(st.none(), summaries), reason=reasons).map(_without_none),
    *(
        _edit(verb, scu=scus, to_scu=scus, kind=st.sampled_from(RELATION_KINDS)).filter(_apart("scu", "to_scu"))
        for verb in ("relate_scus", "relate_scus", "relate_scus", "unrelate_scus")
    ),
    _edit("set_aside", _spans(), summary=summaries),
    _edit("unset_aside", _spans(), summary=summaries),
    _edit("delete_scu", scu=scus),
    _edit("remove_contributor", scu=scus, summary=summaries),
    *_decisions("scus", scus),
]
pyramid_edits: st.SearchStrategy[dict[str, Any]] = st.one_of(*_shapes, *_shapes, *_small)

_match = _edit("match_part", _spans(), unit=units, part=parts, scu=released)
_unit_flag = {"unit": units, "reason": st.sampled_from(["unsure", "partial", "discuss"])}
peer_edits: st.SearchStrategy[dict[str, Any]] = st.one_of(
    _match,
    _match,
    _match,
    _set,
    _remove,
    _edit("rematch_unit", unit=units, scu=released),
    _edit("split_unit", unit=units, new_unit=units, parts=_some(parts, 2)).filter(_apart("unit", "new_unit")),
    _edit("join_units", into=units, units=_some(units, 2)).filter(_apart("into", "units")),
    _edit("remove_unit", unit=units),
    _edit("comment_unit", unit=units, comment=texts, was=texts),
    _edit("label_unit", unit=units, label=texts, was=texts),
    _edit("flag", **_unit_flag),
    _edit("unflag", **_unit_flag),
    _edit("mark_absent", scu=_ids(SCU_IDS, 3)),
    _edit("unmark_absent", scu=_ids(SCU_IDS, 3)),
    *_decisions("units", units),
)

# How many groups back the one is that an undo or redo names; most often the last.
_turns = st.tuples(st.sampled_from(["undo", "undo", "redo"]), st.sampled_from([1, 1, 1, 2, 3, 5])).map(
    lambda turn: {"verb": turn[0], "back": turn[1]}
)


def groups_of(
    edits: st.SearchStrategy[dict[str, Any]], most: int = 25, *, fewest: int = 1, turns: bool = True
) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Lists of groups of one to three edits, or (``turns``) of undos and redos of earlier groups."""
    gestures = st.lists(edits, min_size=1, max_size=3)
    if turns:
        gestures = st.one_of(gestures, gestures, st.lists(_turns, min_size=1, max_size=2))
    return st.lists(gestures, min_size=fewest, max_size=most).map(_numbered)


def _numbered(lists: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return [
        {
            "group": client_id(GROUP_IDS, i),
            "edits": [{"id": client_id(EDIT_IDS, i * 10 + j), **_named(edit, i)} for j, edit in enumerate(edits)],
        }
        for i, edits in enumerate(lists, start=1)
    ]


def _named(edit: dict[str, Any], place: int) -> dict[str, Any]:
    """An undo or redo with the id of its group; other edits as they are."""
    if "back" not in edit:
        return edit
    return {"verb": edit["verb"], "group": client_id(GROUP_IDS, max(1, place - edit["back"]))}
