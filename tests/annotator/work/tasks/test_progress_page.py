"""The progress page and its table."""

import csv
import io
from datetime import timedelta

import pytest
from django.utils import timezone

from annotator.work.models import Work
from annotator.work.tasks.models import Assignment
from tests.factories import make_member, make_topic
from tests.scenes import Scene, annotated_topic, signed_in, statements

ADDRESS, TABLE = "/p/p/progress/", "/p/p/progress.csv"


def _owners(scene: Scene, query: str = "") -> list[tuple[str, str]]:
    answer = signed_in(scene.manager).get(ADDRESS + query)
    assert answer.status_code == 200
    return [(row.owner.name, row.kind) for row in answer.context["page"].object_list]


def _assign(scene: Scene) -> None:
    due = timezone.localdate() - timedelta(days=1)
    Assignment.objects.create(kind="pyramid", topic=make_topic(scene.project, "D2"), member=scene.annotator, due=due)


def test_it_tells_how_far_each_is_and_who_is_stuck(scene: Scene, annotation: Work) -> None:
    _assign(scene)
    page = signed_in(scene.manager).get(ADDRESS).content.decode()
    assert "Who may be stuck" in page
    assert "<b>annotator-p</b>" in page
    assert "shorter than 5 minutes" in page
    assert "Pyramids finished" in page


def test_an_annotator_sees_their_own_lines(scene: Scene, annotation: Work) -> None:
    _assign(scene)
    page = signed_in(scene.annotator).get(ADDRESS)
    assert [row.owner for row in page.context["page"].object_list] == [scene.annotator]
    assert "ann</td>" not in page.content.decode()


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("?topic=D2", [("annotator-p", "pyramid")]),
        ("?owner=ann", [("ann", "pyramid"), ("ann", "peers")]),
        ("?kind=peers", [("ann", "peers")]),
        ("?show=stuck", [("annotator-p", "pyramid")]),
        ("?show=finished", []),
        ("?show=unfinished&owner=ann&kind=pyramid", [("ann", "pyramid")]),
        ("?owner=nobody&page=x&show=x", [("ann", "pyramid"), ("ann", "peers"), ("annotator-p", "pyramid")]),
    ],
)
def test_lines_can_be_chosen(scene: Scene, annotation: Work, query: str, shown: list[tuple[str, str]]) -> None:
    _assign(scene)
    assert _owners(scene, query) == shown


BOTH = [("ann", "pyramid"), ("ann", "peers")]
THEIRS = [("annotator-p", "pyramid")]


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("?sort=topic&order=desc", [*THEIRS, *BOTH]),
        ("?sort=owner&order=desc", [*THEIRS, *BOTH]),
        ("?sort=kind", [BOTH[1], BOTH[0], *THEIRS]),
        ("?sort=state", [*THEIRS, *BOTH]),  # not begun; in progress
        ("?sort=items&order=desc", [*BOTH, *THEIRS]),  # 3 SCUs, 1 unit, nothing
        ("?sort=items", [*THEIRS, BOTH[1], BOTH[0]]),
        ("?sort=covered", [*BOTH, *THEIRS]),  # 2 of 8 words each, and no text to cover
        ("?sort=due&order=desc", [*THEIRS, *BOTH]),
        ("?sort=due", [*THEIRS, *BOTH]),  # without a day they come last, upwards too
        ("?sort=last&order=desc", [*BOTH, *THEIRS]),
        ("?sort=items&order=desc&owner=ann&kind=peers", [BOTH[1]]),
        ("?sort=%01&order=up", [*BOTH, *THEIRS]),
        *((f"?sort={column}", [*BOTH, *THEIRS]) for column in ("active", "notes", "flags")),
    ],
)
def test_lines_can_be_sorted(scene: Scene, annotation: Work, query: str, shown: list[tuple[str, str]]) -> None:
    _assign(scene)
    assert _owners(scene, query) == shown
    answer = signed_in(scene.manager).get(TABLE + query)
    rows = csv.DictReader(io.StringIO(answer.content.decode(), newline=""))
    assert [(row["owner"], row["kind"]) for row in rows] == shown


def test_heads_sort_and_keep_what_is_chosen(scene: Scene, annotation: Work) -> None:
    page = signed_in(scene.manager).get(f"{ADDRESS}?owner=ann&sort=items&order=desc&page=1").content.decode()
    assert 'aria-sort="descending"><a href="?owner=ann&amp;sort=items&amp;order=asc#rows">' in page
    assert '<a href="?owner=ann&amp;sort=topic&amp;order=asc#rows">Topic</a>' in page
    assert '<input type="hidden" name="sort" value="items"' in page
    assert "/progress.csv?owner=ann&amp;sort=items&amp;order=desc" in page


def test_the_table_has_the_lines_of_the_page(scene: Scene, annotation: Work) -> None:
    _assign(scene)
    answer = signed_in(scene.manager).get(TABLE)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="p.progress.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode(), newline="")))
    assert [(row["owner"], row["kind"], row["state"]) for row in rows] == [
        ("ann", "pyramid", "in_progress"),
        ("ann", "peers", "in_progress"),
        ("annotator-p", "pyramid", "not_begun"),
    ]
    assert (rows[0]["scus_or_units"], rows[0]["words"], rows[0]["covered"], rows[0]["open"]) == ("3", "8", "2", "6")
    assert rows[2]["stuck"] == "overdue"
    assert len(list(csv.reader(io.StringIO(signed_in(scene.viewer).get(TABLE).content.decode())))) == 1


def test_an_empty_one_says_what_to_do(scene: Scene) -> None:
    assert "once work is assigned or begun" in signed_in(scene.manager).get(ADDRESS).content.decode()
    assert "You have begun nothing" in signed_in(scene.annotator).get(ADDRESS).content.decode()


@pytest.mark.parametrize("address", [ADDRESS, TABLE, f"{ADDRESS}?sort=covered", f"{TABLE}?sort=covered"])
def test_statements_do_not_grow(scene: Scene, address: str) -> None:
    annotated_topic(scene.project, scene.manager)
    client = signed_in(scene.manager)
    few = statements(client, address)
    for number in range(2, 5):
        topic = annotated_topic(scene.project, make_member(scene.project), f"D{number}", peers=3).summary.topic
        Assignment.objects.create(kind="pyramid", topic=topic, member=scene.annotator)
    assert statements(client, address) == few <= 15
