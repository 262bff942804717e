"""The page of overlap: the published figures, the choices, downloads, and how many SQL queries it takes."""

import csv
import io

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotator.runs.models import Run
from scoring.results.overlap import project as overlap_project
from scoring.results.overlap import views
from tests.factories import make_member, make_project, make_summary, make_topic
from tests.scenes import signed_in
from tests.scoring.measures.test_overlap import D14, D32
from tests.scoring.results.agreement.test_page import text_of

pytestmark = pytest.mark.django_db
PAGE = "/p/p/overlap/"


@pytest.fixture
def project():
    """The two pairs of models that Harman & Over 2004 quote in section 2.2, and a peer."""
    project = make_project("p", blind=True, mask_summarizers=True)
    for key, texts in (("D14", D14), ("D32", D32)):
        topic = make_topic(project, key)
        for name, text in texts.items():
            make_summary(topic, text=text, summarizer=name)
        make_summary(topic, kind="peer", text="One two.", summarizer="secret")
    return project


@pytest.fixture
def client(project):
    return signed_in(make_member(project))


def csv_rows(answer) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.content.decode(), newline="")))


def test_the_page_has_the_overlaps_of_the_quoted_pairs(client) -> None:
    """20 of 79 words, 22 of 75 if case is ignored, and trigrams in one of two topics: judgments.md, section 12.1."""
    html = client.get(PAGE).content.decode()
    mean = (20 / 79 + 6 / 84) / 2
    assert f'value="{mean!r}"' in html
    assert "n = 3" in text_of(html)
    assert "0 of 2" not in text_of(html).partition("n = 3")[0]
    assert "Harman, Donna; Over, Paul (2004)" in html
    rows = csv_rows(client.get(f"{PAGE}?figure=pairs&as=csv"))
    counts = {row["Topic"]: (row["n = 1, common"], row["n = 1, all"], row["n = 3, common"]) for row in rows}
    assert counts == {"D14": ("6", "84", "0"), "D32": ("20", "79", "2")}
    rows = csv_rows(client.get(f"{PAGE}?fold_case=on&topic=D32&figure=pairs&as=csv"))
    assert [(row["Model"], row["Other model"], row["n = 1, common"], row["n = 1, all"]) for row in rows] == [
        ("G", "I", "22", "75")
    ]


def test_pictures_can_be_downloaded_under_names_that_say_what_was_chosen(client) -> None:
    for name in ("overlap", "pairs"):
        answer = client.get(f"{PAGE}?bare=on&figure={name}&as=svg")
        assert answer["Content-Type"] == "image/svg+xml"
        assert f'filename="p.overlap.bare=on.{name}.svg"' in answer["Content-Disposition"]
    assert client.get(f"{PAGE}?figure=none&as=svg").status_code == 404


def test_an_invalid_choice_is_named_and_the_default_used(client) -> None:
    html = client.get(f"{PAGE}?n=12").content.decode()
    assert "N: Ensure this value is less than or equal to 9. The default is used." in text_of(html)
    assert "n = 4" in html


def test_many_pairs_are_a_file_and_not_a_picture(client, monkeypatch) -> None:
    monkeypatch.setattr(views, "MAX_PAIRS", 1)
    text = text_of(client.get(PAGE).content.decode())
    assert "There are 2 pairs, too many to show here." in text
    assert len(csv_rows(client.get(f"{PAGE}?figure=pairs&as=csv"))) == 2
    assert client.get(f"{PAGE}?figure=pairs&as=svg").status_code == 404


def test_only_models_are_named_and_topics_with_one_model_are_left_out(project, client) -> None:
    make_summary(make_topic(project, "D50"), summarizer="alone")
    html = client.get(PAGE).content.decode()
    assert "secret" not in html
    assert "Topics with fewer than two models are left out: D50." in text_of(html)


def test_a_project_without_models_has_a_sentence() -> None:
    project = make_project("p")
    make_topic(project, "D1")
    text = text_of(signed_in(make_member(project)).get(PAGE).content.decode())
    assert "Overlap is computed for topics with at least two model summaries." in text


def test_members_read_it_others_get_404_and_visitors_sign_in(project, client) -> None:
    outsider = signed_in(make_member(make_project()))
    assert [one.get(PAGE).status_code for one in (client, outsider, Client())] == [200, 404, 302]
    assert client.get(f"{PAGE}?topic=D3").status_code == 404
    assert client.post(PAGE).status_code == 405


def test_a_large_project_becomes_a_run(client, monkeypatch) -> None:
    monkeypatch.setattr(overlap_project, "SECONDS_PER_TOPIC", 100)
    answer = client.get(PAGE)
    assert (answer.status_code, Run.objects.count()) == (303, 1)


def test_sql_queries_do_not_grow_with_topics(project, client) -> None:
    counts = []
    for key in ("D3", "D4"):
        with CaptureQueriesContext(connection) as captured:
            client.get(PAGE)
        counts.append(len(captured))
        topic = make_topic(project, key)
        make_summary(topic, summarizer="A"), make_summary(topic, summarizer="B")
    assert counts[0] == counts[1] <= 8


def test_the_page_of_the_project_links_to_it(project, client) -> None:
    assert f'href="{PAGE}"' in client.get("/p/p/").content.decode()
