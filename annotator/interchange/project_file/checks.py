"""What the schema of a project's JSON cannot say: that names are there, ids come once, and spans are in their texts.

Every function raises ProjectFileError, with the path and a sentence, at the first thing that is wrong. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from annotator.interchange.project_file.refusals import Texts, check_once, refuse, require
from annotator.interchange.project_file.work_checks import check_annotations, check_pyramids
from annotator.texts.cleaning import clean_text
from annotator.texts.errors import FormatError

Json = Mapping[str, Any]


def check_project(value: Json) -> None:
    """Check a file that is as the schema says."""
    members = value["members"]
    check_once(members, "members", lambda one: one["name"], "name")
    check_once([one for one in members if one["account"]], "members", lambda one: one["account"], "account")
    _check_addresses(members, "members", "name")
    check_once(value["topics"], "topics", lambda one: one["key"], "key")
    _check_addresses(value["topics"], "topics", "key")
    check_once(value["imported_files"], "imported_files", lambda one: one["sha256"], "sha256")
    names = {one["name"] for one in members}
    written: set[tuple[str, str]] = set()
    for i, topic in enumerate(value["topics"]):
        _check_topic(topic, f"topics[{i}]", names)
        _check_notes(topic, f"topics[{i}]", names, written)
    _check_files(value)


def _check_files(value: Json) -> None:
    releases = {
        (topic["key"], pyramid["owner"], release["number"])
        for topic in value["topics"]
        for pyramid in topic["pyramids"]
        for release in pyramid["releases"]
    }
    for i, file in enumerate(value["imported_files"]):
        same = file["report"].get("same_as")
        where = f"imported_files[{i}].report.same_as"
        known = same is None or (same["topic"], same["pyramid"], same["number"]) in releases
        require(known, where, "There is no such release in this file.")


def _check_topic(topic: Json, path: str, members: Collection[str]) -> None:
    texts = Texts(_lengths(topic, "models", path), _lengths(topic, "peers", path))
    masks = [one for one in topic["peers"] if one["mask"]]
    check_once(masks, f"{path}.peers", lambda one: one["mask"], "mask")
    _check_addresses(masks, f"{path}.peers", "mask")
    check_once(topic["roles"], f"{path}.roles", lambda one: (one["member"], one["role"]), "role")
    for i, role in enumerate(topic["roles"]):
        require(role["member"] in members, f"{path}.roles[{i}].member", "There is no such member.")
    pyramids = check_pyramids(topic["pyramids"], f"{path}.pyramids", texts, members)
    check_annotations(topic["annotations"], f"{path}.annotations", texts, members, pyramids)
    _check_assignments(topic["assignments"], f"{path}.assignments", texts, members, pyramids)


def _lengths(topic: Json, kind: str, path: str) -> dict[str, int]:
    summaries = topic[kind]
    check_once(summaries, f"{path}.{kind}", lambda one: one["summarizer"], "summarizer")
    check_once(summaries, f"{path}.{kind}", lambda one: one["position"], "position")
    _check_addresses(summaries, f"{path}.{kind}", "summarizer")
    for i, summary in enumerate(summaries):
        where = f"{path}.{kind}[{i}]"
        _check_stored(summary["text"], f"{where}.text")
        require(not summary["mask"] or kind == "peers", f"{where}.mask", "Only peers have masks.")
        for tokens in ("words", "sentences"):
            _check_tokens(summary[tokens], len(summary["text"]), f"{where}.{tokens}")
    return {one["summarizer"]: len(one["text"]) for one in sorted(summaries, key=lambda one: one["position"])}


def _check_stored(text: str, path: str) -> None:
    try:
        cleaned = clean_text(text)
    except FormatError as error:
        refuse(path, str(error))
    require(not cleaned.notes, path, "A text is stored with LF at line ends and without a byte order mark.")


def _check_tokens(bounds: Sequence[int], length: int, path: str) -> None:
    require(len(bounds) % 2 == 0, path, "The bounds must come in pairs.")
    starts, ends = bounds[::2], bounds[1::2]
    sound = all(start < end for start, end in zip(starts, ends, strict=True))
    apart = all(end <= start for end, start in zip(ends, starts[1:], strict=False))
    require(sound and apart, path, "The bounds must go up.")
    require(not bounds or bounds[-1] <= length, path, f"A bound is outside the text of {length} characters.")


def _check_assignments(
    rows: Sequence[Json], path: str, texts: Texts, members: Collection[str], pyramids: Mapping[str, Any]
) -> None:
    check_once(rows, path, lambda one: (one["member"], one["peer"]), "task")
    for i, row in enumerate(rows):
        where = f"{path}[{i}]"
        require(row["member"] in members, f"{where}.member", "There is no such member.")
        require(row["peer"] is None or row["peer"] in texts.peers, f"{where}.peer", "This topic has no such peer.")
        if release := row["release"]:
            require(row["peer"] is not None, f"{where}.release", "Only a peer is matched against a release.")
            known = pyramids.get(release["pyramid"], {})
            require(release["number"] in known, f"{where}.release", "This topic has no such release.")


def _check_notes(topic: Json, path: str, members: Collection[str], written: set[tuple[str, str]]) -> None:
    for kind in ("pyramids", "annotations"):
        for i, work in enumerate(topic[kind]):
            for j, thread in enumerate(work["threads"]):
                for k, note in enumerate(thread["notes"]):
                    where = f"{path}.{kind}[{i}].threads[{j}].notes[{k}]"
                    require(note["author"] in members, f"{where}.author", "There is no such member.")
                    key = note["author"], note["id"]
                    require(key not in written, f"{where}.id", "This author has a note of this id already.")
                    written.add(key)


def _check_addresses(items: Sequence[Json], path: str, key: str) -> None:
    for i, one in enumerate(items):
        sound = one[key].isprintable() and one[key] not in (".", "..") and one[key].strip() and "/" not in one[key]
        require(bool(sound), f"{path}[{i}].{key}", "This name cannot be part of an address.")
