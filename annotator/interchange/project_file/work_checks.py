"""Checks of the works in a project's file: their rows, and their logs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from annotator.interchange.project_file.import_names import Identity, identity, reference
from annotator.interchange.project_file.refusals import (
    Texts,
    check_known,
    check_once,
    check_spans,
    refuse,
    require,
)
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
        _check_aside(image, path, models)
    elif key.startswith(ABSENT):
        require(key == f"{ABSENT}{image['scu']}", path, f"{key} names another SCU inside.")
    elif "contributors" in image:
        _check_scu(image, path, models)
    elif "parts" in image:
        _check_unit(image, path, length)


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


def _check_scu(scu: Json, path: str, models: Mapping[str, int]) -> None:
    """Check a live SCU or its image."""
    check_once(scu["contributors"], f"{path}.contributors", lambda one: one["summary"], "summary")
    for i, one in enumerate(scu["contributors"]):
        where = f"{path}.contributors[{i}]"
        require(one["summary"] in models, f"{where}.summary", "This topic has no such model summary.")
        check_spans([(p["start"], p["end"]) for p in one["parts"]], models[one["summary"]], f"{where}.parts")


def _check_aside(row: Json, path: str, models: Mapping[str, int]) -> None:
    """Check text that was set aside, or its image."""
    require(row["summary"] in models, f"{path}.summary", "This topic has no such model summary.")
    check_spans([(start, end) for start, end in row["spans"]], models[row["summary"]], f"{path}.spans")


def _check_unit(unit: Json, path: str, length: int) -> None:
    """Check a unit or its image."""
    check_spans([(p["start"], p["end"]) for p in unit["parts"]], length, f"{path}.parts")


Releases = dict[str, dict[int, frozenset[str]]]
"""By owner and number the ids of the SCUs of each release."""


def check_pyramids(rows: Sequence[Json], path: str, texts: Texts, members: Collection[str]) -> Releases:
    """Check a topic's pyramids; gives their releases."""
    check_once(rows, path, identity, "owner")
    works = {identity(row): row for row in rows}
    for i, row in enumerate(rows):
        where = f"{path}[{i}]"
        _check_people(row, where, works, members)
        _check_scus(row, where, texts)
        _check_asides(row["asides"], f"{where}.asides", texts)
        _check_releases(row, where, texts)
        _check_threads(row, where, texts)
        check_log(row, where, texts.models, "pyramid", lambda _: False)
    return {
        row["owner"]: {one["number"]: frozenset(scu["id"] for scu in one["scus"]) for one in row["releases"]}
        for row in rows
    }


def _check_scus(row: Json, path: str, texts: Texts) -> None:
    scus = row["scus"]
    check_once(scus, f"{path}.scus", lambda one: one["id"], "id")
    check_once(scus, f"{path}.scus", lambda one: one["uid"], "uid")
    for i, scu in enumerate(scus):
        _check_scu(scu, f"{path}.scus[{i}]", texts.models)
        require(scu["uid"] < row["next_uid"], f"{path}.next_uid", "It must be greater than every uid.")
    parts = [part for scu in scus for contributor in scu["contributors"] for part in contributor["parts"]]
    check_once(parts, f"{path}.scus (parts in order)", lambda one: one["id"], "id")


def _check_asides(rows: Sequence[Json], path: str, texts: Texts) -> None:
    check_once(rows, path, lambda one: one["summary"], "summary")
    for i, row in enumerate(rows):
        _check_aside(row, f"{path}[{i}]", texts.models)


def _check_releases(row: Json, path: str, texts: Texts) -> None:
    check_once(row["releases"], f"{path}.releases", lambda one: one["number"], "number")
    for i, release in enumerate(row["releases"]):
        where = f"{path}.releases[{i}]"
        require(release["revision"] <= row["revision"], f"{where}.revision", "The pyramid has not come that far.")
        require(release["model_count"] <= len(texts.models), f"{where}.model_count", "The topic has fewer models.")
        check_once(release["scus"], f"{where}.scus", lambda one: one["id"], "id")
        check_once(release["scus"], f"{where}.scus", lambda one: one["uid"], "uid")
        for j, scu in enumerate(release["scus"]):
            _check_scu(scu, f"{where}.scus[{j}]", texts.models)
        _check_models(release, where, list(texts.models)[: release["model_count"]])
        if release["document"]:
            _check_document(release["document"], f"{where}.document", release)


def _check_models(release: Json, path: str, models: Collection[str]) -> None:
    """Model summaries are added at the end only, so that a release has the first ones."""
    for i, scu in enumerate(release["scus"]):
        for one in scu["contributors"]:
            require(one["summary"] in models, f"{path}.scus[{i}]", "It is of a model that came after the release.")


