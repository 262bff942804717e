"""Checks the works in a project file: their items, releases, sources, threads and logs. No check reads the database.

A work's *items* are its SCUs or units; its log stores them as *snapshots*. An *aside* is text that was set aside, and
an *absence* is an SCU that was looked for in a peer and not found.
"""

from collections.abc import Collection, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any

from annotator.interchange.project_file.log_checks import check_log
from annotator.interchange.project_file.refusals import (
    Json,
    ProjectFileError,
    check_member,
    check_spans,
    check_unique,
    require,
)
from annotator.interchange.project_file.rows import WorkIdentity, referenced_identity, work_identity
from annotator.interchange.project_file.targets import Targets
from annotator.matching.verbs.table import PEER_VERBS
from annotator.matching.verbs.units import ABSENT
from annotator.pyramids.verbs.relations import RELATION_KINDS, relations_of
from annotator.pyramids.verbs.scus import ASIDE
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.work.edits.decisions import DECISION
from annotator.work.edits.verb import Verbs


def check_pyramids(pyramids: Sequence[Json], path: str, targets: Targets) -> None:
    """Check a topic's pyramids, and add their releases to ``targets``."""
    check_unique(pyramids, path, "owner")
    works = {work_identity(pyramid): pyramid for pyramid in pyramids}
    for i, pyramid in enumerate(pyramids):
        where = f"{path}[{i}]"
        _check_people_and_sources(pyramid, where, works, targets)
        _check_scus(pyramid["scus"], f"{where}.scus", targets)
        next_uid_is_unused = all(scu["uid"] < pyramid["next_uid"] for scu in pyramid["scus"])
        require(next_uid_is_unused, f"{where}.next_uid", "It must be greater than every uid.")
        contributors = [contributor for scu in pyramid["scus"] for contributor in scu["contributors"]]
        _check_part_ids(contributors, f"{where}.scus")
        check_unique(pyramid["asides"], f"{where}.asides", "summary")
        for j, aside in enumerate(pyramid["asides"]):
            _check_aside(aside, f"{where}.asides[{j}]", targets)
        _check_releases(pyramid, where, targets)
        _check_threads(pyramid, where, targets)
        _check_log(pyramid, where, "scus", PYRAMID_VERBS, targets)


def _check_scus(scus: Sequence[Json], path: str, targets: Targets) -> None:
    check_unique(scus, path, "id")
    check_unique(scus, path, "uid")
    ids = {scu["id"] for scu in scus}
    for i, scu in enumerate(scus):
        _check_scu(scu, f"{path}[{i}]", targets)
        for relation in relations_of(scu):
            require(relation["to"] in ids, f"{path}[{i}].relations", "There is no such SCU.")
    for kind in RELATION_KINDS:
        related_ids = {
            scu["id"]: [relation["to"] for relation in relations_of(scu) if relation["kind"] == kind] for scu in scus
        }
        try:
            TopologicalSorter(related_ids).prepare()
        except CycleError as error:
            raise ProjectFileError(path, f"Relations of the kind “{kind}” form a circle.") from error


def _check_part_ids(contributors_or_units: Sequence[Json], path: str) -> None:
    parts = [part for item in contributors_or_units for part in item["parts"]]
    check_unique(parts, f"{path} (parts in order)", "id")


def _check_scu(scu: Json, path: str, targets: Targets) -> None:
    check_unique(scu["contributors"], f"{path}.contributors", "summary")
    for i, contributor in enumerate(scu["contributors"]):
        where = f"{path}.contributors[{i}]"
        length = targets.model_length(contributor["summary"], f"{where}.summary")
        check_spans([(part["start"], part["end"]) for part in contributor["parts"]], length, f"{where}.parts")
    pairs = [(relation["kind"], relation["to"]) for relation in relations_of(scu)]
    require(pairs == sorted(set(pairs)), f"{path}.relations", "They must be sorted by kind, then by id, each once.")


