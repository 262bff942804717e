"""Values of measures: the same bits however they came, kept by what they were computed from, and by project."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from io import StringIO

import numpy as np
import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.projects.models import Project, Summary
from annotator.projects.services import delete_project
from annotator.runs.steps import TakesLong, using_turn
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.tasks import TopicScores, TopicTask
from scoring.observations.project_texts import topic_summaries
from scoring.observations.viewer import Viewer
from scoring.studies.measures import rows
from scoring.studies.measures.needs import UnmetNeed
from scoring.studies.models import Measured
from scoring.studies.values import MeasuredTopic, measured_values
from scoring.studies.workers import score_topics
from tests.factories import make_member, make_project, make_summary, make_topic
from tests.scoring.studies.measured_project import add_topics

pytestmark = pytest.mark.django_db

MEASURES = tuple(definition(name).measure() for name in ("rouge-2", "rouge-l", "cosine"))
COSINE = (MEASURES[2],)


def project_of(*sizes: tuple[int, int], slug: str = "") -> Viewer:
    """A project with a topic for each pair of a number of peers and of models."""
    project = make_project(slug)
    add_topics(project, *sizes)
    return Viewer(project)


def computed(viewer: Viewer, measures: Sequence[Measure] = MEASURES, *, workers: int = 1) -> list[MeasuredTopic]:
    return measured_values(viewer, measures, topic_summaries(viewer), score=partial(score_topics, workers=workers))


def as_bytes(topics: Sequence[MeasuredTopic]) -> list[tuple[str, list[str], list[bytes], list[tuple[str, ...]]]]:
    return [
        (
            topic.key,
            [summary.name for summary in topic.summaries],
            [one.values.tobytes() for one in topic.scored],
            [one.reasons for one in topic.scored],
        )
        for topic in topics
    ]


def test_the_values_are_those_of_the_measure() -> None:
    viewer = project_of((2, 1))
    (topic,) = computed(viewer, MEASURES[:1])
    assert [summary.name for summary in topic.summaries] == ["P0", "P1", "M0"]
    # P1 has the text of the only model, P0 shares "the lamp", "lamp failed", "by boat" with it or not.
    assert topic.scored[0].values[1].tolist() == [1.0, 1.0, 1.0]
    assert topic.scored[0].reasons == ("", "", "no models")
    assert np.isnan(topic.scored[0].values[2]).all()


def test_stored_values_have_the_bits_of_fresh_ones_and_nothing_is_computed_twice() -> None:
    viewer = project_of((3, 2), (0, 2), (2, 0), (1, 1))
    fresh = as_bytes(computed(viewer))
    tasks: list[TopicTask] = []

    def noted(asked: Iterable[TopicTask]) -> Iterator[TopicScores]:
        tasks.extend(asked)
        yield from score_topics(tasks)

    assert as_bytes(measured_values(viewer, MEASURES, topic_summaries(viewer), score=noted)) == fresh
    assert tasks == []
    assert Measured.objects.count() == 4 * len(MEASURES)


def test_one_by_one_in_other_orders_and_in_other_processes_the_bits_are_the_same() -> None:
    viewer = project_of((3, 2), (2, 3), (2, 1))
    together = as_bytes(computed(viewer))
    Measured.objects.all().delete()
    assert as_bytes(computed(viewer, workers=2)) == together
    Measured.objects.all().delete()
    topics = topic_summaries(viewer)
    for topic in reversed(topics):
        for measure in reversed(MEASURES):
            measured_values(viewer, [measure], topics, chosen=[topic])
    assert Measured.objects.count() == 3 * len(MEASURES)
    assert as_bytes(computed(viewer)) == together


def test_another_text_parameter_or_version_has_a_row_of_its_own() -> None:
    viewer = project_of((2, 2))
    computed(viewer, MEASURES[:1])
    computed(viewer, [definition("rouge-2").measure({"stem": "no"})])
    assert Measured.objects.count() == 2
    summary = Summary.objects.filter(kind="peer").first()
    assert summary is not None
    Summary.objects.filter(pk=summary.pk).update(sentences=[0, 5, 5, summary.length])  # sentences can be corrected
    computed(viewer, MEASURES[:1])
    assert Measured.objects.count() == 3


def test_the_key_follows_each_part(monkeypatch: pytest.MonkeyPatch) -> None:
    viewer = project_of((1, 1))
    topics = topic_summaries(viewer)
    (key,) = rows.row_keys(viewer.project, MEASURES[:1], topics).values()
    monkeypatch.setattr(rows, "format_signature", lambda measure: f"{measure.name}|v:2")
    assert [*rows.row_keys(viewer.project, MEASURES[:1], topics).values()] != [key]


def test_values_with_frequencies_of_the_project_follow_all_its_texts() -> None:
    viewer = project_of((2, 2), (2, 2))
    before = as_bytes(computed(viewer, COSINE))
    rouge = as_bytes(computed(viewer, MEASURES[:1]))
    make_summary(make_topic(viewer.project, "T3"), text="A lamp and a boat.", sentences=[0, 18])
    after = as_bytes(computed(viewer, COSINE))
    assert after[:2] != before
    assert Measured.objects.count() == 2 + 2 + 3
    assert as_bytes(computed(viewer, MEASURES[:1]))[:2] == rouge
    assert Measured.objects.count() == 2 + 2 + 3 + 1


def test_the_rows_of_another_project_with_the_same_texts_are_not_used() -> None:
    ours, others = project_of((2, 2), slug="ours"), project_of((2, 2), slug="others")
    computed(ours)
    assert computed(others)[0].scored[0].values.tobytes() == computed(ours)[0].scored[0].values.tobytes()
    keys = [rows.row_keys(one.project, MEASURES, topic_summaries(one)).values() for one in (ours, others)]
    assert not set(keys[0]) & set(keys[1])
    assert Measured.objects.count() == 2 * len(MEASURES)


def test_rows_go_with_their_project() -> None:
    viewer = project_of((2, 2))
    computed(viewer)
    delete_project(project=viewer.project, by=make_member(viewer.project, "manager"))
    assert not Measured.objects.exists()


def test_the_number_of_sql_queries_does_not_grow() -> None:
    small, large = project_of((1, 1)), project_of((3, 2), (2, 3), (4, 4), (2, 2))
    counts = []
    for viewer, measures in ((small, COSINE), (large, (*MEASURES, definition("lcs").measure()))):
        for _ in range(2):
            with CaptureQueriesContext(connection) as captured:
                computed(viewer, measures)
            counts.append(len(captured))
    assert counts[:2] == counts[2:]


def test_more_than_twenty_thousand_pair_scores_take_long() -> None:
    estimates: list[float] = []
    viewer = project_of((2, 2), (1, 2))
    with using_turn(estimates.append):
        computed(viewer, MEASURES[:2])
        computed(viewer, MEASURES[:2])
    assert estimates == [pytest.approx((4 + 3) * 2 * 2 * 1e-4), 0]
    topics = topic_summaries(viewer) * 3000
    with using_turn(estimates.append), pytest.raises(TakesLong):
        measured_values(viewer, [definition("rouge-3").measure()], topics)


def test_what_was_computed_before_an_interruption_is_stored() -> None:
    viewer = project_of((2, 2), (2, 2), (2, 2))

    def killed_after_two(tasks):
        for number, scores in enumerate(score_topics(tasks)):
            if number == 2:
                raise KeyboardInterrupt
            yield scores

    with pytest.raises(KeyboardInterrupt):
        measured_values(viewer, MEASURES, topic_summaries(viewer), score=killed_after_two)
    assert Measured.objects.count() == 2 * len(MEASURES)


def test_a_measure_whose_needs_are_not_met_is_refused() -> None:
    viewer = project_of((2, 1))
    with pytest.raises(UnmetNeed, match=r"be-h needs elements, and the project has elements for 0 of 3 texts"):
        computed(viewer, [definition("be-h").measure()])
    with pytest.raises(UnmetNeed, match=r"rouge-2 needs models, and the project has models for 0 of 1 topics"):
        computed(project_of((2, 0)), MEASURES[:1])


def test_members_see_the_values_of_summaries_whose_scores_they_may_see() -> None:
    viewer = project_of((2, 2))
    member = make_member(viewer.project)
    assert member.user is not None
    for setting, names in (("show", ["P0", "P1", "M0", "M1"]), ("after_submit", []), ("hide", [])):
        Project.objects.update(live_scores=setting)
        seen = Viewer.member(member.user, viewer.project.slug)
        (topic,) = computed(seen)
        assert [summary.name for summary in topic.summaries] == names
        assert [len(one.values) for one in topic.scored] == [len(names)] * len(MEASURES)


def test_masked_peers_come_in_the_order_of_their_masks() -> None:
    viewer = project_of((3, 1))
    Project.objects.update(mask_summarizers=True)
    for name, mask in (("P0", "P30"), ("P1", "P10"), ("P2", "P20")):
        Summary.objects.filter(summarizer=name).update(mask=mask)
    member = make_member(viewer.project)
    assert member.user is not None
    (masked,) = computed(Viewer.member(member.user, viewer.project.slug))
    (named,) = computed(viewer)
    assert [summary.name for summary in masked.summaries] == ["P10", "P20", "P30", "M0"]
    assert masked.scored[0].values[[2, 0, 1, 3]].tobytes() == named.scored[0].values.tobytes()


def test_rows_that_nobody_read_for_90_days_are_deleted() -> None:
    viewer = project_of((1, 1), (1, 1))
    computed(viewer, COSINE)
    Measured.objects.update(last_used=timezone.now() - rows.UNUSED)
    topics = topic_summaries(viewer)
    measured_values(viewer, COSINE, topics, chosen=topics[:1])
    call_command("tidy", stdout=StringIO())
    assert Measured.objects.get().topic.key == "T1"
