"""Imports of parses: which texts they belong to, what is refused, and what is replaced."""

from hashlib import sha256

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.projects.documents.services import delete_document
from annotator.projects.models import Project, Summary
from annotator.projects.services import delete_project
from annotator.web.refusals import NotAllowed, ServiceRefused
from scoring.measures.automatic.short_name import parse_short_name
from scoring.measures.automatic.topic_texts import Need, Sense, SentencePart
from scoring.observations.parses.importing import ParseFile, ParseReport, delete_parses, import_parses
from scoring.observations.parses.models import Parse
from scoring.observations.project_texts import read_texts, topic_summaries
from scoring.observations.viewer import Viewer
from scoring.studies.measures.needs import UnmetNeed, coverage
from scoring.studies.measures.rows import row_keys
from scoring.studies.values import measured_values
from tests.factories import make_member, make_summary, make_topic
from tests.scoring.observations.parses.scene import DOCUMENT, MODEL, PEER, conllu, make_parsed_project, parse_file

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_parsed_project()


def stored(project: Project, *files: ParseFile, **options) -> ParseReport:
    return import_parses(project=project, files=files, by=None, **options)


def parsed(project: Project) -> set[str]:
    """The names of the texts that have a parse."""
    rows = Parse.objects.select_related("summary", "document")
    return {str(parse.summary or parse.document) for parse in rows}


def refusals(project: Project, *files: ParseFile) -> list[str]:
    with pytest.raises(ServiceRefused) as refused:
        stored(project, *files)
    assert not Parse.objects.exists()
    return refused.value.reasons


@pytest.mark.parametrize(
    ("name", "newdoc"),
    [
        ("D1.7.conllu", ""),
        ("peers/D1.7.txt.conllu", ""),
        ("anything/D1.M.5.A.7.conllu", ""),  # the longer model has 5 words
        ("all.conllu", "peers/D1.7"),
        ("all.conllu", sha256(PEER.encode()).hexdigest()),
        (f"{sha256(PEER.encode()).hexdigest()}.conllu", ""),
    ],
)
def test_a_parse_belongs_to_the_text_that_its_file_or_document_is_named_after(project, name, newdoc) -> None:
    report = stored(project, parse_file(name, conllu(PEER, newdoc=newdoc)))
    assert parsed(project) == {"7"}
    assert report == ParseReport(added=1, replaced=0, unchanged=0, unmatched=[])


def test_a_file_can_have_the_parses_of_many_texts_and_of_documents(project) -> None:
    content = conllu(PEER, newdoc="D1.7", generator="UDPipe 2") + conllu(MODEL, newdoc="D1.A")
    content += conllu(DOCUMENT, newdoc="documents/D1.41") + conllu("Who?", newdoc="D9.1")
    report = stored(project, parse_file("all.conllu", content))
    assert parsed(project) == {"7", "A", "41"}
    assert (report.added, report.unmatched) == (3, ["all.conllu, “D9.1”"])
    parse = Parse.objects.get(summary__summarizer="7")
    assert (parse.parser, parse.file_name, parse.kind) == ("UDPipe 2", "all.conllu", "conllu")
    assert parse.content == conllu(PEER, newdoc="D1.7")


def test_importing_again_replaces_what_differs(project) -> None:
    stored(project, parse_file("D1.7.conllu", conllu(PEER)), parse_file("D1.A.conllu", conllu(MODEL)))
    before = set(Parse.objects.values_list("pk", "summary__summarizer"))
    again = parse_file("D1.7.conllu", conllu(PEER, lemma="the")), parse_file("D1.A.conllu", conllu(MODEL, lemma="an"))
    trial = stored(project, *again, dry_run=True)
    assert (trial.replaced, set(Parse.objects.values_list("pk", "summary__summarizer"))) == (1, before)
    report = stored(project, *again, parser="mine")
    assert (report.added, report.replaced, report.unchanged) == (0, 1, 1)
    assert Parse.objects.get(summary__summarizer="A").parser == "mine"
    assert len(before & set(Parse.objects.values_list("pk", "summary__summarizer"))) == 1


def test_texts_that_are_equal_share_a_parse_by_hash(project) -> None:
    make_summary(make_topic(project, "D2"), "peer", text=PEER, summarizer="8")
    stored(project, parse_file("x.conllu", conllu(PEER, newdoc=sha256(PEER.encode()).hexdigest())))
    assert parsed(project) == {"7", "8"}


def test_a_parse_that_departs_from_its_text_is_refused_with_the_place(project) -> None:
    files = [
        parse_file("D1.7.conllu", conllu("The mill burnt.")),
        parse_file("D1.A.conllu", conllu(f"{MODEL} It was old.")),
        parse_file("D1.41.conllu", conllu("The mill burned.")),
    ]
    assert refusals(project, *files) == [
        "D1.7.conllu: peers/D1.7: Word 3, “burnt.”, is not in the text, which has “burned.” in line 1.",
        "D1.A.conllu: models/D1.A: Word 6, “It”, is not in the text, which has “” in line 1.",
        "D1.41.conllu: documents/D1.41: The parse ends before “Nobody saw it.”.",
    ]


