"""Checks of the logs in a project's JSON: every step is one that there is, and together they give what stands. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from annotator.interchange.project_file.refusals import check_once, refuse, require
from annotator.interchange.project_file.shapes import check_aside, check_scu, check_unit
from annotator.matching.verbs.table import PEER_VERBS
from annotator.matching.verbs.units import ABSENT
from annotator.pyramids.verbs.scus import ASIDE
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.work.edits.decisions import DECISION
from annotator.work.edits.request import COMMENT, LABEL, Verb, payload_problems

Json = Mapping[str, Any]
Known = Callable[[Any], bool]

STATES = frozenset({"in_progress", "in_review", "submitted", "returned", "adjudicated"})
TURNS = frozenset({"submit", "review", "return", "agree", "adjudicate", "reopen"})


def check_log(row: Json, path: str, models: Mapping[str, int], kind: str, known: Known, length: int = 0) -> None:
    """Check the log of a pyramid or (``kind``) an annotation of a peer of this length.

    ``known``: whether something is a reference to a peer annotation of the topic.
    """
    log = row["log"]
    check_once(log, f"{path}.log", lambda one: one["id"], "id")
    require(len(log) == row["revision"], f"{path}.log", f"It has {len(log)} steps for revision {row['revision']}.")
    images: dict[str, Any] = {}
    for i, edit in enumerate(log):
        where = f"{path}.log[{i}]"
        require(edit["revision"] == i + 1, f"{where}.revision", f"This must be {i + 1}: no step is left out.")
        _check_payload(edit, f"{where}.payload", models, kind, known)
        require(edit["before"].keys() == edit["after"].keys(), where, "Before and after must tell of the same things.")
        for key, image in edit["after"].items():
            require(edit["before"][key] == images.get(key), f"{where}.before", f"{key} was not so then.")
            known_text = not key.startswith(ASIDE) or key.removeprefix(ASIDE) in models
            require(known_text, f"{where}.after", "This topic has no such model summary.")
            if image is not None:
                _check_image(key, image, f"{where}.after", models, length)
            images[key] = image
    standing = {key: image for key, image in images.items() if image is not None}
    if standing != live_images(row, kind):
        refuse(f"{path}.log", "The log does not give what stands: something was changed past it.")


def live_images(row: Json, kind: str) -> dict[str, Any]:
    """What stands in a pyramid or annotation, as the images of its log."""
    made = "scus" if kind == "pyramid" else "units"
    found = {one["id"]: one for one in row[made]}
    for one in row.get("asides", ()):
        found[f"{ASIDE}{one['summary']}"] = {**one, "id": f"{ASIDE}{one['summary']}"}
    for scu in row.get("absences", ()):
        found[f"{ABSENT}{scu}"] = {"id": f"{ABSENT}{scu}", "scu": scu}
    for one in row["decisions"]:
        said = {key: one[key] for key in ("choice", "note", "sources")}
        found[f"{DECISION}{one['key']}"] = {"id": f"{DECISION}{one['key']}", **said, made: one["made"]}
    return found


def _check_image(key: str, image: Json, path: str, models: Mapping[str, int], length: int) -> None:
    require(image["id"] == key, path, f"{key} has another id inside.")
    if key.startswith(ASIDE):
        require(key == f"{ASIDE}{image['summary']}", path, f"{key} names another summary inside.")
        check_aside(image, path, models)
    elif key.startswith(ABSENT):
        require(key == f"{ABSENT}{image['scu']}", path, f"{key} names another SCU inside.")
    elif "contributors" in image:
        check_scu(image, path, models)
    elif "parts" in image:
        check_unit(image, path, length)


def _check_payload(edit: Json, path: str, models: Collection[str], kind: str, known: Known) -> None:
    payload, verbs = edit["payload"], PYRAMID_VERBS if kind == "pyramid" else PEER_VERBS
    if edit["verb"] not in verbs:
        _check_event(edit["verb"], payload, path, kind, known)
        return
    if "summary" in payload:
        named = payload["summary"]
        require(isinstance(named, str) and named in models, f"{path}.summary", "This topic has no such model summary.")
    # What was made here from longer texts is in the log too; keys of summaries are positive numbers there.
    texts = {name for name, field in verbs[edit["verb"]].fields.items() if field.check in (LABEL.check, COMMENT.check)}
    asked = {**payload, **{name: "" for name in texts & payload.keys() if isinstance(payload[name], str)}}
    if "summary" in asked:
        asked["summary"] = 1
    for name, why in payload_problems(asked, _loose(verbs[edit["verb"]])):
        refuse(f"{path}.{name}", why)


def _loose(verb: Verb) -> Verb:
    return Verb(verb.fields)


def _is(*kinds: type) -> Callable[[Any], bool]:
    return lambda value: type(value) in kinds


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and all(type(one) is int and one >= 0 for one in value)


def _answers(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(one, str) for one in value.values())


_STATE = {"state": lambda value: isinstance(value, str) and value in STATES}
_TURN = {**_STATE, "note": _is(str)}
_EVENTS: dict[str, dict[str, Callable[[Any], bool]]] = {
    "import": {"file": _is(str), "sample": _is(str), **_STATE},
    "release": {"number": _is(int), "file": _is(str)},
    "carry_over": {"revision": _is(int), "decisions": _answers, **_STATE},
    "consensus": {"sources": _numbers},
    **dict.fromkeys(TURNS, _TURN),
}
_NEEDED = {"release": {"number"}, "consensus": {"sources"}, **{key: {"state"} for key in TURNS}}


def _check_event(verb: str, payload: Json, path: str, kind: str, known: Known) -> None:
    checks = _EVENTS.get(verb)
    if checks is None or (verb == "release" and kind != "pyramid") or (verb == "carry_over" and kind == "pyramid"):
        refuse(path, f"There is no step called {verb[:30]} here.")
    for name, value in payload.items():
        if verb == "carry_over" and name == "from":
            require(value is None or known(value), f"{path}.from", "There is no such annotation in the topic.")
            continue
        require(name in checks, path, "There is a key here that this step does not have.")
        require(checks[name](value), f"{path}.{name}", "This is not as the step has it.")
    for name in _NEEDED.get(verb, set()) - payload.keys():
        refuse(path, f"“{name}” is missing.")
