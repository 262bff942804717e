"""Analyses how many topics and matchers a project needs. Used by its page, the API and `manage.py enough`."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from annotator.projects.models import Topic
from annotator.runs.steps import reserve_time
from scoring.measures.observation import CONSENSUS, Observation, basis_warnings
from scoring.measures.pyramid_scores import MEASURES
from scoring.observations.pyramid_scores import ScoreSettings, ScoreSheet, score_sheet
from scoring.observations.viewer import Viewer
from scoring.results.enough.analysis import EnoughRefused, analyse_enough
from scoring.results.enough.result import EnoughAnalysis, EnoughSettings
from scoring.results.scores.queries import SECONDS_PER_WORK


@dataclass(frozen=True, slots=True)
class ScoreSelection:
    """Which scores to analyse. ``kind``: one of SCORE_KINDS. ``topics``: keys; empty for all topics. ``owner``: the
    owner of the pyramids; "" for the consensus of each topic or, if there is none, the topic's only owner.
    """

    kind: str = "modified"
    settings: ScoreSettings = field(default_factory=ScoreSettings)
    topics: tuple[str, ...] = ()
    owner: str = ""


@dataclass(frozen=True, slots=True)
class EnoughOutcome:
    """The analysis (``enough``), or the reason why it is refused. ``matchers``: the names that can be selected."""

    enough: EnoughAnalysis | None
    refusal: str
    matchers: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """For the API: "refused", "matchers" and, unless refused, the keys of ``manage.py enough --json``."""
        numbers = self.enough.as_json() if self.enough else {}
        return {**numbers, "refused": self.refusal or None, "matchers": list(self.matchers)}


def analyse_project(viewer: Viewer, selection: ScoreSelection, settings: EnoughSettings) -> EnoughOutcome:
    """Analyse the selected scores of the project that the viewer may see. Raises Topic.DoesNotExist."""
    if set(selection.topics) - {topic.key for topic in viewer.topics()}:
        raise Topic.DoesNotExist
    reserve_time(viewer.work_count * SECONDS_PER_WORK)
    annotations = viewer.annotations()
    if selection.topics:
        annotations = annotations.filter(topic__key__in=selection.topics)
    sheet = score_sheet(viewer, selection.settings, annotations)
    try:
        observations = _scores_by_pyramid_owner(sheet.observations.of(selection.kind), selection.owner)
        result = analyse_enough(observations, MEASURES[selection.kind], settings)
    except EnoughRefused as refused:
        return EnoughOutcome(None, str(refused), sheet.matchers)
    release_warnings = basis_warnings(score.origin for score in observations)
    warnings = (*_withheld_warnings(sheet), *release_warnings, *result.warnings)
    return EnoughOutcome(replace(result, warnings=warnings), "", sheet.matchers)


def _scores_by_pyramid_owner(observations: Sequence[Observation], owner: str) -> list[Observation]:
    """The scores against the pyramids of one owner on each topic: ``owner``; if that is "", the consensus or, if
    there is none, the only owner. Raises EnoughRefused if a topic has several owners to choose from.
    """
    by_topic: dict[str, list[Observation]] = {}
    for observation in observations:
        by_topic.setdefault(observation.subject.topic, []).append(observation)
    analysed = []
    for topic, scores in by_topic.items():
        owners = {score.origin.basis.owner for score in scores if score.value is not None}
        chosen_owner = owner or (CONSENSUS if CONSENSUS in owners else "")
        if not chosen_owner and len(owners) > 1:
            raise EnoughRefused(
                f"Topic {topic} has scores against pyramids by {', '.join(sorted(owners))}: choose whose."
            )
        analysed += [score for score in scores if chosen_owner in ("", score.origin.basis.owner)]
    return analysed


def _withheld_warnings(sheet: ScoreSheet) -> list[str]:
    if not sheet.withheld_count:
        return []
    return [f"{sheet.withheld_count} peer annotations are left out: the project does not show their scores now."]
