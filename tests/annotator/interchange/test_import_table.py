"""One table of texts: all of it or nothing, and everything that is wrong with it at once."""

import json

import pytest

from annotator.interchange.import_table import TableReport, import_table
from annotator.projects.models import Project, Summary, Topic
from annotator.web.refusals import ServiceRefused
from tests.factories import make_project, make_summary, make_topic

pytestmark = pytest.mark.django_db

CSV = """topic,kind,summarizer,text,title,statement
D1,model,ann,"The dam broke,
and villages were flooded.",Dams,Why do they break?
D1,model,bob,A dam broke.,,
D1,peer,sys1,It broke.,,
D2,peer,sys1,Nothing.,,
D2,model,ann,Cracks were known.,,
"""


@pytest.fixture
def project() -> Project:
    return make_project("varn")


def rows() -> list[tuple[str, str, str, str]]:
    found = Summary.objects.order_by("topic__key", "kind", "position")
    return [(s.topic.key, s.kind, s.summarizer, s.text) for s in found]


def refused(project: Project, data: bytes) -> list[str]:
    """The reasons of a refusal, after which nothing is there that was not before."""
    before = rows(), Topic.objects.count()
    with pytest.raises(ServiceRefused) as refusal:
        import_table(project=project, data=data)
    assert (rows(), Topic.objects.count()) == before
    return refusal.value.reasons


def test_a_csv_makes_topics_and_summaries(project) -> None:
    report = import_table(project=project, data=CSV.encode())
    assert report == TableReport(topics=2, models=3, peers=2)
    assert rows() == [
        ("D1", "model", "ann", "The dam broke,\nand villages were flooded."),
        ("D1", "model", "bob", "A dam broke."),
        ("D1", "peer", "sys1", "It broke."),
        ("D2", "model", "ann", "Cracks were known."),
        ("D2", "peer", "sys1", "Nothing."),
    ]
    topic = project.topics.get(key="D1")
    assert (topic.title, topic.statement) == ("Dams", "Why do they break?")


def test_jsonl_gives_the_same(project) -> None:
    lines = [
        {"topic": "D1", "kind": "model", "summarizer": "ann", "text": "The dam\r\nbroke.", "title": "Dams"},
        {"topic": "D1", "kind": "peer", "summarizer": 12, "text": "It broke."},
    ]
    report = import_table(project=project, data="\n".join(map(json.dumps, lines)).encode())
    assert report == TableReport(topics=1, models=1, peers=1, notes=["Line 1: line ends were made LF"])
    assert rows() == [("D1", "model", "ann", "The dam\nbroke."), ("D1", "peer", "12", "It broke.")]


def test_a_topic_that_is_there_gets_the_further_summaries(project) -> None:
    make_summary(make_topic(project, "D1", title="Old"), summarizer="zoe", text="An old one.")
    report = import_table(project=project, data=CSV.encode())
    assert (report.topics, report.models) == (1, 3)
    assert [name for key, kind, name, _ in rows() if (key, kind) == ("D1", "model")] == ["zoe", "ann", "bob"]
    assert project.topics.get(key="D1").title == "Old"


def test_a_topic_of_the_same_key_in_another_project_is_left_alone(project) -> None:
    other = make_topic(make_project("other"), "D1")
    import_table(project=project, data=CSV.encode())
    assert not other.summaries.exists()


def test_every_row_that_is_wrong_is_told_with_its_line(project) -> None:
    data = "topic,kind,summarizer,text\n,model,a,text\nD1,modal,a,text\nD1,model,,text\nD1,peer,b,\nD1,peer,c,fine\n"
    assert refused(project, data.encode()) == [
        "Line 2: topic is empty.",
        "Line 3: kind is “modal”, not model or peer.",
        "Line 4: summarizer is empty.",
        "Line 5: text is empty.",
    ]


def test_what_only_the_topic_can_refuse_is_told_for_every_topic(project) -> None:
    make_summary(make_topic(project, "D1"), summarizer="ann", text="An old one.")
    data = "topic,kind,summarizer,text\nD1,model,ann,text\na/b,peer,c,fine\nD3,model,x/y,fine\nD4,model,z,...\n"
    assert refused(project, data.encode()) == [
        "Topic “D1”: ann: this topic already has a model summary by this summarizer.",
        "Topic “a/b”: A topic's key has 1 to 100 characters and no slash, because it is used in URLs.",
        "Topic “D3”: x/y: A summarizer's name has 1 to 100 characters and no slash, because it is used in URLs.",
        "Topic “D4”: z: This text contains no words.",
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "The table is empty."),
        (b"topic,kind,text\nD1,model,x\n", "The column “summarizer” is missing."),
        (b"topic,kind,summarizer,text\n", "The table has no rows."),
        (b'topic,kind,summarizer,text\nD1,model,a,"open', "Line 2: it is not CSV"),
        (b"topic,kind,summarizer,text\nD1,model,a,caf\xe9\n", "The table is not UTF-8: line 2 has the byte 0xE9."),
        (b"[]", "The table is a JSON list; write one object per line (JSONL)."),
        (b'{"topic": "D1"}\n{"topic"', "Line 1: kind is missing."),
        (b"x" * 50_000_001, "The table is larger than 50 MB."),
    ],
    ids=["empty", "column", "no rows", "open quote", "latin", "list", "cut jsonl", "large"],
)
def test_a_table_that_cannot_be_read_is_refused_with_a_sentence(project, data, reason) -> None:
    assert refused(project, data)[0].startswith(reason)
    assert not Topic.objects.exists()
