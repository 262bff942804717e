"""The scores of a project as tests speak of them: a summary and matcher with its three scores and their counts."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from django.db.models import QuerySet

from annotator.projects.models import Project
from annotator.work.models import Work
from scoring.measures.observation import Row
from scoring.measures.pyramid_scores import Score, Undefined
from scoring.observations.pyramid_scores import ScoredPeer, ScoreSettings, ScoreSheet
from scoring.observations.pyramid_scores import score_sheet as sheet_of_viewer
from scoring.observations.viewer import Viewer
from scoring.results.scores.rows import PEER_COLUMNS, as_row

REASONS = {reason.missing.code: reason for reason in Undefined}


@dataclass(frozen=True, slots=True)
class Seen:
    """A row of a sheet; ``peer`` is None for a model summary."""

    row: Row
    peer: ScoredPeer | None

    @property
    def scores(self) -> SimpleNamespace:
        """Counts, and each score with X, Max and the reason that it is missing."""
        scores = {
            name: Score(
                one.value, one.details["x"], one.details["max"], one.missing and REASONS[one.missing.code], one.exact
            )
            for name, one in self.row.by_measure.items()
        }
        return SimpleNamespace(**self.row.origin.counts, **scores)

    @property
    def origin(self) -> Any:
        """Where it comes from."""
        return self.row.origin

    @property
    def annotation(self) -> Work:
        """What the scores of a peer are of."""
        assert self.peer is not None
        return self.peer.row.annotation

    def as_row(self) -> dict[str, Any]:
        """In the columns of the export."""
        return as_row(self.row, PEER_COLUMNS)


@dataclass(frozen=True, slots=True)
class SeenSheet:
    """A sheet with its rows."""

    sheet: ScoreSheet

    @property
    def scored(self) -> tuple[Seen, ...]:
        """The rows in order."""
        return tuple(Seen(row, self.sheet.peers.get(row.origin.work or 0)) for row in self.sheet.rows)

    @property
    def withheld(self) -> int:
        """How many annotations are left out."""
        return self.sheet.withheld_count


def score_sheet(
    *, project: Project, annotations: QuerySet[Work], role: str | None, settings: ScoreSettings
) -> SeenSheet:
    """The sheet for a member of this role who sees these annotations."""
    within = annotations.filter(topic__project=project)
    return SeenSheet(sheet_of_viewer(Viewer(project, None, role), settings, within))
