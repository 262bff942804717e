"""Checks of a project file that its schema cannot express: references exist, ids are unique, spans are inside texts.

Every check raises ProjectFileError at the first fault. No check reads the database.
"""

from collections.abc import Collection, Sequence

from annotator.interchange.project_file.additions import additions
from annotator.interchange.project_file.judgment_checks import JudgedTopic, check_instruments, check_topic_judgments
from annotator.interchange.project_file.refusals import Json, ProjectFileError, check_member, check_unique, require
from annotator.interchange.project_file.targets import Targets
from annotator.interchange.project_file.work_checks import check_annotations, check_pyramids
from annotator.texts.cleaning import clean_text
from annotator.texts.errors import FormatError


def check_project(project_json: Json) -> None:
    """Check a project file that has already been validated against the schema."""
    members = project_json["members"]
    check_unique(members, "members", "name")
    check_unique([member for member in members if member["account"]], "members", "account")
    _check_url_names(members, "members", "name")
    check_unique(project_json["topics"], "topics", "key")
    _check_url_names(project_json["topics"], "topics", "key")
    check_unique(project_json["imported_files"], "imported_files", "sha256")
    member_names = {member["name"] for member in members}
    checked_notes: set[tuple[str, str]] = set()
    judged_topics: dict[str, JudgedTopic] = {}
    for i, topic in enumerate(project_json["topics"]):
        judged_topics[topic["key"]] = _check_topic(topic, f"topics[{i}]", member_names)
        _check_notes(topic, f"topics[{i}]", member_names, checked_notes)
    check_instruments(project_json.get("instruments", ()), judged_topics, member_names)
    _check_imported_files(project_json)
    for addition in additions():
        addition.check(project_json.get(addition.key, []), project_json)


def _check_imported_files(project_json: Json) -> None:
    releases = {
        (topic["key"], pyramid["owner"], release["number"])
        for topic in project_json["topics"]
        for pyramid in topic["pyramids"]
        for release in pyramid["releases"]
    }
    for i, file in enumerate(project_json["imported_files"]):
        same_as = file["report"].get("same_as")
        exists = same_as is None or (same_as["topic"], same_as["pyramid"], same_as["number"]) in releases
        require(exists, f"imported_files[{i}].report.same_as", "There is no such release in this file.")


def _check_topic(topic: Json, path: str, members: Collection[str]) -> JudgedTopic:
    """Check a topic. Returns what sheets on this topic may refer to."""
    targets = Targets(members, _check_summaries(topic, "models", path), _check_summaries(topic, "peers", path))
    masked = [peer for peer in topic["peers"] if peer["mask"]]
    check_unique(masked, f"{path}.peers", "mask")
    _check_url_names(masked, f"{path}.peers", "mask")
    check_unique(topic["roles"], f"{path}.roles", "role", lambda role: (role["member"], role["role"]))
    for i, role in enumerate(topic["roles"]):
        check_member(role["member"], members, f"{path}.roles[{i}].member")
    check_pyramids(topic["pyramids"], f"{path}.pyramids", targets)
    check_annotations(topic["annotations"], f"{path}.annotations", targets)
    _check_assignments(topic["assignments"], f"{path}.assignments", targets)
    return check_topic_judgments(topic, path, targets, _check_text_and_tokens)


def _check_summaries(topic: Json, kind: str, path: str) -> dict[str, int]:
    """Check a topic's summaries. ``kind``: "models" or "peers". Returns the length of each text by summarizer.

    The lengths are sorted by the position of their summaries.
    """
    summaries = topic[kind]
    check_unique(summaries, f"{path}.{kind}", "summarizer")
    check_unique(summaries, f"{path}.{kind}", "position")
    _check_url_names(summaries, f"{path}.{kind}", "summarizer")
    for i, summary in enumerate(summaries):
        where = f"{path}.{kind}[{i}]"
        _check_text_and_tokens(summary, where)
        require(not summary["mask"] or kind == "peers", f"{where}.mask", "Only peers have masks.")
    return {row["summarizer"]: len(row["text"]) for row in sorted(summaries, key=lambda row: row["position"])}


def _check_text_and_tokens(summary_or_document: Json, path: str) -> None:
    text = summary_or_document["text"]
    _check_text(text, f"{path}.text")
    for tokens in ("words", "sentences"):
        _check_tokens(summary_or_document[tokens], len(text), f"{path}.{tokens}")


def _check_text(text: str, path: str) -> None:
    try:
        cleaned = clean_text(text)
    except FormatError as error:
        raise ProjectFileError(path, str(error)) from error
    require(not cleaned.notes, path, "A text must have LF at line ends and no byte order mark.")


def _check_tokens(bounds: Sequence[int], length: int, path: str) -> None:
    require(len(bounds) % 2 == 0, path, "The bounds must come in pairs.")
    starts, ends = bounds[::2], bounds[1::2]
    are_not_empty = all(start < end for start, end in zip(starts, ends, strict=True))
    are_disjoint = all(end <= start for end, start in zip(ends, starts[1:], strict=False))
    require(are_not_empty and are_disjoint, path, "The bounds must ascend.")
    require(not bounds or bounds[-1] <= length, path, f"A bound is outside the text of {length} characters.")


def _check_assignments(assignments: Sequence[Json], path: str, targets: Targets) -> None:
    check_unique(assignments, path, "task", lambda row: (row["member"], row["peer"], row.get("slot")))
    for i, assignment in enumerate(assignments):
        where, peer = f"{path}[{i}]", assignment["peer"]
        check_member(assignment["member"], targets.members, f"{where}.member")
        require(peer is None or peer in targets.peers, f"{where}.peer", "This topic has no such peer.")
        if release := assignment["release"]:
            require(peer is not None, f"{where}.release", "Only a peer is matched against a release.")
            targets.released_scus(release, f"{where}.release")


def _check_notes(topic: Json, path: str, members: Collection[str], checked_notes: set[tuple[str, str]]) -> None:
    for kind in ("pyramids", "annotations"):
        for i, work in enumerate(topic[kind]):
            for j, thread in enumerate(work["threads"]):
                for k, note in enumerate(thread["notes"]):
                    where = f"{path}.{kind}[{i}].threads[{j}].notes[{k}]"
                    check_member(note["author"], members, f"{where}.author")
                    key = note["author"], note["id"]
                    require(key not in checked_notes, f"{where}.id", "This author has another note with this id.")
                    checked_notes.add(key)


def _check_url_names(items: Sequence[Json], path: str, key: str) -> None:
    for i, item in enumerate(items):
        name = item[key]
        is_usable = name.isprintable() and name not in (".", "..") and name.strip() and "/" not in name
        require(bool(is_usable), f"{path}[{i}].{key}", "This name cannot be part of a URL.")
