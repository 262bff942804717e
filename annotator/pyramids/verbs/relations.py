"""Relations between SCUs, as stored in snapshots of SCUs. Relations of one kind form no cycle."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict, TypeVar, cast

from annotator.work.edits.reducer import State
from annotator.work.edits.verb import Refused

RELATION_KINDS = ("depends", "implies")
_CYCLE_MESSAGES = {
    "depends": "Each of these SCUs would need the other. Remove one of their relations first.",
    "implies": "Each of these SCUs would imply the other: they say the same, so merge them.",
}


class RelationSnapshot(TypedDict):
    """A relation to the SCU with the id ``to``. ``kind``: "depends" if the SCU that has the relation makes no sense
    without the other SCU, "implies" if it also says what the other SCU says.
    """

    to: str
    kind: str


Scu = Mapping[str, Any]
S = TypeVar("S", bound=Scu)


def relations_of(scu: Scu) -> Sequence[RelationSnapshot]:
    """The relations of an SCU to others, sorted by kind and id. The key ``relations`` is left out if there are none."""
    relations: Sequence[RelationSnapshot] = scu.get("relations", ())
    return relations


def with_relations(scu: S, relations: Iterable[RelationSnapshot]) -> S:
    """Returns the SCU with these relations instead of its own. Repeats and relations to itself are left out."""
    pairs = sorted({(relation["kind"], relation["to"]) for relation in relations if relation["to"] != scu["id"]})
    changed: Any = {key: value for key, value in scu.items() if key != "relations"}
    if pairs:
        changed["relations"] = [{"to": to, "kind": kind} for kind, to in pairs]
    return cast("S", changed)


def redirect_relations(scus: Mapping[str, S], targets: Mapping[str, str | None]) -> dict[str, S]:
    """Change the relations that lead to deleted or merged SCUs. Returns only the changed SCUs, by id.

    ``targets``: by the id of each deleted or merged SCU, the id of the SCU that it is merged into; None if it is
    deleted. Relations to a merged SCU then lead to that SCU; relations to a deleted SCU are removed.
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
    """Returns these ids and the ids of all SCUs to which chains of relations of this kind lead from them."""
    reached, queue = set[str](), list(ids)
    while queue:
        key = queue.pop()
        if key not in reached:
            reached.add(key)
            queue += (relation["to"] for relation in relations_of(scus.get(key, {})) if relation["kind"] == kind)
    return reached


def check_relations(state: State[Any], before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Raise Refused if an edit leaves a relation to an SCU that does not exist, or a cycle of relations of one kind.

    ``before``, ``after``: the snapshots that the edit changed. ``state``: the state after the edit, in which all SCUs
    with relations are loaded.
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
                    raise Refused("blocked", _CYCLE_MESSAGES[relation["kind"]])
