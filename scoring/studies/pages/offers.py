"""What a new study of a project can compare: its measures, given scores and pyramid scores."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from annotator.judgments.models import Instrument, Sheet
from annotator.work.visibility import FINISHED_STATES
from scoring.measures.automatic.short_name import short_name
from scoring.measures.automatic.topic_texts import Need
from scoring.measures.pyramid_scores import SCORE_KINDS
from scoring.observations.project_texts import topic_summaries
from scoring.observations.viewer import Viewer
from scoring.studies.column_names import GIVEN
from scoring.studies.judgments.cells import offered_names
from scoring.studies.measures.needs import unmet_needs
from scoring.studies.measures.usual import measures_in_projects
from scoring.studies.models import GivenColumn
from scoring.studies.pages.wording import PYRAMID, measure_meaning
from scoring.studies.trained.queries import current_trained_measures

LISTED_FIRST = ("rouge-1", "rouge-2", "rouge-l", "rouge-su4", "tesla-s", "cosine", "word-overlap")
"""Measures that the page lists first."""
TICKED = ("rouge-1", "rouge-2", "rouge-l", "rouge-su4", "tesla-s", "cosine", f"{PYRAMID}modified")
"""Measures and pyramid scores that the form ticks if the project has what they need."""
PYRAMID_MEANINGS = {
    "original": "The weight of the matched SCUs, relative to the best choice of as many SCUs.",
    "modified": "The weight of the matched SCUs, relative to the best choice of as many SCUs as a model summary has.",
    "recall": "The weight of the matched SCUs, relative to the weight of all SCUs of the pyramid.",
}
UNMET_REASONS = {
    Need.MODELS: "no topic has model summaries",
    Need.ELEMENTS: "it needs files of Basic Elements, which projects do not hold",
    Need.PARSE: "no summary has a parse",
    Need.DISCOURSE: "no summary has discourse relations",
    Need.TRAINED: "it needs a trained model",
    Need.DOCUMENTS: "no topic has documents",
    Need.PROJECT_DOCUMENTS: "no topic has documents",
    Need.STATEMENT: "no topic has a statement",
    Need.EXTRACT: "no peer is an extract that can be compared with judges’ extracts that you may see",
    Need.PROJECT_TEXTS: "the project has no texts",
    Need.COLLECTION: "the project has no texts",
}
"""Why a measure is not available, by what it lacks."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A column that a new study could have. ``lacking``: what the project lacks for it; "" if nothing."""

    name: str
    meaning: str
    lacking: str = ""
    is_ticked: bool = False


@dataclass(frozen=True, slots=True)
class Offers:
    """The columns, grouped as in the form. ``common``, ``rare``: automatic measures. ``given``: scores from tables,
    not by people. ``human``: scores by people, with which the others are compared.
    """

    common: tuple[Offer, ...]
    rare: tuple[Offer, ...]
    given: tuple[Offer, ...]
    human: tuple[Offer, ...]
    topic_count: int

    @property
    def is_possible(self) -> bool:
        """Whether the project has a column to compare, and one of human scores."""
        compared = (*self.common, *self.rare, *self.given)
        return any(not offer.lacking for offer in compared) and any(not offer.lacking for offer in self.human)


def study_offers(viewer: Viewer) -> Offers:
    """Returns all columns that studies can have; those that this project cannot have now say why."""
    topics = topic_summaries(viewer)
    measures = []
    for measure in (*measures_in_projects(), *current_trained_measures(viewer.project)):
        name, unmet_reasons = short_name(measure), (UNMET_REASONS[unmet.need] for unmet in unmet_needs(measure, topics))
        lacking = ", ".join(dict.fromkeys(unmet_reasons))
        measures.append(Offer(name, measure_meaning(measure), lacking, not lacking and name in TICKED))
    lacking = "" if viewer.annotations().exists() else "no peer has been matched to a pyramid yet"
    pyramid = [
        Offer(f"{PYRAMID}{kind}", PYRAMID_MEANINGS[kind], lacking, not lacking and f"{PYRAMID}{kind}" in TICKED)
        for kind in SCORE_KINDS
    ]
    given = [
        (column.is_human, Offer(f"{GIVEN}{column.name}", _meaning(column), is_ticked=True))
        for column in GivenColumn.objects.filter(project=viewer.project)
    ]
    judged = [
        Offer(name, f"Judgments: {instrument.name}.")
        for instrument in _judged_instruments(viewer)
        for name in offered_names(instrument)
    ]
    return Offers(
        common=tuple(offer for offer in measures if offer.name in LISTED_FIRST),
        rare=tuple(offer for offer in measures if offer.name not in LISTED_FIRST),
        given=tuple(offer for is_human, offer in given if not is_human),
        human=tuple(sorted([*pyramid, *judged, *(offer for is_human, offer in given if is_human)], key=_is_lacking)),
        topic_count=len(topics),
    )


def _judged_instruments(viewer: Viewer) -> QuerySet[Instrument]:
    """Returns the instruments with finished sheets whose results the viewer may see. Two SQL queries."""
    visible = Instrument.objects.all()
    if viewer.user is not None:
        visible = Instrument.objects.with_results_visible_to(viewer.user)
    finished = Sheet.objects.filter(instrument=OuterRef("pk"), work__state__in=FINISHED_STATES)
    return visible.filter(Exists(finished), project=viewer.project).prefetch_related("questions")


def _is_lacking(offer: Offer) -> bool:
    return bool(offer.lacking)


def _meaning(column: GivenColumn) -> str:
    scale = "" if column.scale_low is None else f" from {column.scale_low:g} to {column.scale_high:g}"
    return f"Scores{scale} from a table, {'by people' if column.is_human else 'not by people'}."
