"""Decisions of a consensus as rows: read as images with the SCUs or units, and written with them in one statement."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from annotator.work.edits.decisions import DECISION, DecisionImage
from annotator.work.log.prepared import run_prepared
from annotator.work.log.rows import Writes


@dataclass(frozen=True, slots=True)
class DecisionRows:
    """Of pyramids or of peer annotations: the column that points there, and what images call what was made."""

    column: str
    made: str

    def sql(self, where: str = "") -> str:
        """The images of the decisions of ``%(target)s``; ``where``: further conditions on rows ``d``."""
        return f"""
            SELECT NULL::bigint, json_build_object(
                'id', '{DECISION}' || d.key, 'choice', d.choice, 'note', d.note, 'sources', d.sources,
                '{self.made}', d.made)::text
            FROM annotator_decision d WHERE d.{self.column} = %(target)s {where}
        """

    def read(self, target: int) -> list[DecisionImage]:
        """All decisions, by key. One statement."""
        rows = run_prepared(f"{self.sql()} ORDER BY d.key", {"target": target})
        return [json.loads(text) for _, text in rows]

    def put(self, writes: Writes, target: int, changed: Iterable[str], images: Mapping[str, Any]) -> None:
        """Write the decisions among the changed keys; those without an image go."""
        keys = [key for key in changed if key.startswith(DECISION)]
        gone = [key.removeprefix(DECISION) for key in keys if key not in images]
        if gone:
            sql = f"DELETE FROM annotator_decision WHERE {self.column} = %s AND key = ANY(%s)"
            writes.add("gone_decisions", sql, [target, gone])
        if standing := [cast("DecisionImage", images[key]) for key in keys if key in images]:
            self._upsert(writes, target, standing)

    def _upsert(self, writes: Writes, target: int, images: list[DecisionImage]) -> None:
        made: list[Any] = [image.get(self.made, []) for image in images]
        writes.add(
            "put_decisions",
            f"""
            INSERT INTO annotator_decision ({self.column}, key, choice, note, sources, made)
            SELECT %s::bigint, v.key, v.choice, v.note, v.sources, v.made
            FROM unnest(%s::text[], %s::text[], %s::text[], %s::jsonb[], %s::jsonb[])
                AS v (key, choice, note, sources, made)
            ON CONFLICT ({self.column}, key) DO UPDATE
            SET choice = excluded.choice, note = excluded.note, sources = excluded.sources, made = excluded.made
            """,
            [
                target,
                [image["id"].removeprefix(DECISION) for image in images],
                [image["choice"] for image in images],
                [image["note"] for image in images],
                [json.dumps(image["sources"]) for image in images],
                [json.dumps(one) for one in made],
            ],
        )


def keys_among(others: Iterable[str]) -> list[str]:
    """The keys of differences among keys of images."""
    return sorted(key.removeprefix(DECISION) for key in others if key.startswith(DECISION))


OF_PYRAMID = DecisionRows("pyramid_id", "scus")
OF_ANNOTATION = DecisionRows("annotation_id", "units")