def _check_aside(aside: Json, path: str, targets: Targets) -> None:
    length = targets.model_length(aside["summary"], f"{path}.summary")
    check_spans([(start, end) for start, end in aside["spans"]], length, f"{path}.spans")


def _check_releases(pyramid: Json, path: str, targets: Targets) -> None:
    check_unique(pyramid["releases"], f"{path}.releases", "number")
    for i, release in enumerate(pyramid["releases"]):
        where, model_count = f"{path}.releases[{i}]", release["model_count"]
        require(release["revision"] <= pyramid["revision"], f"{where}.revision", "The pyramid has fewer revisions.")
        require(model_count <= len(targets.models), f"{where}.model_count", "The topic has fewer models.")
        _check_scus(release["scus"], f"{where}.scus", targets)
        # Model summaries are only ever appended, so the release was made with the first ones.
        released_models = list(targets.models)[:model_count]
        for j, scu in enumerate(release["scus"]):
            are_released = all(contributor["summary"] in released_models for contributor in scu["contributors"])
            require(are_released, f"{where}.scus[{j}]", "It has a contributor of a model added after the release.")
        if release["document"]:
            _check_document(release["document"], f"{where}.document", model_count)
        targets.scus[pyramid["owner"], release["number"]] = frozenset(scu["id"] for scu in release["scus"])


def _check_document(document: Json, path: str, model_count: int) -> None:
    """Check the spans of models and SCUs in the text of an imported file, which an exact export needs."""
    length = len(document["text"])
    for i, model in enumerate(document["models"]):
        require(model["start"] <= model["end"] <= length, f"{path}.models[{i}]", "It is not in the text.")
    require(len(document["models"]) == model_count, f"{path}.models", "The release has another number of models.")
    _check_document_scus(document, path)


def _check_document_scus(document: Json, path: str) -> None:
    length = len(document["text"])
    for i, scu in enumerate(document["scus"]):
        for j, contributor in enumerate(scu["contributors"]):
            are_in_text = all(part["start"] <= part["end"] <= length for part in contributor["parts"])
            require(are_in_text, f"{path}.scus[{i}].contributors[{j}]", "A part is not in the text.")


def _check_people_and_sources(work: Json, path: str, works: Mapping[WorkIdentity, Json], targets: Targets) -> None:
    """Check the owner and editors of a work and, if it is a consensus, its sources.

    ``works``: all works of the topic of this kind. Each source must be a work of another owner in it.
    """
    check_member(work["owner"], targets.members, f"{path}.owner")
    for i, name in enumerate(work["editors"]):
        check_member(name, targets.members, f"{path}.editors[{i}]")
    check_unique(work["sources"], f"{path}.sources", "source", lambda source: source["owner"])
    for i, source in enumerate(work["sources"]):
        where = f"{path}.sources[{i}]"
        origin = works.get(work_identity(work, owner=source["owner"]))
        if origin is None or origin is work:
            raise ProjectFileError(f"{where}.owner", "There is no other work of this owner to compare.")
        require(source["revision"] <= origin["revision"], f"{where}.revision", "That work has fewer revisions.")


def _check_threads(work: Json, path: str, targets: Targets) -> None:
    for i, thread in enumerate(work["threads"]):
        where = f"{path}.threads[{i}]"
        item_of_other_kind = (thread["scu"] or thread["summary"]) if "units" in work else thread["unit"]
        require(not item_of_other_kind, where, "A thread must be on an item of its own work.")
        if thread["summary"] is not None:  # the thread is on a contributor
            require(thread["scu"] is not None, where, "A contributor belongs to an SCU.")
            targets.model_length(thread["summary"], f"{where}.summary")


