"""The scores of a project as the data of a study: what joins, what each viewer sees, what is refused."""

from dataclasses import replace

import numpy as np
import pytest

from annotator.projects.models import Project
from annotator.projects.peer_names import mask_project
from annotator.texts.errors import Malformed
from annotator.work.models import Work
from scoring.measures.automatic.registry import definition as measure_definition
from scoring.measures.automatic.signature import format_signature
from scoring.observations.viewer import Viewer
from scoring.studies.data import ColumnKind
from scoring.studies.definition import StudyImpossible, StudyRefused, Summarizers
from scoring.studies.measures.needs import UnmetNeed
from scoring.studies.project_data import HIDDEN, MASKED, check_definition, study_data
from tests.factories import make_project, make_summary
from tests.scoring.studies.studied_project import DEFINITION, data_of, studied_project, viewer_of

pytestmark = pytest.mark.django_db

MODIFIED = [[1.2] * 3, [1.0] * 3, [0.6] * 3, [0.2, 0.2, 1.0]]
"""By hand, see `studied_project.UNITS`."""


def column(data, name):
    return data.table.values[data.table.columns.index(name)].tolist()


def test_measures_given_scores_and_pyramid_scores_are_joined_by_summary() -> None:
    data = data_of(studied_project())
    assert (data.table.summarizers, data.table.topics) == (("1", "2", "3", "4"), ("D1-A", "D2-B", "D3-A"))
    assert column(data, "pyramid.modified") == MODIFIED
    assert column(data, "rouge-1") == pytest.approx(np.repeat([[4 / 6], [2 / 6], [1 / 6], [0]], 3, axis=1), abs=1e-5)
    assert column(data, "given.length")[0] == [23.0, 24.0, 25.0]
    kinds = {one.name: (one.kind, one.signature) for one in data.columns}
    assert kinds == {
        "rouge-1": (ColumnKind.MEASURE, format_signature(measure_definition("rouge-1").measure())),
        "given.length": (ColumnKind.GIVEN, ""),
        "pyramid.modified": (ColumnKind.HUMAN, ""),
    }
    assert (data.people, data.source) == (frozenset(), {"project": Project.objects.get().slug})


def test_models_are_scored_as_peers_against_the_others() -> None:
    project = studied_project()
    everyone = data_of(project, replace(DEFINITION, summarizers=Summarizers.ALL))
    assert everyone.people == {"M1", "M2", "M3"}
    assert everyone.table.summarizers[4:] == ("M1", "M2", "M3")
    assert column(everyone, "rouge-1")[4:] == [[1.0] * 3] * 3  # the texts of the models are equal
    assert not np.isnan(everyone.table.values[2]).any()
    assert [warning.split(" ")[0] for warning in everyone.warnings] == ["“rouge-1”"]
    people = data_of(project, replace(DEFINITION, summarizers=Summarizers.HUMAN))
    assert people.table.summarizers == ("M1", "M2", "M3")


def test_a_model_and_a_peer_of_the_same_name_stay_apart() -> None:
    project = studied_project()
    for topic in project.topics.all():
        topic.summaries.filter(summarizer="M1").update(summarizer="4")
    everyone = data_of(project, replace(DEFINITION, summarizers=Summarizers.ALL))
    assert {"4", "4 (human)"} < set(everyone.table.summarizers)
    assert everyone.people == {"4 (human)", "M2", "M3"}


def test_only_the_chosen_topics_are_read() -> None:
    data = data_of(studied_project(), replace(DEFINITION, topics=("D3-A",)))
    assert (data.table.topics, column(data, "pyramid.modified")) == (("D3-A",), [[1.2], [1.0], [0.6], [1.0]])


