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
from annotator.work.edits.request import COMMENT, LABEL, field_problems
from annotator.work.edits.verb import Verb

Json = Mapping[str, Any]
Known = Callable[[Any], bool]


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
    payload, verb = edit["payload"], (PYRAMID_VERBS if kind == "pyramid" else PEER_VERBS).get(edit["verb"])
    if verb is None:
        refuse(path, f"There is no step called {edit['verb'][:30]} here.")
    if verb.kind == "event":
        _check_event(verb, payload, path, known)
        return
    if "summary" in payload:
        key = payload["summary"]
        require(isinstance(key, str) and key in models, f"{path}.summary", "This topic has no such model summary.")
    # What was made here from longer texts is in the log too; keys of summaries are positive numbers there.
    texts = {name for name, field in verb.fields.items() if field.check in (LABEL.check, COMMENT.check)}
    checked = {**payload, **{name: "" for name in texts & payload.keys() if isinstance(payload[name], str)}}
    if "summary" in checked:
        checked["summary"] = 1
    for name, why in field_problems(checked, verb):
        refuse(f"{path}.{name}", why)


def _check_event(event: Verb, payload: Json, path: str, known: Known) -> None:
    for name, value in payload.items():
        require(name in event.fields, path, "There is a key here that this step does not have.")
        if name == "from":
            require(value is None or known(value), f"{path}.from", "There is no such annotation in the topic.")
        if why := event.fields[name].check(value):
            refuse(f"{path}.{name}", why)
    for name, field in event.fields.items():
        if field.required and name not in payload:
            refuse(path, f"“{name}” is missing.")
