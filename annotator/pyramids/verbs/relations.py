"""Relations between SCUs, as snapshots of SCUs hold them (`RelationSnapshot`). Relations of one kind form no circle."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict, TypeVar, cast

from annotator.work.edits.reducer import State
from annotator.work.edits.verb import Refused

RELATION_KINDS = ("depends", "implies")
_CIRCLES = {
    "depends": "Each of these SCUs would need the other. Remove one of their relations first.",
    "implies": "Each of these SCUs would imply the other: they say the same, so merge them.",
}


class RelationSnapshot(TypedDict):
    """A relation to the SCU ``to``. ``kind``: "depends" (makes no sense without it) or "implies" (also says it)."""

    to: str
    kind: str


Scu = Mapping[str, Any]
S = TypeVar("S", bound=Scu)


def relations_of(scu: Scu) -> Sequence[RelationSnapshot]:
    """The relations of an SCU to others, sorted by kind and id. The key ``relations`` is left out if there are none."""
    relations: Sequence[RelationSnapshot] = scu.get("relations", ())
    return relations


def with_relations(scu: S, relations: Iterable[RelationSnapshot]) -> S:
    """Returns the SCU with these relations, without repeated ones and those to the SCU itself."""
    pairs = sorted({(relation["kind"], relation["to"]) for relation in relations if relation["to"] != scu["id"]})
    changed: Any = {key: value for key, value in scu.items() if key != "relations"}
    if pairs:
        changed["relations"] = [{"to": to, "kind": kind} for kind, to in pairs]
    return cast("S", changed)


def redirect(scus: Mapping[str, S], targets: Mapping[str, str | None]) -> dict[str, S]:
    """Returns, by id, the SCUs with relations to SCUs that are deleted or merged, with these relations changed.

    ``targets``: by the id of each such SCU, the id of the SCU that it was merged into; None if it was deleted.
    """
    return {
        key: with_relations(
            scu,
            [
                {"to": to, "kind": relation["kind"]}
                for relation in relations_of(scu)
                if (to := targets.get(relation["to"], relation["to"]))
            ],
        )
        for key, scu in scus.items()
        if any(relation["to"] in targets for relation in relations_of(scu))
    }


def closure(scus: Mapping[str, Scu], ids: Iterable[str], kind: str) -> set[str]:
    """Returns these ids and those of all SCUs to which relations of this kind lead from them, directly or not."""
    reached, queue = set[str](), list(ids)
    while queue:
        key = queue.pop()
        if key not in reached:
            reached.add(key)
            queue += (relation["to"] for relation in relations_of(scus.get(key, {})) if relation["kind"] == kind)
    return reached


def check_relations(state: State[Any], before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Raise Refused if an edit leaves a relation to an SCU that does not exist, or a circle.

    ``before``, ``after``: the snapshots that it changed. ``state``: after the edit; it has all related SCUs.
    """
    deleted = {key for key, scu in after.items() if scu is None}
    if deleted and any(relation["to"] in deleted for scu in state.snapshots.values() for relation in relations_of(scu)):
        raise Refused("blocked", "Another SCU has been related to this one since.")
    for key, scu in after.items():
        relations = relations_of(scu or {})
        if relations != relations_of(before.get(key) or {}):
            for relation in relations:
                if relation["to"] not in state.snapshots:
                    raise Refused("blocked", "A related SCU is no longer there.")
                if key in closure(state.snapshots, [relation["to"]], relation["kind"]):
                    raise Refused("blocked", _CIRCLES[relation["kind"]])
