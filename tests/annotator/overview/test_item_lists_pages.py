"""The pages of item lists: units of models, sentences of documents and statements are created, shown and deleted."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.judgments.models import ItemList
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.instruments import create_instrument, set_instrument_state
from annotator.judgments.services.sessions import begin_session
from annotator.projects.models import Summary, Topic
from annotator.pyramids.models import pyramids
from tests.factories import make_document, make_release, make_statements, make_summary, make_topic, scu_snapshot
from tests.scenes import Scene, annotated_topic, signed_in, statements

LISTS, STATEMENTS, UNITS = "/p/p/t/D1/units/", "/p/p/t/D1/units/statements/", "/p/p/t/D1/units/of/amara/"
TEXT = "The mill burned. It stood by a river."
TABLE = """topic,list,source,summarizer,key,text,weight,importance,heading,judged
D1,facts,statements,amara,s1,The mill burned.,3,vital,burn,yes
D1,facts,statements,,s2,Who owned it?,,,,no
D1,2,statements,,s1,It stood by a river.,1,okay,,yes
D2,facts,statements,,s1,Elsewhere.,1,,,yes
"""
SEE = b'<html><a name="1">[1]</a> <a href="#1" id=1>The mill burned.</a> <a href="#2" id=2>It stood</a></html>'


@pytest.fixture
def topic(scene: Scene) -> Topic:
    return make_topic(scene.project, "D1")


@pytest.fixture
def model(topic: Topic) -> Summary:
    text: dict[str, Any] = {"text": TEXT, "words": [0, 3, 4, 8, 9, 15, 17, 19, 20, 25, 26, 28, 29, 30, 31, 36]}
    return make_summary(topic, summarizer="amara", sentences=[0, 16, 17, 37], **text)


def post(scene: Scene, path: str, **fields: Any) -> Any:
    return signed_in(scene.manager).post(path, fields, follow=True)


def get(scene: Scene, path: str) -> str:
    answer = signed_in(scene.manager).get(path)
    assert answer.status_code == 200
    return str(answer.content.decode())


def file(content: bytes | str, name: str = "items.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content if isinstance(content, bytes) else content.encode())


def items(number: int = 1) -> list[tuple[str, str]]:
    return list(ItemList.objects.get(number=number).items.order_by("position").values_list("key", "text"))


def test_units_begin_where_the_manager_split_and_joined(scene: Scene, model: Summary) -> None:
    page = post(scene, UNITS, first_words="0,5", name="clauses").content.decode()
    assert items() == [("1", "The mill burned. It stood"), ("2", "by a river.")]
    assert "Created list A1: 2 items." in page
    assert "clauses" in page
    assert "Create list A2" in get(scene, UNITS)


@pytest.mark.parametrize("words", ["", "x", "0,8", "0;1"])
def test_unreadable_units_are_refused(words: str, scene: Scene, model: Summary) -> None:
    answer = post(scene, UNITS, first_words=words)
    assert (answer.status_code, "errorlist" in answer.content.decode()) == (400, True)
    assert not ItemList.objects.exists()


def test_units_come_from_a_file_of_see(scene: Scene, model: Summary) -> None:
    page = post(scene, UNITS, how="file", file=file(SEE, "D1.M.050.J.A.html")).content.decode()
    assert items() == [("1", "The mill burned."), ("2", "It stood")]
    assert "3 of its words are in no unit." in page
    assert "D1.M.050.J.A.html" in page


@pytest.mark.parametrize("text", ["The mill sank.", "By a river."])
def test_a_unit_whose_words_are_not_in_the_model_is_named(text: str, scene: Scene, model: Summary) -> None:
    data = f'<a href="#1" id=1>It stood by a river.</a><a href="#2" id=2>{text}</a>'
    answer = post(scene, UNITS, how="file", file=file(data, "x.html"))
    assert (answer.status_code, f"Unit 2: its words “{text}”" in answer.content.decode()) == (400, True)
    assert not ItemList.objects.exists()


def test_a_model_that_is_not_there_has_no_units(scene: Scene, model: Summary) -> None:
    make_summary(model.topic, "peer", summarizer="peer")
    for name in ("nobody", "peer"):
        assert signed_in(scene.manager).get(UNITS.replace("amara", name)).status_code == 404


def test_the_sentences_of_the_documents_are_fixed(scene: Scene, topic: Topic) -> None:
    refused = post(scene, LISTS)
    assert (refused.status_code, "This topic has no documents yet." in refused.content.decode()) == (400, True)
    make_document(topic, "41")
    make_document(topic, "42", "The tide turned.")
    assert "Created list 1: 3 items." in post(scene, LISTS).content.decode()
    assert items() == [("41#1", "The mill burned."), ("41#2", "It stood by a river."), ("42#1", "The tide turned.")]


def test_typed_statements_are_one_a_line(scene: Scene, topic: Topic) -> None:
    post(scene, STATEMENTS, how="typed", **{"typed-statements": " The mill burned. \r\n\r\nIt stood.\n"})
    assert items() == [("1", "The mill burned."), ("2", "It stood.")]


@pytest.mark.parametrize("how", ["typed", "release", "file", "", "x"])
def test_an_empty_form_of_statements_is_refused(how: str, scene: Scene, topic: Topic) -> None:
    answer = post(scene, STATEMENTS, how=how)
    assert answer.status_code == 400
    assert not ItemList.objects.exists()


def test_a_release_gives_its_labels_and_weights(scene: Scene) -> None:
    topic = annotated_topic(scene.project, scene.manager, models=3).topic
    models = list(topic.summaries.model_summaries())
    scus = [
        scu_snapshot(4 - weight, *((one.pk, [(weight * 100 + at, 0, 3)]) for at, one in enumerate(models[:weight])))
        for weight in (3, 2, 1)
    ]
    release = make_release(pyramids().get(), scus)
    form = get(scene, STATEMENTS)
    assert 'name="release-vital_from" value="2"' in form  # half of three models, rounded up
    page = post(scene, STATEMENTS, how="release", **{"release-release": release.pk, "release-vital_from": 2})
    rows = ItemList.objects.get().items.values_list("text", "weight", "importance")
    labels = list(release.scus.order_by("position").values_list("label", flat=True))
    assert list(rows) == list(zip(labels, (3, 2, 1), ("vital", "vital", "okay"), strict=True))
    assert page.content.decode().count("Vital") == 2


def test_a_sample_of_a_release_is_drawn_by_its_seed(scene: Scene) -> None:
    release = annotated_topic(scene.project, scene.manager, scus=9).release
    assert release is not None
    fields = {"release-release": release.pk, "release-sample": 4}
    for seed in (5, 5, 6):
        post(scene, STATEMENTS, how="release", **fields, **{"release-seed": seed})
    assert len(items(1)) == 4
    assert items(1) == items(2)
    assert items(1) != items(3)
    assert not ItemList.objects.get(number=1).items.filter(importance__isnull=False).exists()


@pytest.mark.parametrize(
    "fields",
    [{"release-sample": "0"}, {"release-seed": "-1"}, {"release-vital_from": "x"}, {"release-release": "1"}],
)
def test_settings_of_a_sample_that_cannot_be_are_refused(fields: dict[str, str], scene: Scene) -> None:
    release = annotated_topic(scene.project, scene.manager).release
    assert release is not None
    answer = post(scene, STATEMENTS, how="release", **{"release-release": release.pk, **fields})
    assert (answer.status_code, "errorlist" in answer.content.decode()) == (400, True)
    assert not ItemList.objects.exists()


def test_a_table_has_a_list_for_each_name_and_rows_of_other_topics_are_left_out(scene: Scene, model: Summary) -> None:
    page = post(scene, STATEMENTS, how="file", **{"table-file": file(TABLE)}).content.decode()
    assert items(1) == [("s1", "The mill burned."), ("s2", "Who owned it?")]
    assert items(2) == [("s1", "It stood by a river.")]
    first = ItemList.objects.get(number=1)
    assert (first.name, first.file_name) == ("facts", "items.csv")
    values = first.items.values_list("weight", "importance", "source_summary", "heading", "judged")
    assert list(values) == [(3, "vital", model.pk, "burn", True), (None, None, None, "", False)]
    assert "Rows left out, because they are not statements of this topic: 1." in page


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("topic,source,key,text\nD2,statements,1,Elsewhere.\n", "has no statements of topic “D1”"),
        ("topic,source,key,text,summarizer\nD1,statements,1,A.,nobody\n", "no model summary by nobody"),
        ("topic,source,key\nD1,statements,1\n", "text"),
        ("topic,source,key,text\nD1,statements,1,A.\nD1,statements,1,B.\n", "Line 3"),
        ("topic,source,key,text,weight\nD1,statements,1,A.,3.5\n", "Line 2"),
        ("", "is empty"),
    ],
)
def test_a_bad_table_is_refused_with_a_sentence(table: str, sentence: str, scene: Scene, topic: Topic) -> None:
    answer = post(scene, STATEMENTS, how="file", **{"table-file": file(table)})
    assert (answer.status_code, sentence in answer.content.decode()) == (400, True), answer.content.decode()
    assert not ItemList.objects.exists()


def test_a_list_is_deleted_until_a_sheet_refers_to_it(scene: Scene, topic: Topic) -> None:
    unused, used = make_statements(topic, "First."), make_statements(topic, "Second.")
    make_summary(topic, "peer", text=TEXT, summarizer="peer")
    draft = create_instrument(
        project=scene.project, key="p", name="", kind="", preset=PRESETS["presence"], by=scene.manager
    )
    instrument = set_instrument_state(instrument=draft, state="open", by=scene.manager)
    begin_session(instrument=instrument, topic=topic, judge=scene.manager)
    assert "Delete this list" in get(scene, f"{LISTS}{unused.pk}/")
    assert "Delete this list" not in get(scene, f"{LISTS}{used.pk}/")
    assert "sheets or extracts refer to its items" in post(scene, f"{LISTS}{used.pk}/").content.decode()
    assert "Deleted: list 1." in post(scene, f"{LISTS}{unused.pk}/").content.decode()
    assert list(ItemList.objects.filter(source="statements")) == [used]


def test_opening_an_instrument_without_items_is_refused_with_a_sentence(scene: Scene, topic: Topic) -> None:
    preset = PRESETS["presence"]
    create_instrument(project=scene.project, key="p", name="", kind="", preset=preset, by=scene.manager)
    pk = scene.project.instruments.get().pk
    browser = signed_in(scene.manager)
    answer = browser.patch(f"/api/instruments/{pk}/", {"state": "open"}, content_type="application/json")
    assert answer.status_code == 409
    assert "No topic of the project has a list of statements yet." in answer.json()["detail"]
    make_statements(make_topic(scene.project, "D2"))
    assert (
        browser.patch(f"/api/instruments/{pk}/", {"state": "open"}, content_type="application/json").status_code == 200
    )
    begun = browser.post(f"/api/instruments/{pk}/sheets/", {"topic": "D1"}, content_type="application/json")
    assert begun.status_code == 409
    assert "This topic has no list of statements yet" in begun.json()["detail"]


def test_all_lists_are_shown_with_their_items_and_sheets(scene: Scene, model: Summary) -> None:
    make_statements(model.topic, "First.", "Second.", "Third.")
    post(scene, UNITS, first_words="0", name="whole")
    page = get(scene, LISTS)
    for shown in ("List A1", "whole", "List 1", '<td class="num" data-label="Items">3</td>', "No list yet."):
        assert shown in page


def test_the_numbers_of_queries_do_not_grow(scene: Scene, model: Summary) -> None:
    make_document(model.topic, "41")
    first, browser = make_statements(model.topic), signed_in(scene.manager)
    post(scene, LISTS)
    post(scene, UNITS, first_words="0")
    pages = (LISTS, f"{LISTS}{first.pk}/", UNITS, STATEMENTS)
    few = [statements(browser, page) for page in pages]
    for number in range(6):
        make_statements(model.topic, *map(str, range(number + 2)))
        post(scene, UNITS, first_words="0,1")
        make_summary(model.topic, text=TEXT, summarizer=f"m{number}")
    assert [statements(browser, page) for page in pages] == few
    assert max(few) <= 12
