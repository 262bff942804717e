"""Checks that a work's log in a project file, when replayed, gives its current rows. No check reads the database."""

from collections.abc import Callable, Mapping
from typing import Any

from annotator.interchange.project_file.refusals import Json, ProjectFileError, check_unique, require
from annotator.interchange.project_file.rows import WorkIdentity, referenced_identity
from annotator.interchange.project_file.targets import Targets
from annotator.pyramids.verbs.scus import ASIDE
from annotator.work.edits.request import COMMENT, LABEL, field_problems
from annotator.work.edits.verb import Verb, Verbs


def check_log(
    work: Json,
    path: str,
    verbs: Verbs,
    targets: Targets,
    *,
    current: Mapping[str, Any],
    check_snapshot: Callable[[str, Json, str], None],
) -> None:
    """Check that the log has all revisions, that each edit continues the one before, and that it ends with ``current``.

    ``current``: the present snapshots of the work by key. ``check_snapshot``: refuses impossible snapshots; called with
    the key, the snapshot and its path.
    """
    log = work["log"]
    check_unique(log, f"{path}.log", "id")
    require(len(log) == work["revision"], f"{path}.log", f"It has {len(log)} edits for revision {work['revision']}.")
    state: dict[str, Any] = {}  # the snapshots after each edit, by key
    for i, edit in enumerate(log):
        where = f"{path}.log[{i}]"
        require(edit["revision"] == i + 1, f"{where}.revision", f"This must be {i + 1}: no edit may be missing.")
        _check_payload(edit, f"{where}.payload", verbs, targets)
        have_same_keys = edit["before"].keys() == edit["after"].keys()
        require(have_same_keys, where, "Before and after must have the same items.")
        for key, snapshot in edit["after"].items():
            require(edit["before"][key] == state.get(key), f"{where}.before", f"{key} was different before this edit.")
            if key.startswith(ASIDE):  # text that was set aside in a model summary
                targets.model_length(key.removeprefix(ASIDE), f"{where}.after")
            if snapshot is not None:
                check_snapshot(key, snapshot, f"{where}.after")
            state[key] = snapshot
    state_at_end = {key: snapshot for key, snapshot in state.items() if snapshot is not None}
    if state_at_end != current:
        raise ProjectFileError(
            f"{path}.log", "The log does not give the current items: something was changed without it."
        )


def _check_payload(edit: Json, path: str, verbs: Verbs, targets: Targets) -> None:
    payload, verb = edit["payload"], verbs.get(edit["verb"])
    if verb is None:
        raise ProjectFileError(path, f"No edit is called {edit['verb'][:30]} here.")
    if verb.category == "event":
        _check_event(verb, payload, path, targets)
        return
    # The verb's checks are for requests: they limit the length of texts, which may be longer in project files, and
    # they expect primary keys of summaries. So texts and summaries are replaced by values that pass these checks.
    texts = {name for name, field in verb.fields.items() if field.check in (LABEL.check, COMMENT.check)}
    checkable = {name: "" if name in texts and isinstance(value, str) else value for name, value in payload.items()}
    if "summary" in payload:
        targets.model_length(payload["summary"], f"{path}.summary")
        checkable["summary"] = 1
    for name, reason in field_problems(checkable, verb.fields):
        raise ProjectFileError(f"{path}.{name}", reason)


def _check_event(event: Verb, payload: Json, path: str, targets: Targets) -> None:
    """Check the payload of an event: an edit that the server logs itself, such as a release or an import."""
    for name, value in payload.items():
        require(name in event.fields, path, "This edit does not have this key.")
        if name == "from":
            exists = value is None or _identity_in_log(value) in targets.annotations
            require(exists, f"{path}.from", "There is no such annotation in the topic.")
        if reason := event.fields[name].check(value):
            raise ProjectFileError(f"{path}.{name}", reason)
    for name, spec in event.fields.items():
        require(name in payload or not spec.required, path, f"“{name}” is missing.")


def _identity_in_log(value: Any) -> WorkIdentity | None:
    """The identity of the annotation that a value in a log refers to; None if the value is not such a reference."""
    types = {"peer": str, "owner": str, "pyramid": str, "number": int}
    if not isinstance(value, dict) or {name: type(item) for name, item in value.items()} != types:
        return None
    return referenced_identity(value)
