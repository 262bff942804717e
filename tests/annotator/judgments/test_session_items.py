"""What a session says of the items of its lists: texts, but nothing that would sway a judge or name an author."""

import pytest

from annotator.judgments.services.item_lists import NewItem, create_item_list
from annotator.judgments.services.sessions import begin_session
from tests.annotator.judgments.scene import PLANTED, Judging, make_judging

pytestmark = pytest.mark.django_db

SECRETS = ("vital", "okay", "key-of-an-item", "4711", "amara", PLANTED)


@pytest.fixture
def judging() -> Judging:
    """Statements with importance, weight and source, of which one is only shown."""
    judging = make_judging(mask_summarizers=False)
    model = judging.topic.summaries.get(summarizer="amara")
    items = [
        NewItem("title", "About the mill", judged=False),
        NewItem("key-of-an-item", "The mill burned.", heading="The fire", importance="vital", weight=4711),
        NewItem("2", "It stood by a river.", importance="okay", weight=1, source_summary=model),
    ]
    create_item_list(topic=judging.topic, source="statements", items=items, by=judging.manager)
    return judging


@pytest.mark.parametrize("preset", ["presence", "see-2002"])
def test_a_session_tells_no_importance_weight_key_or_source(judging: Judging, preset: str) -> None:
    works = begin_session(instrument=judging.instruments[preset], topic=judging.topic, judge=judging.members["judge"])
    pages = [f"/p/p/judge/{preset}/t/mill/", *(f"/api/sheets/{work.pk}/" for work in works)]
    for path in pages:
        answer = judging.get(path)
        assert answer.status_code == 200
        text = f"{answer.headers} {answer.content.decode()}"
        assert [secret for secret in SECRETS if secret in text] == [], path


def test_statements_that_are_only_shown_are_not_asked(judging: Judging) -> None:
    sheet = judging.sheet("presence")
    items = judging.get(f"/api/sheets/{sheet.pk}/").json()["items"]
    assert [(item["text"], item["heading"], item["judged"]) for item in items] == [
        ("About the mill", "", False),
        ("The mill burned.", "The fire", True),
        ("It stood by a river.", "", True),
    ]
    finished = judging.post(f"/api/sheets/{sheet.pk}/state/", verb="submit")
    assert "2 statements are not judged yet: 2, 3." in finished.json()["detail"]
