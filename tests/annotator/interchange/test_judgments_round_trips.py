"""Judgments and items that are exported, deleted and imported again are the same, in every format that is written."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotator.interchange.judgments.exporting import export_judgments
from annotator.interchange.judgments.formats import ReadOptions, sources_of
from annotator.interchange.judgments.importing import import_judgments
from annotator.interchange.judgments.item_rows import item_rows, lists_of
from annotator.interchange.judgments.layouts import Layout
from annotator.judgments.models import Instrument
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.queries.rows import judgment_rows
from tests.annotator.judgments.scene import Judging, make_judging

pytestmark = pytest.mark.django_db

TABLES = {
    "duc-quality": "topic,summarizer,judge,question,value\nmill,baseline,ann,q1,4\nmill,baseline,ben,q1,2\n"
    "mill,other,ann,q1,5\nmill,other,ann,q5,1\n",
    "see-2002": "topic,summarizer,judge,list,question,item,value,marks\n"
    "mill,baseline,ann,A1,covered,1,40,1 3\nmill,baseline,ann,A1,covered,2,0,\nmill,baseline,ann,A1,covered,3,0,\n"
    "mill,baseline,ann,A1,related,,20,\n",
    "mead-utility": "topic,judge,question,item,value\n"
    + "".join(
        f"mill,{judge},utility,d{d}#{n},{d * n}\n" for judge in ("ann", "ben") for d in (1, 2) for n in (1, 2, 3)
    ),
    "best-sentences": "topic,judge,question,item,value\nmill,ann,chosen,d1#1,1\nmill,ann,chosen,d2#3,1\n",
    "presence": "topic,summarizer,judge,question,item,value\n"
    "mill,baseline,ann,present,1,1\nmill,baseline,ann,present,2,0\nmill,other,w2,present,1,1\nmill,other,w2,present,2,1\n",
    "rag": "topic,summarizer,judge,question,item,value\n"
    "mill,baseline,ann,support,1,2\nmill,baseline,ann,support,2,1\nmill,other,ann,support,1,0\n",
}
WRITTEN = [
    *((key, file_format) for key in TABLES for file_format in ("csv", "jsonl")),
    ("duc-quality", "duc-table"), ("mead-utility", "mead"), ("presence", "litepyramid"), ("rag", "nuggets"),
]  # fmt: skip
AS_READ = {"csv": "table", "jsonl": "table"}


@pytest.fixture
def judging() -> Judging:
    return make_judging()


def judged(judging: Judging, key: str) -> Instrument:
    """The instrument with the judgments of `TABLES`."""
    put(judging, key, "table", [("table.csv", TABLES[key].encode())])
    return Instrument.objects.get(project=judging.project, key=key)


def put(judging: Judging, key: str, file_format: str, files: list[tuple[str, bytes]], **options: str):
    report = import_judgments(
        project=judging.project,
        key=key,
        sources=sources_of(file_format, files, ReadOptions(**options)),
        now=timezone.now(),
        preset=PRESETS["nuggets"],
    )
    assert report.refused == []
    return report


def exported(instrument: Instrument, file_format: str, shape: str = "") -> list[tuple[str, bytes]]:
    """The exported files; those of an archive without their folders."""
    layout = Layout.of(file_format, shape)
    rows = judgment_rows(instrument=instrument, user=None, with_drafts=True)
    data = export_judgments(instrument=instrument, rows=rows, layout=layout)
    if layout.suffix != "zip":
        return [(f"file.{layout.suffix}", data)]
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return [(Path(name).name, archive.read(name)) for name in archive.namelist()]


@pytest.mark.parametrize(("key", "file_format"), WRITTEN)
def test_judgments_come_back_as_they_were(judging: Judging, key: str, file_format: str) -> None:
    instrument = judged(judging, key)
    files, before = exported(instrument, file_format), contents(instrument)
    options = {"question": "q1", "judge": "ann"}
    same = put(judging, key, AS_READ.get(file_format, file_format), files, **options)
    assert (same.sheets, same.lists, same.judges) == (0, 0, 0)
    fresh = fresh_copy()
    report = put(fresh, key, AS_READ.get(file_format, file_format), files, **options)
    assert report.sheets == len({(row[0], row[1], row[2]) for row in before})
    instrument = Instrument.objects.get(project=fresh.project, key=key)
    assert contents(instrument) == before
    if file_format not in AS_READ:  # the long table also has the times of judgments, which an import makes one
        assert exported(instrument, file_format) == files


def fresh_copy() -> Judging:
    """The same project without judgments, beside the first one."""
    for user in User.objects.all():
        user.username = f"before-{user.username}"
        user.save()
    return make_judging("q")


def contents(instrument: Instrument) -> list[tuple[object, ...]]:
    rows = judgment_rows(instrument=instrument, user=None, with_drafts=True)
    return [(row.topic, row.summarizer, row.judge, row.question, row.item, row.value, row.marks) for row in rows]


@pytest.mark.parametrize(
    ("key", "file_format"),
    [
        *((key, file_format) for key in ("see-2002", "mead-utility", "presence") for file_format in ("csv", "jsonl")),
        ("see-2002", "see"),
        ("presence", "litepyramid"),
        ("rag", "nuggets"),
    ],
)
def test_items_come_back_as_they_were(judging: Judging, key: str, file_format: str) -> None:
    instrument = judged(judging, key)
    files, before = exported(instrument, file_format, "items"), item_rows(lists_of(instrument))
    as_read = {"csv": "items", "jsonl": "items"}.get(file_format, file_format)
    assert put(judging, key, as_read, files).lists == 0
    fresh = fresh_copy()
    sources = {item.source for item in before} if file_format != "see" else {"model_units"}
    expected = [item for item in before if item.source in sources]
    fresh.topic.item_lists.filter(source__in=sources).delete()
    report = put(fresh, key, as_read, files)
    assert report.items == len(expected)
    assert item_rows(fresh.topic.item_lists.filter(source__in=sources)) == expected
