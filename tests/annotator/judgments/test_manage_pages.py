"""Pages on which managers make, change, open and close instruments."""

from typing import Any

import pytest

from annotator.judgments.models import Instrument
from annotator.judgments.presets.registry import PRESET_GROUPS, PRESETS
from annotator.judgments.queries.contents import question_spec
from annotator.judgments.services.instruments import copy_instrument, set_instrument_state
from tests.annotator.judgments.scene import Judging, make_judging
from tests.scenes import signed_in, statements

pytestmark = pytest.mark.django_db
QUESTION = {"name": "Fluency", "text": "How fluent?", "minimum": 1, "maximum": 5, "step": 1, "labels": "5: fluent"}


@pytest.fixture
def judging() -> Judging:
    return make_judging()


def post(judging: Judging, page: str, who: str = "manager", **data: Any) -> Any:
    return signed_in(judging.user(who)).post(f"/p/p/judge/{page}", data, follow=True)


def get(judging: Judging, page: str, who: str = "manager") -> Any:
    return signed_in(judging.user(who)).get(f"/p/p/judge/{page}")


def own_instrument(judging: Judging) -> Instrument:
    post(judging, "new/", start="own", name="Own questions")
    return Instrument.objects.get(key="own-questions")


def rows(*questions: dict[str, Any]) -> dict[str, Any]:
    """The fields of the form with these questions."""
    return {f"q{index}-{name}": value for index, row in enumerate(questions) for name, value in row.items()}


def shown_names(answer: Any) -> list[str]:
    return [row["name"].value() for row in answer.context["form"]]


def test_the_groups_have_each_preset_once() -> None:
    assert sorted(preset.key for group in PRESET_GROUPS for preset in group.presets) == sorted(PRESETS)
    assert all(preset.source for preset in PRESETS.values())


def test_a_new_instrument_gets_name_and_key_of_its_preset(judging: Judging) -> None:
    answer = post(judging, "new/", start="tac")
    assert answer.redirect_chain == [("/p/p/judge/tac-readability-and-responsiveness/", 302)]
    made = Instrument.objects.get(key="tac-readability-and-responsiveness")
    assert (made.state, made.name, made.questions.count()) == ("draft", "TAC readability and responsiveness", 2)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "Choose what to begin with"),
        ({"start": "nothing"}, "Select a valid choice"),
        ({"start": "own"}, "Give the instrument a name"),
        ({"start": "tac", "name": "要約"}, "none can be made from this name"),
        ({"start": "tac", "key": "not a key"}, "Enter a valid “slug”"),
        ({"start": "tac", "key": "duc-quality"}, "already has an instrument “duc-quality”"),
        ({"start": "tac", "key": "new"}, "cannot be the key"),
    ],
)
def test_what_cannot_be_made_is_refused_with_its_reason(judging: Judging, data: dict[str, str], sentence: str) -> None:
    answer = post(judging, "new/", **data)
    assert answer.status_code == 400
    assert sentence in answer.content.decode().replace("&#x27;", "’")
    assert Instrument.objects.count() == 5


def test_settings_of_each_kind_are_offered_and_saved(judging: Judging) -> None:
    names = {key: set(get(judging, f"{key}/settings/").context["form"].fields) for key in judging.instruments}
    assert {"walk", "every_value", "subjects"} <= names["duc-quality"]
    assert "against" in names["see-2002"]
    assert "against" not in names["duc-quality"]
    assert {"size", "size_unit"} & names["best-sentences"] == {"size", "size_unit"}
    assert not {"subjects", "shows_models", "size"} & names["mead-utility"]
    answer = post(judging, "best-sentences/settings/", name="Best", size=30, size_unit="percent")
    assert answer.redirect_chain
    saved = Instrument.objects.get(key="best-sentences")
    assert (saved.name, saved.size, saved.size_unit, saved.blind) == ("Best", 30, "percent", False)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"name": ""}, "This field is required"),
        ({"size": "0"}, "from 1 to"),
        ({"size": "-3"}, "greater than or equal to 0"),
        ({"size": "9999999999999"}, "from 1 to"),
        ({"size": ""}, "This field is required"),
        ({"size": "101", "size_unit": "percent"}, "at most 100 percent"),
        ({"size_unit": "words"}, "Select a valid choice"),
        ({"guidelines": "x" * 20_001}, "longer than 20,000 characters"),
    ],
)
def test_impossible_settings_are_refused_and_change_nothing(
    judging: Judging, data: dict[str, str], sentence: str
) -> None:
    answer = post(judging, "best-sentences/settings/", **{"name": "B", "size": "5", "size_unit": "sentences", **data})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert Instrument.objects.get(key="best-sentences").size == 2