def test_everything_is_refused_if_anything_is_wrong(project) -> None:
    make_summary(project.topics.get(), "model", text=PEER, summarizer="7")
    good = parse_file("models/D1.A.conllu", conllu(MODEL))
    assert refusals(project, good, parse_file("D1.7.conllu", conllu(PEER))) == [
        "D1.7.conllu may belong to models/D1.7 or peers/D1.7: put the folder before the name."
    ]
    assert refusals(project, good, parse_file("D1.A.conll", conllu(MODEL))) == [
        "models/D1.A.conllu and D1.A.conll both belong to models/D1.A."
    ]
    assert refusals(project, good, parse_file("D1.A.txt", conllu(MODEL)))[0].startswith("D1.A.txt: The name must end")
    assert refusals(project, good, ParseFile("D1.41.conllu", b"\xff\xfe"))[0].startswith("D1.41.conllu: ")
    assert refusals(project, parse_file("D9.1.conllu", conllu("Who?"))) == [
        "None of the names is that of a text of the project."
    ]
    broken = "1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n"
    assert refusals(project, good, parse_file("peers/D1.7.conllu", broken)) == [
        "peers/D1.7.conllu: peers/D1.7: The sentence at line 1: the heads of word 1 lead to no root."
    ]
    many = [parse_file(f"D1.A~{number}.txt", "") for number in range(30)]
    assert len(refusals(project, *many)) == 21


def test_only_managers_import_and_delete(project) -> None:
    file = parse_file("D1.7.conllu", conllu(PEER))
    for role in ("annotator", "viewer"):
        with pytest.raises(NotAllowed):
            import_parses(project=project, files=[file], by=make_member(project, role))
        with pytest.raises(NotAllowed):
            delete_parses(project=project, kind="conllu", by=make_member(project, role))
    manager = make_member(project, "manager")
    import_parses(project=project, files=[file], by=manager)
    assert Parse.objects.get().created_by == manager.user
    other = make_parsed_project("other")
    import_parses(project=other, files=[file], by=None)
    assert delete_parses(project=project, kind="discourse", by=manager) == 0
    assert delete_parses(project=project, kind="conllu", by=manager) == 1
    assert Parse.objects.get().summary.topic.project == other  # type: ignore[union-attr]


def test_parses_go_with_their_text_and_project(project) -> None:
    manager = make_member(project, "manager")
    stored(project, parse_file("D1.41.conllu", conllu(DOCUMENT)), parse_file("D1.7.conllu", conllu(PEER)))
    delete_document(document=project.topics.get().documents.get(), by=manager)
    assert parsed(project) == {"7"}
    delete_project(project=project, by=manager)
    assert not Parse.objects.exists()


def test_the_number_of_sql_queries_does_not_grow_with_the_files(project) -> None:
    counts = []
    for number in range(2):
        topic = make_topic(project, f"E{number}")
        for name in range(number * 5 + 1):
            make_summary(topic, "peer", text=PEER, summarizer=f"{name}")
        files = [parse_file(f"E{number}.{name}.conllu", conllu(PEER)) for name in range(number * 5 + 1)]
        with CaptureQueriesContext(connection) as captured:
            stored(project, *files)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_measures_read_parses_and_their_keys_follow_them(project) -> None:
    measures = [parse_short_name(name)[0] for name in ("rouge-1", "be-hm:be=ud1", "tesla-s:function=upos", "tesla-s")]
    viewer = Viewer(project)

    def keys() -> list[str]:
        return list(row_keys(project, measures, topic_summaries(viewer)).values())

    with pytest.raises(UnmetNeed, match="be-hm needs parses, and the project has parses for 0 of 2 texts"):
        measured_values(viewer, measures[1:2], topic_summaries(viewer))
    before = keys()
    stored(project, parse_file("D1.7.conllu", conllu(PEER)), parse_file("D1.A.conllu", conllu(MODEL)))
    after = keys()
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, False, True]
    (topic,) = measured_values(viewer, measures, topic_summaries(viewer))
    # The peer's elements are the-mill and the-burned; the model has the-and and the-barn besides.
    assert topic.scored[1].values[0].tolist()[:2] == [0.5, 1.0]
    assert topic.scored[2].reasons[0] == ""
    stored(project, parse_file("D1.41.conllu", conllu(DOCUMENT)))
    assert keys() == after  # no measure reads the parse of a document
    Summary.objects.filter(summarizer="7").update(text=PEER)
    stored(project, parse_file("D1.7.conllu", conllu(PEER, lemma="a")))
    assert [one == other for one, other in zip(after, keys(), strict=True)] == [True, False, False, True]


def test_discourse_relations_are_told_by_their_suffix_or_named(project) -> None:
    brackets = "{NonExp_0_Arg1 The mill NonExp_0_Arg1} {NonExp_0_Arg2_Cause burned. NonExp_0_Arg2}"
    assert refusals(project, parse_file("D1.7.txt", brackets))[0].endswith("; or say which kind it is.")
    stored(project, ParseFile("D1.7.txt", brackets.encode(), "discourse"))
    (topic,) = topic_summaries(Viewer(project))
    (texts,) = read_texts([topic], needs={Need.DISCOURSE})
    assert texts.peers[0].discourse is not None
    (relation,) = texts.peers[0].discourse
    assert (relation.sense, relation.arg2) == (Sense.CONTINGENCY, (SentencePart(0, 9, 16),))
    assert str(coverage(Need.DISCOURSE, [topic])) == "discourse relations for 1 of 2 texts"
    other = parse_file("D1.A.pipe", brackets)
    with pytest.raises(ServiceRefused, match=r"D1\.A\.pipe: models/D1\.A: .*burned"):
        stored(project, other)
