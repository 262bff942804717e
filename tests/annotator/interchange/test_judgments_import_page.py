"""The import of judgments by page and API."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.interchange import import_runs
from annotator.judgments.models import Instrument, sheets
from annotator.projects.models import Membership
from annotator.runs.models import Run
from tests.annotator.judgments.scene import Judging, make_judging
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db

RATINGS = "topic,summarizer,judge,question,value\nmill,baseline,ann,q1,4\nmill,other,ann,q1,2\n"
IMPORT = "/p/p/judge/duc-quality/import/"


@pytest.fixture
def judging() -> Judging:
    return make_judging()


def send_page(judging: Judging, text: str = RATINGS, who: str = "manager", url: str = IMPORT, **fields: str) -> Any:
    upload = SimpleUploadedFile("ratings.csv", text.encode())
    return signed_in(judging.user(who)).post(
        url, {"uploads": upload, "file_format": "table", **fields}, format="multipart"
    )


def send_api(judging: Judging, text: str = RATINGS, who: str = "manager", **fields: Any) -> Any:
    body = {"files": [{"name": "ratings.csv", "text": text}], **fields}
    return judging.post(f"/api/instruments/{judging.instruments['duc-quality'].pk}/import/", who, **body)


def test_the_page_checks_files_without_a_change_and_then_imports_them(judging: Judging) -> None:
    checked = send_page(judging, dry_run="on")
    assert checked.status_code == 200
    assert "1 file can be imported" in checked.content.decode()
    assert not sheets().exists()
    imported = send_page(judging)
    assert "1 file imported" in imported.content.decode()
    assert (imported.context["report"].sheets, imported.context["report"].judgments) == (2, 2)
    assert sheets().count() == 2


def test_the_page_names_what_is_wrong_with_a_file(judging: Judging) -> None:
    answer = send_page(judging, RATINGS + "mill,nobody,ann,q1,9\n<b>,other,ann,q1,1\n")
    assert answer.status_code == 400
    content = answer.content.decode()
    assert "Nothing was imported" in content
    assert "ann on mill nobody q1: the topic has no peer by “nobody”." in content
    assert "&lt;b&gt;" in content
    assert send_page(judging, "\0").status_code == 400
    assert send_page(judging, file_format="pdf").status_code == 400


def test_files_make_a_new_instrument_from_a_preset(judging: Judging) -> None:
    url = "/p/p/judge/new/file/"
    fields = {"instrument": "quality", "preset": "duc-quality", "url": url}
    assert send_page(judging, dry_run="on", **fields).status_code == 200
    assert not Instrument.objects.filter(key="quality").exists()
    assert send_page(judging, **fields).status_code == 200
    assert Instrument.objects.get(key="quality").state == "open"
    assert signed_in(judging.user("manager")).get(url).status_code == 200
    assert send_page(judging, instrument="not a key", preset="duc-quality", url=url).status_code == 400
    assert send_page(judging, instrument="x", preset="none", url=url).status_code == 400


def test_a_large_import_becomes_a_run_whose_report_the_page_shows(judging: Judging, monkeypatch: Any) -> None:
    monkeypatch.setattr(import_runs, "SECONDS_PER_FILE", 60)
    answer = send_page(judging)
    assert answer.status_code == 302
    run = Run.objects.get()
    outcome = import_runs._perform(run)
    run.result = outcome.result
    run.save()
    page = signed_in(judging.user("manager")).get(f"{IMPORT}?run={run.pk}")
    assert page.context["report"].sheets == 2
    assert import_runs._judgments_report_url(run) == f"{IMPORT}?run={run.pk}"
    assert signed_in(judging.user("judge")).get(f"{IMPORT}?run={run.pk}").status_code == 403


def test_the_api_imports_and_reports(judging: Judging) -> None:
    assert send_api(judging, dry_run=True).json()["sheets"] == 2
    assert not sheets().exists()
    report = send_api(judging).json()
    assert {name: report[name] for name in ("files", "sheets", "judgments", "judges", "refused")} == {
        "files": 1, "sheets": 2, "judgments": 2, "judges": 1, "refused": []
    }  # fmt: skip
    assert send_api(judging).json()["sheets"] == 0
    send_api(judging, RATINGS.replace("ann", "gpt"), program_version="4")
    assert Membership.objects.get(name="gpt").kind == "program"


def test_the_api_refuses_bad_files_and_bodies(judging: Judging) -> None:
    answer = send_api(judging, RATINGS.replace("q1,4", "q1,9"))
    assert answer.status_code == 409
    assert answer.json()["detail"] == "ratings.csv: ann on mill baseline q1: 9 is not on the scale of q1."
    assert send_api(judging, format="pdf").json()["errors"][0]["field"] == "format"
    assert send_api(judging, files=[]).json()["errors"][0]["field"] == "files"
    assert send_api(judging, colour="red").json()["errors"][0]["field"] == "colour"
    assert send_api(judging, "x" * 2_000_001).status_code == 400


def test_only_managers_import(judging: Judging) -> None:
    for who, status in (("judge", 403), ("viewer", 403), ("outsider", 404)):
        assert send_page(judging, who=who).status_code == status
        assert send_page(judging, who=who, url="/p/p/judge/new/file/").status_code == status
        assert send_api(judging, who=who).status_code == status
    assert not sheets().exists()


def test_a_closed_instrument_takes_no_file(judging: Judging) -> None:
    Instrument.objects.filter(key="duc-quality").update(state="closed")
    assert "is closed and takes no judgments" in send_page(judging).content.decode()
    assert send_api(judging).status_code == 409