def test_masked_summarizers_are_joined_for_managers_only_until_a_topic_is_revealed() -> None:
    project = studied_project(mask_summarizers=True)
    mask_project(project=project)
    annotator, manager = viewer_of(project), viewer_of(project, "manager")
    with pytest.raises(StudyImpossible) as refused:
        study_data(annotator, DEFINITION)
    assert str(refused.value) == MASKED
    assert study_data(manager, DEFINITION).table.summarizers == ("1", "2", "3", "4")
    project.topics.filter(key="D2-B").update(revealed_at="2026-01-01T00:00Z")
    revealed = study_data(annotator, DEFINITION)
    assert (revealed.table.summarizers, revealed.table.topics) == (("1", "2", "3", "4"), ("D2-B",))


def test_scores_that_the_project_hides_are_in_no_study() -> None:
    project = studied_project(live_scores="after_submit")
    annotator = viewer_of(project)
    assert study_data(annotator, DEFINITION).table.summarizers == ("1", "2", "3", "4")
    Work.objects.filter(kind="match", summary__summarizer="2").update(state="in_progress")
    assert study_data(annotator, DEFINITION).table.summarizers == ("1", "3", "4")
    Project.objects.update(live_scores="hide")
    with pytest.raises(StudyImpossible) as refused:
        study_data(viewer_of(Project.objects.get()), DEFINITION)
    assert str(refused.value) == HIDDEN


def test_names_of_measures_are_made_short() -> None:
    project = studied_project()
    long = replace(DEFINITION, columns=("rouge-1:stem=155,alpha=.5", "rouge-2:value=f"))
    assert check_definition(project, long).columns == ("rouge-1", "rouge-2:value=f")


@pytest.mark.parametrize(
    ("columns", "against", "field", "sentence"),
    [
        (("rouge-0",), ("pyramid.modified",), "columns", "There is no measure “rouge-0”."),
        (("rouge-1:stam=no",), ("pyramid.modified",), "columns", "rouge-1 has no parameter “stam”. It has "),
        (("rouge-1", "rouge-1:stem=155"), ("pyramid.modified",), "columns", "“columns” names “rouge-1” twice."),
        (("given.nothing",), ("pyramid.modified",), "columns", "The project has no column “given.nothing”. It has "),
        (
            ("rouge-1",),
            ("pyramid.best",),
            "against",
            "There is no column “pyramid.best”. Columns of pyramid scores are pyramid.original",
        ),
        (("rouge-1",), ("given.length",), "against", "“given.length” is not a column of human scores."),
        (("given.overall",), ("rouge-1",), "against", "“rouge-1” is not a column of human scores."),
    ],
)
def test_unknown_columns_are_refused_with_what_there_is(columns, against, field, sentence) -> None:
    with pytest.raises(StudyRefused) as refused:
        check_definition(studied_project(), replace(DEFINITION, columns=columns, against=against))
    assert str(refused.value).startswith(sentence)
    assert refused.value.field == field


def test_a_topic_that_is_not_there_is_refused() -> None:
    with pytest.raises(StudyRefused, match="There is no topic “D9”"):
        check_definition(studied_project(), replace(DEFINITION, topics=("D9",)))


def test_a_measure_whose_needs_are_not_met_is_refused_with_what_is_missing() -> None:
    with pytest.raises(
        UnmetNeed, match="be-hm needs elements, and the project has elements for 0 of 21 texts"
    ) as refused:
        check_definition(studied_project(), replace(DEFINITION, columns=("be-hm",)))
    assert refused.value.status == 422


def test_a_project_without_texts_is_refused() -> None:
    with pytest.raises(Malformed, match="The project has no such summaries"):
        study_data(Viewer(make_project()), replace(DEFINITION, columns=("pyramid.recall",)))


def test_letters_that_a_tokenizer_loses_are_told_with_a_new_result() -> None:
    project = studied_project()
    make_summary(project.topics.get(key="D1-A"), "peer", text="大坝在星期五溃决了。", summarizer="5")
    (sentence,) = data_of(project).text_warnings()
    assert sentence.startswith(
        "With tok:155, only ASCII letters are read (rouge-1): over 5% of the letters are lost in 1 "
    )