def check_annotations(annotations: Sequence[Json], path: str, targets: Targets) -> None:
    """Check a topic's peer annotations against its releases."""
    check_unique(annotations, path, "annotation of this peer, owner and release", work_identity)
    works = {work_identity(annotation): annotation for annotation in annotations}
    targets.annotations = works.keys()
    for i, annotation in enumerate(annotations):
        where, peer = f"{path}[{i}]", annotation["peer"]
        require(peer in targets.peers, f"{where}.peer", "This topic has no such peer.")
        _check_people_and_sources(annotation, where, works, targets)
        scus = targets.released_scus(annotation["release"], f"{where}.release")
        origin = annotation["derived_from"]
        if origin is not None:
            origin_exists = works.get(referenced_identity(origin), annotation) is not annotation
            require(origin_exists, f"{where}.derived_from", "The topic has no other annotation with this reference.")
        _check_units(annotation, where, targets.peers[peer], scus)
        if annotation["document"]:
            _check_document_scus(annotation["document"], f"{where}.document")
            if pyramid := annotation["document"].get("pyramid"):
                _check_document(pyramid, f"{where}.document.pyramid", len(pyramid["models"]))
        revision = annotation["document_revision"]
        revision_exists = revision is None or revision <= annotation["revision"]
        require(revision_exists, f"{where}.document_revision", "The annotation has fewer revisions.")
        _check_threads(annotation, where, targets)
        _check_log(annotation, where, "units", PEER_VERBS, targets, targets.peers[peer])


def _check_units(annotation: Json, path: str, length: int, scus: Collection[str]) -> None:
    units = annotation["units"]
    check_unique(units, f"{path}.units", "id")
    for i, unit in enumerate(units):
        _check_unit(unit, f"{path}.units[{i}]", length)
        exists = unit["scu"] is None or unit["scu"] in scus
        require(exists, f"{path}.units[{i}].scu", "The release has no such SCU.")
        require(unit["position"] < annotation["next_position"], f"{path}.next_position", "It must be after every unit.")
    _check_part_ids(units, f"{path}.units")
    for i, scu in enumerate(annotation["absences"]):
        require(scu in scus, f"{path}.absences[{i}]", "The release has no such SCU.")


def _check_unit(unit: Json, path: str, length: int) -> None:
    check_spans([(part["start"], part["end"]) for part in unit["parts"]], length, f"{path}.parts")


def _check_log(work: Json, path: str, items: str, verbs: Verbs, targets: Targets, length: int = 0) -> None:
    """Check the log of a work.

    ``items``: the key of the work's items in the JSON, "scus" or "units". ``length``: of the peer's text.
    """
    check_log(
        work,
        path,
        verbs,
        targets,
        current=_current_state(work, items),
        check_snapshot=lambda key, snapshot, where: _check_snapshot(key, snapshot, where, targets, length),
    )


def _current_state(work: Json, items: str) -> dict[str, Any]:
    """The current items of a work, in the form of the snapshots in its log, by the same keys."""
    snapshots = list(work[items])
    snapshots += [{**aside, "id": f"{ASIDE}{aside['summary']}"} for aside in work.get("asides", ())]
    snapshots += [{"id": f"{ABSENT}{scu}", "scu": scu} for scu in work.get("absences", ())]
    for decision in work["decisions"]:
        choice = {key: decision[key] for key in ("choice", "note", "sources")}
        snapshots.append({"id": f"{DECISION}{decision['key']}", **choice, items: decision["made"]})
    return {snapshot["id"]: snapshot for snapshot in snapshots}


def _check_snapshot(key: str, snapshot: Json, path: str, targets: Targets, length: int) -> None:
    require(snapshot["id"] == key, path, f"The id in the snapshot of {key} is different.")
    if key.startswith(ASIDE):
        require(key == f"{ASIDE}{snapshot['summary']}", path, f"The summary in the snapshot of {key} is different.")
        _check_aside(snapshot, path, targets)
    elif key.startswith(ABSENT):
        require(key == f"{ABSENT}{snapshot['scu']}", path, f"The SCU in the snapshot of {key} is different.")
    elif "contributors" in snapshot:
        _check_scu(snapshot, path, targets)
    elif "parts" in snapshot:
        _check_unit(snapshot, path, length)