def test_what_is_fixed_once_judges_begin_is_not_offered_and_not_changed(judging: Judging) -> None:
    judging.begin("see-2002")
    page = get(judging, "see-2002/settings/")
    assert "against" not in page.context["form"].fields
    assert "Judges have begun" in page.content.decode()
    data = {"name": "Coverage", "subjects": "peers", "against": "all"}
    assert post(judging, "see-2002/settings/", **data).status_code == 200
    saved = Instrument.objects.get(key="see-2002")
    assert (saved.name, saved.against) == ("Coverage", "own")


def test_questions_are_written_moved_and_removed_without_javascript(judging: Judging) -> None:
    own_instrument(judging)
    one, two = {**QUESTION}, {**QUESTION, "name": "Order", "key": "order", "optional": "on"}
    page = "own-questions/questions/"
    assert shown_names(get(judging, page)) == [None]
    assert shown_names(post(judging, page, how="add", **rows(one))) == ["Fluency", None]
    assert shown_names(post(judging, page, how="up-1", **rows(one, two))) == ["Order", "Fluency"]
    assert shown_names(post(judging, page, how="down-0", **rows(one, two))) == ["Order", "Fluency"]
    assert shown_names(post(judging, page, how="remove-0", **rows(one, two))) == ["Order"]
    assert not Instrument.objects.get(key="own-questions").questions.exists()
    assert post(judging, page, how="save", **rows(two, one)).redirect_chain
    saved = [question_spec(question) for question in Instrument.objects.get(key="own-questions").questions.all()]
    assert [(question.key, question.optional) for question in saved] == [("order", True), ("fluency", False)]
    assert saved[1].labels == {5: "fluent"}
    assert shown_names(get(judging, page)) == ["Order", "Fluency"]


@pytest.mark.parametrize("how", ["up-0", "down-1", "remove-7", "up-x", "nothing", "up-99999", "add-"])
def test_what_cannot_be_moved_stays(judging: Judging, how: str) -> None:
    own_instrument(judging)
    answer = post(judging, "own-questions/questions/", how=how, **rows(QUESTION, {**QUESTION, "name": "Order"}))
    assert answer.status_code == 200
    assert shown_names(answer)[:2] == ["Fluency", "Order"]


def test_there_are_twelve_rows_at_most(judging: Judging) -> None:
    own_instrument(judging)
    many = rows(*({**QUESTION, "name": f"Question {number}"} for number in range(15)))
    assert len(shown_names(post(judging, "own-questions/questions/", how="add", **many))) == 12


def test_a_preview_shows_the_scale_and_saves_nothing(judging: Judging) -> None:
    own_instrument(judging)
    answer = post(judging, "own-questions/questions/", how="preview", **rows(QUESTION))
    text = answer.content.decode()
    assert "not saved yet" in text
    assert text.count('type="radio"') == 5
    assert '<span class="value-label">fluent</span>' in text
    assert not Instrument.objects.get(key="own-questions").questions.exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": ""}, "This field is required"),
        ({"maximum": 1}, "greater than the smallest"),
        ({"maximum": 101}, "less than or equal to 100"),
        ({"step": 3}, "do not lead"),
        ({"labels": "6: no"}, "no value 6"),
        ({"anchors": "five: no"}, "a colon and a text"),
        ({"labels": "5: a\n5: b"}, "two lines for the value 5"),
        ({"labels": "5: " + "x" * 501}, "longer than 500"),
        ({"name": "?"}, "Give a key"),
        ({"key": "aside"}, "cannot be the key of a question"),
    ],
)
def test_impossible_questions_are_refused_at_their_field(
    judging: Judging, change: dict[str, Any], sentence: str
) -> None:
    own_instrument(judging)
    answer = post(judging, "own-questions/questions/", how="save", **rows({**QUESTION, **change}))
    assert answer.status_code == 400
    assert sentence in answer.content.decode()