def _check_document(document: Json, path: str, release: Json) -> None:
    length = len(document["text"])
    for i, model in enumerate(document["models"]):
        require(model["start"] <= model["end"] <= length, f"{path}.models[{i}]", "It is not in the text.")
    require(len(document["models"]) == release["model_count"], f"{path}.models", "The release has another number.")
    _check_document_scus(document["scus"], f"{path}.scus", length)


def _check_document_scus(scus: Sequence[Json], path: str, length: int) -> None:
    for i, scu in enumerate(scus):
        for j, one in enumerate(scu["contributors"]):
            where = f"{path}[{i}].contributors[{j}]"
            for part in one["parts"]:
                require(part["start"] <= part["end"] <= length, where, "A part is not in the text.")


def _check_people(row: Json, path: str, works: Mapping[Identity, Json], members: Collection[str]) -> None:
    """Check owner, editors and, of a consensus, whose works of this kind it was made from."""
    require(row["owner"] in members, f"{path}.owner", "There is no such member.")
    check_known(row["editors"], members, f"{path}.editors")
    check_once(row["sources"], f"{path}.sources", lambda one: one["owner"], "source")
    for i, one in enumerate(row["sources"]):
        where = f"{path}.sources[{i}]"
        source = works.get(identity(row, owner=one["owner"]))
        if source is None or source is row:
            refuse(f"{where}.owner", "There is no other work of this owner to compare.")
        require(one["revision"] <= source["revision"], f"{where}.revision", "That work has not come so far.")


def _check_threads(row: Json, path: str, texts: Texts, *, units: bool = False) -> None:
    for i, one in enumerate(row["threads"]):
        where = f"{path}.threads[{i}]"
        wrong = one["scu"] or one["summary"] if units else one["unit"]
        require(not wrong, where, "A thread is on something of its own work.")
        require(one["summary"] is None or one["scu"] is not None, where, "A contributor belongs to an SCU.")
        known = one["summary"] is None or one["summary"] in texts.models
        require(known, f"{where}.summary", "This topic has no such model summary.")


def check_annotations(
    rows: Sequence[Json], path: str, texts: Texts, members: Collection[str], releases: Releases
) -> None:
    """Check a topic's peer annotations against its releases."""
    check_once(rows, path, identity, "annotation of this peer, owner and release")
    works = {identity(row): row for row in rows}
    for i, row in enumerate(rows):
        where = f"{path}[{i}]"
        require(row["peer"] in texts.peers, f"{where}.peer", "This topic has no such peer.")
        _check_people(row, where, works, members)
        release = releases.get(row["release"]["pyramid"], {}).get(row["release"]["number"])
        require(release is not None, f"{where}.release", "This topic has no such release.")
        origin = row["derived_from"]
        known = origin is None or works.get(reference(origin), row) is not row
        require(known, f"{where}.derived_from", "There is no other annotation like this in the topic.")
        _check_units(row, where, texts.peers[row["peer"]], release or frozenset())
        _check_own_form(row, where)
        _check_threads(row, where, texts, units=True)
        check_log(
            row, where, texts.models, "annotation", lambda said: _identity_of(said) in works, texts.peers[row["peer"]]
        )


def _identity_of(said: Any) -> Identity | None:
    """The identity that a reference in a log names, whatever the order of its names; None for what is none."""
    types = {"peer": str, "owner": str, "pyramid": str, "number": int}
    if not isinstance(said, dict) or {name: type(value) for name, value in said.items()} != types:
        return None
    return reference(said)


def _check_own_form(row: Json, path: str) -> None:
    if row["document"]:
        _check_document_scus(row["document"]["scus"], f"{path}.document.scus", len(row["document"]["text"]))
    read = row["document_revision"]
    require(read is None or read <= row["revision"], f"{path}.document_revision", "It has not come that far.")


def _check_units(row: Json, path: str, length: int, release: Collection[str]) -> None:
    check_once(row["units"], f"{path}.units", lambda one: one["id"], "id")
    for i, unit in enumerate(row["units"]):
        _check_unit(unit, f"{path}.units[{i}]", length)
        known = unit["scu"] is None or unit["scu"] in release
        require(known, f"{path}.units[{i}].scu", "The release has no such SCU.")
        require(unit["position"] < row["next_position"], f"{path}.next_position", "It must be after every unit.")
    parts = [part for unit in row["units"] for part in unit["parts"]]
    check_once(parts, f"{path}.units (parts in order)", lambda one: one["id"], "id")
    for i, scu in enumerate(row["absences"]):
        require(scu in release, f"{path}.absences[{i}]", "The release has no such SCU.")
