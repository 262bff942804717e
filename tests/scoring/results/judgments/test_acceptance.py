"""Scores of judgments against published means, and against the pyramid scores of the same answers."""

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from statistics import fmean

import pytest
from django.utils import timezone

from annotator.interchange.judgment_files.long_table import read_judgments as read_table
from annotator.judgments.models import Instrument
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.instruments import create_instrument, set_instrument_state
from annotator.judgments.services.item_lists import create_released_statement_list
from annotator.judgments.services.sheets import create_sheets, fill_sheet
from annotator.judgments.verbs.judgments import JudgmentSnapshot
from annotator.matching.models import Unit, peer_annotations
from annotator.projects.models import Membership, Project
from scoring.observations.pyramid_scores import ScoreSettings, score_sheet
from scoring.observations.viewer import Viewer
from scoring.results.judgments.project_sheets import read_judgments
from scoring.results.judgments.report import judgment_report
from scoring.results.judgments.settings import JudgmentSettings
from scoring.results.judgments.sheets import data_of_rows
from tests.annotator.interchange.duc_import import DATA, needs_data
from tests.scoring.studies.studied_project import studied_project

QUESTIONS = ("prior", "ref_free", "ref_based")


def rose_table(documents: list[dict]) -> str:
    """The ratings of RoSE as a long table. The file has means of three raters, so each is written as three whole
    numbers with this mean.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["topic", "summarizer", "judge", "question", "value"])
    for document in documents:
        for system, annotation in document["annotations"].items():
            for question in QUESTIONS:
                total = round(3 * annotation[question])
                assert total == pytest.approx(3 * annotation[question])
                for judge in range(3):
                    row = [document["example_id"], system, f"rater {judge}", question, (total + judge) // 3]
                    writer.writerow(row)
    return out.getvalue()


@needs_data
def test_ratings_of_rose_give_back_all_means() -> None:
    documents = json.loads(Path(DATA, "rose", "protocol-comparison.json").read_text())
    systems = list(documents[0]["annotations"])
    assert (len(documents), len(systems)) == (100, 12)
    report = judgment_report(
        data_of_rows(read_table(rose_table(documents).encode()).rows, "rating"), JudgmentSettings()
    )
    for question in QUESTIONS:
        by_summary = {(one.subject.topic, one.subject.summarizer): one.value for one in report.scores[question]}
        for system in systems:
            values = [by_summary[document["example_id"], system] for document in documents]
            published = [document["annotations"][system][question] for document in documents]
            assert [float(value or 0) for value in values] == pytest.approx(published)
            assert float(sum(Fraction(value or 0) for value in values) / 100) == pytest.approx(fmean(published))


@pytest.mark.django_db
def test_presence_of_all_scus_by_weight_is_the_recall_of_the_peer_annotation() -> None:
    project = studied_project()
    judge = Membership.objects.create(project=project, name="judge", role="annotator")
    instrument = _presence(project)
    recalls = {}
    for recall in score_sheet(Viewer(project), ScoreSettings()).observations.of("recall"):
        annotation = peer_annotations().get(pk=recall.origin.work or 0)
        topic, release = annotation.topic, annotation.release
        items = topic.item_lists.filter(release=release).first() or create_released_statement_list(
            release=release, by=None
        )
        matched = set(Unit.objects.filter(annotation=annotation).values_list("scu", flat=True))
        (sheet,) = create_sheets(
            instrument=instrument, topic=topic, owner=judge, subjects=[(annotation.summary, items, None)]
        )
        fill_sheet(
            sheet=sheet,
            judgments=[_judgment(item.position, int(item.scu_id in matched)) for item in items.items.all()],
            verb="import",
            payload={"file": "judge.csv"},
            by=None,
            now=timezone.now(),
            state="submitted",
        )
        recalls[topic.key, annotation.summary.summarizer] = recall.value
    report = judgment_report(read_judgments(instrument=instrument, user=None), JudgmentSettings())
    scores = {(one.subject.topic, one.subject.summarizer): float(one.value or 0) for one in report.scores["weighted"]}
    assert scores == recalls
    assert len({*recalls.values()}) > 2


def _presence(project: Project) -> Instrument:
    manager = Membership(project=project, role=Membership.Role.MANAGER)
    draft = create_instrument(project=project, key="presence", name="", kind="", preset=PRESETS["presence"], by=manager)
    topic = project.topics.all()[0]
    create_released_statement_list(release=topic.works.of_kind("pyramid")[0].releases.all()[0], by=None)
    return set_instrument_state(instrument=draft, state="open", by=manager)


def _judgment(position: int, value: int) -> JudgmentSnapshot:
    return {
        "id": f"present:{position}",
        "question": "present",
        "item": position,
        "value": value,
        "skipped": False,
        "comment": "",
        "marks": [],
    }