def test_two_questions_cannot_have_the_same_key(judging: Judging) -> None:
    own_instrument(judging)
    answer = post(judging, "own-questions/questions/", **rows(QUESTION, QUESTION))
    assert answer.status_code == 400
    assert "same key" in answer.content.decode()


def test_questions_with_sheets_are_not_edited_but_copied(judging: Judging) -> None:
    judging.begin("duc-quality")
    page = get(judging, "duc-quality/questions/").content.decode()
    assert "copy this as a new instrument" in page
    assert "<button" not in page.split("<main")[1]
    assert post(judging, "duc-quality/questions/", **rows(QUESTION)).status_code == 400
    assert get(judging, "see-2002/questions/").status_code == 404  # its questions come from its preset


@pytest.mark.parametrize("preset", PRESETS)
def test_a_copy_has_the_questions_and_settings_of_its_original(judging: Judging, preset: str) -> None:
    post(judging, "new/", start=preset, name="Original", key="original")
    original = Instrument.objects.get(key="original")
    copy = copy_instrument(instrument=original, key="copy", name="Copy", by=judging.manager)
    fields = ("kind", "guidelines", "size", "against", "every_value", "walk", "shows_documents")
    assert [getattr(copy, name) for name in fields] == [getattr(original, name) for name in fields]
    assert [question_spec(question) for question in copy.questions.all()] == list(PRESETS[preset].questions)
    assert copy.seed != original.seed


def test_a_copy_needs_a_name_and_a_free_key(judging: Judging) -> None:
    assert post(judging, "duc-quality/copy/", name="", key="free").status_code == 400
    assert post(judging, "duc-quality/copy/", name="Copy", key="presence").status_code == 400
    assert post(judging, "duc-quality/copy/", name="Copy").redirect_chain == [("/p/p/judge/copy/", 302)]


def test_an_instrument_is_opened_closed_and_opened_again(judging: Judging) -> None:
    own = own_instrument(judging)
    text = get(judging, "own-questions/").content.decode()
    assert "Fix this before opening" in text
    assert "question" in post(judging, "own-questions/state/", state="open").content.decode()
    post(judging, "own-questions/questions/", **rows(QUESTION))
    for state in ("open", "closed", "open"):
        answer = post(judging, "own-questions/state/", state=state)
        assert f"Own questions is {state}." in answer.content.decode()
        own.refresh_from_db()
        assert own.state == state
    assert "can be opened or closed" in post(judging, "own-questions/state/", state="draft").content.decode()
    own.refresh_from_db()
    assert own.state == "open"


def test_managers_are_told_who_wrote_what_is_judged(judging: Judging) -> None:
    assert "other wrote 1 of the texts and is not asked to judge it." in get(judging, "duc-quality/").content.decode()
    assert "wrote 1" not in get(judging, "duc-quality/", "judge").content.decode()
    assert "wrote 1" not in get(judging, "mead-utility/").content.decode()


@pytest.mark.parametrize("page", ["new/", *(f"duc-quality/{page}/" for page in ("settings", "questions", "copy"))])
@pytest.mark.parametrize(("who", "status"), [("manager", 200), ("judge", 403), ("viewer", 403), ("outsider", 404)])
def test_only_managers_change_instruments(judging: Judging, page: str, who: str, status: int) -> None:
    assert get(judging, page, who).status_code == status
    assert post(judging, page, who).status_code == (400 if who == "manager" else status)


def test_a_judge_cannot_close_an_instrument(judging: Judging) -> None:
    assert post(judging, "duc-quality/state/", "judge", state="closed").status_code == 403
    assert get(judging, "duc-quality/state/").status_code == 405
    assert post(judging, "nothing/state/", state="closed").status_code == 404


def test_statements_of_the_forms_are_few(judging: Judging) -> None:
    client = signed_in(judging.user("manager"))
    for page in ("settings", "questions", "copy"):
        assert statements(client, f"/p/p/judge/duc-quality/{page}/") <= 9
    set_instrument_state(instrument=judging.instruments["duc-quality"], state="closed", by=judging.manager)
