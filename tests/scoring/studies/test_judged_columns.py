"""Scores of judgments as columns of studies."""

from dataclasses import replace

import numpy as np
import pytest

from annotator.judgments.models import Instrument
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.instruments import create_instrument, set_instrument_state
from annotator.projects.models import Membership, Project
from annotator.work.models import Work
from scoring.observations.viewer import Viewer
from scoring.studies.data import ColumnKind
from scoring.studies.definition import StudyImpossible, StudyRefused
from scoring.studies.pages.offers import study_offers
from scoring.studies.project_data import check_definition, study_data
from tests.factories import make_sheet
from tests.scoring.studies.studied_project import DEFINITION, data_of, studied_project, viewer_of

pytestmark = pytest.mark.django_db

QUALITY = replace(DEFINITION, columns=("rouge-1",), against=("judgments.quality.q3",))


def judged_project() -> Project:
    """Each system has a finished sheet by a judge on the first topic, where question n has the answer n."""
    project = studied_project()
    manager = Membership(project=project, role=Membership.Role.MANAGER)
    draft = create_instrument(
        project=project, key="quality", name="", kind="", preset=PRESETS["duc-quality"], by=manager
    )
    instrument = set_instrument_state(instrument=draft, state="open", by=manager)
    judge = Membership.objects.create(project=project, name="judge", role="annotator")
    topic = project.topics.order_by("key")[0]
    for peer in topic.summaries.peer_summaries():
        make_sheet(topic, judge, peer, instrument=instrument)
    Work.objects.filter(sheet__instrument=instrument).update(state="submitted")
    return project


def test_a_question_is_a_column_of_human_scores() -> None:
    data = data_of(judged_project(), QUALITY)
    values = data.table.values[data.table.columns.index("judgments.quality.q3")]
    assert values[:, 0].tolist() == [3, 3, 3, 3]
    assert np.isnan(values[:, 1:]).all()
    assert [column.kind for column in data.columns] == [ColumnKind.MEASURE, ColumnKind.HUMAN]


def test_unknown_instruments_and_scores_are_refused_with_what_there_is() -> None:
    project = judged_project()
    with pytest.raises(StudyRefused, match=r"It has judgments\.quality\.SCORE"):
        check_definition(project, replace(QUALITY, against=("judgments.nothing.q1",)))
    with pytest.raises(StudyRefused, match=r"The instrument has judgments\.quality\.q1, judgments\.quality\.q2"):
        check_definition(project, replace(QUALITY, against=("judgments.quality.q9",)))
    assert check_definition(project, QUALITY).against == QUALITY.against


def test_a_viewer_who_may_not_see_the_results_gets_no_column() -> None:
    project = judged_project()
    viewer = viewer_of(project)
    with pytest.raises(StudyImpossible, match="You cannot see the judgments"):
        study_data(viewer, QUALITY)
    assert not any(offer.name.startswith("judgments.") for offer in study_offers(viewer).human)
    Instrument.objects.update(state="closed")
    assert study_data(viewer, QUALITY).table.columns == ("rouge-1", "judgments.quality.q3")


def test_a_new_study_offers_each_question_and_their_mean() -> None:
    offered = [offer.name for offer in study_offers(Viewer(judged_project())).human]
    names = [f"judgments.quality.{name}" for name in ("q1", "q2", "q3", "q4", "q5", "mean_of_questions")]
    assert [name for name in offered if name.startswith("judgments.")] == names
