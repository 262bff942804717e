"""Relevance correlation of a project: its values, when they are computed anew, and who sees them."""

from math import sqrt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.projects.models import Project, Summary, Topic
from scoring.measures.automatic.registry import definition
from scoring.observations.project_texts import topic_summaries
from scoring.observations.viewer import Viewer
from scoring.studies.models import Measured
from scoring.studies.values import MeasuredTopic, measured_values
from tests.factories import make_document, make_member, make_project, make_summary, make_topic

pytestmark = pytest.mark.django_db

RELEVANCE = definition("relevance").measure()


@pytest.fixture
def project() -> Project:
    """The collection that tests/scoring/measures/automatic/relevance computes by hand."""
    project = make_project()
    texts = (("D1", "dam dam town", "dam"), ("D2", "the dam", "town"), ("D3", "fish", "fish"))
    for key, document, summary in texts:
        topic = make_topic(project, key)
        make_document(topic, text=document)
        make_summary(topic, "peer", text=summary, summarizer="S")
        make_summary(topic, "model", text=document, summarizer="S")
    make_summary(make_topic(project, "D4"), "peer", text="dam", summarizer="S")
    Topic.objects.exclude(key="D2").update(statement="dam")
    return project


def computed(viewer: Viewer) -> list[MeasuredTopic]:
    return measured_values(viewer, [RELEVANCE], topic_summaries(viewer))


def test_a_project_gives_its_statements_documents_and_summaries(project: Project) -> None:
    first, no_statement, _, no_documents = (topic.scored[0] for topic in computed(Viewer(project)))
    assert first.values[0].tolist() == pytest.approx([sqrt(3) / 2, sqrt(3) / 2, 2 / sqrt(6)], abs=1e-12)
    assert first.values[1].tolist() == pytest.approx([1, 1, 1], abs=1e-12)  # the model summaries are the documents
    assert no_statement.reasons == ("no statement", "no statement")
    assert no_documents.reasons == ("no documents",)


def test_any_text_or_name_of_any_topic_gives_new_values(project: Project) -> None:
    computed(Viewer(project))
    computed(Viewer(project))
    assert Measured.objects.count() == 4
    changes = [
        lambda: Topic.objects.filter(key="D3").update(statement="fish"),
        lambda: make_document(Topic.objects.get(key="D3"), "42", text="carp"),
        lambda: Summary.objects.filter(topic__key="D3", kind="peer").update(summarizer="T"),
        lambda: make_summary(Topic.objects.get(key="D4"), "model", text="carp", summarizer="S"),
    ]
    for number, change in enumerate(changes, 2):
        change()
        computed(Viewer(project))
        assert Measured.objects.count() == 4 * number


def test_members_from_whom_names_are_hidden_see_no_value_of_peers(project: Project) -> None:
    Project.objects.update(mask_summarizers=True, live_scores="show")
    member = make_member(project)
    assert member.user is not None
    seen = computed(Viewer.member(member.user, project.slug))[0].scored[0]
    assert seen.reasons == ("names are hidden", "")
    assert seen.values[1].tolist() == pytest.approx([1, 1, 1], abs=1e-12)
    assert computed(Viewer(project))[0].scored[0].reasons == ("", "")


def test_the_number_of_queries_does_not_grow_with_topics(project: Project) -> None:
    def count() -> int:
        Measured.objects.all().delete()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            computed(Viewer(project))
        return len(queries)

    before = count()
    for key in ("E1", "E2", "E3"):
        topic = make_topic(project, key)
        make_document(topic)
        make_summary(topic, "peer", text="dam", summarizer="S")
    assert count() == before
