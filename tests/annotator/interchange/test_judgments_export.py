"""The export of judgments by page and API: who gets which rows, with which names."""

from __future__ import annotations

import csv
import json
import zipfile
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.utils import timezone

from annotator.judgments.services.instruments import set_instrument_state
from annotator.projects.peer_names import mask_project
from annotator.work.states.services import change_state
from tests.annotator.interchange.whole_project import send
from tests.annotator.judgments.scene import PLANTED, Judging, make_judging
from tests.scenes import signed_in, statements

pytestmark = pytest.mark.django_db


@pytest.fixture
def judging() -> Judging:
    """The judge and the other have each finished one sheet of ratings, about different peers."""
    judging = make_judging()
    for who in ("judge", "other"):
        sheet = judging.sheet("duc-quality", who)
        edits = [{"verb": "judge", "question": f"q{number}", "value": number} for number in range(1, 6)]
        send(sheet, judging.members[who], *edits)
        change_state(work=sheet, verb="submit", by=judging.user(who), now=timezone.now())
    return judging


def ask(judging: Judging, who: str, query: str = "?file=csv", key: str = "duc-quality") -> Any:
    return signed_in(judging.user(who)).get(f"/api/instruments/{judging.instruments[key].pk}/export/{query}")


def rows(answer: Any) -> list[dict[str, str]]:
    assert answer.status_code == 200, answer.content
    return list(csv.DictReader(StringIO(answer.content.decode())))


def close(judging: Judging) -> None:
    set_instrument_state(instrument=judging.instruments["duc-quality"], state="closed", by=judging.manager)


def test_managers_get_all_judgments_with_names(judging: Judging) -> None:
    table = rows(ask(judging, "manager"))
    assert len(table) == 10
    assert {row["judge"] for row in table} == {"judge", "other"}
    assert {row["summarizer"] for row in table} <= {PLANTED, "baseline", "other"}


def test_a_judge_gets_own_judgments_and_no_name_while_the_instrument_is_open(judging: Judging) -> None:
    for file_format in ("csv", "jsonl", "xlsx"):
        for drafts in ("", "&drafts=yes"):
            answer = ask(judging, "judge", f"?file={file_format}{drafts}")
            data = answer.content
            if file_format == "xlsx":
                with zipfile.ZipFile(BytesIO(data)) as archive:
                    data = b"".join(archive.read(name) for name in archive.namelist())
            assert PLANTED.encode() not in data
            assert b"baseline" not in data
            assert PLANTED not in str(answer.headers)
    table = rows(ask(judging, "judge"))
    # It is the first sheet in the judge's own order, and nothing says whether a model or a peer.
    assert {(row["judge"], row["summarizer"], row["kind"]) for row in table} == {("judge", "1", "")}


def test_everybody_gets_everything_once_the_instrument_is_closed(judging: Judging) -> None:
    close(judging)
    assert len(rows(ask(judging, "viewer"))) == 10
    assert len(rows(ask(judging, "judge", "?file=csv&judge=other"))) == 5


def test_names_that_the_project_hides_stay_hidden_from_members(judging: Judging) -> None:
    judging.project.mask_summarizers = True
    judging.project.save()
    mask_project(project=judging.project)
    close(judging)
    masks = {summary.mask for summary in judging.topic.summaries.filter(kind="peer")}
    assert {row["summarizer"] for row in rows(ask(judging, "viewer"))} <= masks
    assert not {row["summarizer"] for row in rows(ask(judging, "manager"))} & masks


def test_who_may_see_no_sheet_gets_404(judging: Judging) -> None:
    assert ask(judging, "viewer").status_code == 404
    assert ask(judging, "outsider").status_code == 404
    assert signed_in(judging.user("viewer")).get("/p/p/judge/duc-quality/export/").status_code == 404


def test_only_managers_get_items_and_the_files_of_collections(judging: Judging) -> None:
    judging.begin("presence")
    assert ask(judging, "judge", "?shape=items", "presence").status_code == 403
    assert ask(judging, "judge", "?file=litepyramid", "presence").status_code == 403
    assert len(rows(ask(judging, "manager", "?shape=items", "presence"))) == 2
    assert ask(judging, "judge", "?shape=measures").status_code == 404


def test_measures_are_the_scores_of_the_results(judging: Judging) -> None:
    table = rows(ask(judging, "manager", "?shape=measures"))
    values = {(row["measure"], float(row["value"]), row["judges"]) for row in table if row["measure"].endswith("q3")}
    assert values == {("duc-quality.q3", 3.0, "1" if len({row["summarizer"] for row in table}) == 2 else "2")}
    close(judging)
    assert rows(ask(judging, "viewer", "?shape=measures")) == table
    lines = ask(judging, "manager", "?shape=measures&file=jsonl").content.decode().splitlines()
    assert json.loads(lines[0])["measure"] == table[0]["measure"]


@pytest.mark.parametrize(
    ("query", "status"),
    [("?file=pdf", 400), ("?shape=scores", 400), ("?colour=red", 400), ("?file=see&shape=judgments", 409),
     ("?shape=measures&judge=other", 409), ("?file=see", 409), ("?file=litepyramid", 409), ("?file=mead", 409)],
)  # fmt: skip
def test_a_bad_query_is_refused_in_words(judging: Judging, query: str, status: int) -> None:
    answer = ask(judging, "manager", query)
    assert answer.status_code == status
    assert answer.json()["detail"]


def test_the_page_offers_files_and_gives_them(judging: Judging) -> None:
    manager = signed_in(judging.user("manager"))
    page = manager.get("/p/p/judge/duc-quality/export/")
    assert [shape for shape, _ in page.context["shapes"]] == ["judgments", "measures"]
    answer = manager.get("/p/p/judge/duc-quality/export/?file=csv&shape=judgments&judge=")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="p.duc-quality.judgments.csv"'
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert manager.get("/p/p/judge/duc-quality/export/?file=see").status_code == 400
    judging.begin("presence")
    page = manager.get("/p/p/judge/presence/export/")
    assert [shape for shape, _ in page.context["shapes"]] == ["judgments", "items", "answers", "measures"]
    page = signed_in(judging.user("judge")).get("/p/p/judge/duc-quality/export/")
    assert [shape for shape, _ in page.context["shapes"]] == ["judgments"]


def test_the_number_of_queries_is_constant(judging: Judging) -> None:
    for who in ("manager", "judge"):
        client = signed_in(judging.user(who))
        address = f"/api/instruments/{judging.instruments['duc-quality'].pk}/export/?drafts=yes"
        few = statements(client, address)
        judging.begin("duc-quality", "reviewer")
        assert statements(client, address) == few <= 16
