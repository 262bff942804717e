"""What hangs on pyramids and peer annotations alike, written to its rows from the JSON of a project."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from annotator.interchange.inserting import insert_pairs, insert_rows
from annotator.interchange.project_file.fields import columns
from annotator.interchange.project_file.import_names import Json, People, TopicRows, reference
from annotator.interchange.project_file.names import renamed_images, renamed_payload
from annotator.projects.columns import opaque_id
from annotator.work.adjudication.models import ConsensusSource, Decision
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Work
from annotator.work.notes.models import Note, NoteThread


@dataclass(frozen=True, slots=True)
class Around:
    """What pyramids and peer annotations have alike; ``column``: which of them these are, of rows that point there."""

    column: str
    works: list[tuple[int, Json]]
    rows: TopicRows
    people: People

    def write(self, source: Callable[[Json, str], int]) -> None:
        """Write it. ``source``: the key of the other work of an owner that a consensus is made from."""
        self._write_editors()
        self._insert(Decision, "decisions", lambda one: columns(Decision, one))
        self._insert(UsedId, "used_ids", lambda one: {"uuid": one})
        insert_rows(
            ConsensusSource,
            [
                {
                    **columns(ConsensusSource, said),
                    self.column: key,
                    f"source_{self.column}": source(one, said["owner"]),
                    "position": place,
                }
                for key, one in self.works
                for place, said in enumerate(one["sources"])
            ],
        )
        self._write_threads()
        self._insert(Edit, "log", self._edit)

    def _insert(self, model: Any, name: str, row: Callable[[Any], dict[str, Any]]) -> None:
        insert_rows(model, [{**row(said), self.column: key} for key, one in self.works for said in one[name]])

    def _write_editors(self) -> None:
        kind = Work
        through = kind.editors.through._meta
        pairs = [(key, self.people.members[name]) for key, one in self.works for name in one["editors"]]
        insert_pairs(through.db_table, (f"{kind._meta.model_name}_id", "membership_id"), pairs)

    def _write_threads(self) -> None:
        threads = [(opaque_id(), key, said) for key, one in self.works for said in one["threads"]]
        insert_rows(
            NoteThread,
            [
                {
                    **columns(NoteThread, said),
                    "id": thread,
                    self.column: key,
                    "summary": self.rows.models[said["summary"]] if said["summary"] else None,
                    **self.people.pointed(said["resolved_by"], "resolved_by", "resolver_name"),
                }
                for thread, key, said in threads
            ],
        )
        insert_rows(
            Note,
            [
                {
                    **columns(Note, note),
                    "thread": thread,
                    "uuid": note["id"],
                    "author": self.people.members[note["author"]],
                }
                for thread, _, said in threads
                for note in said["notes"]
            ],
        )

    def _edit(self, one: Json) -> dict[str, Any]:
        return {
            **columns(Edit, one),
            "uuid": one["id"],
            **self.people.pointed(one["by"], "actor", "actor_name"),
            "payload": renamed_payload(
                one["verb"],
                one["payload"],
                summary=lambda name: self.rows.models[name],
                annotation=lambda said: self.rows.annotations[reference(said)],
            ),
            "before": renamed_images(one["before"], lambda name: self.rows.models[name]),
            "after": renamed_images(one["after"], lambda name: self.rows.models[name]),
        }
