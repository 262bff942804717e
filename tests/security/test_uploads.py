"""Bodies and files as no browser sends them: refused by a sentence, before they cost, and nothing is kept of them."""

import gzip
import io
import json
import socket
import zipfile
from contextlib import suppress
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotator.projects.models import Project, Summary, Topic
from annotator.tables import csv_records
from annotator.tables.assignment_table import read_assignments
from annotator.tables.csv_records import TableError
from annotator.tables.summary_table import read_table
from annotator.web import forms
from annotator.web.costs import Cost
from tests.annotator.duc.duc_files import pyr
from tests.factories import make_topic
from tests.scenes import Scene, make_scene, signed_in
from tests.site_process import PATIENCE, SiteProcess

IMPORT, TEXTS, FROM_FILE, TASKS = "/p/p/import/", "/p/p/t/D1/summaries/", "/new/file/", "/p/p/assignments/add/"


@pytest.fixture
def scene(db: None) -> Scene:
    """A project "p" with a topic "D1"."""
    made = make_scene()
    make_topic(made.project, "D1")
    return made


@pytest.fixture
def client(scene: Scene) -> Client:
    """The manager's browser."""
    return signed_in(scene.manager)


def zipped(name: str = "x.pyr", data: bytes = b"") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data or pyr())
    return out.getvalue()


NO_TEXTS = {
    "a zip": zipped(),
    "a zip bomb": zipped("../../x", b"\0" * 1_000_000),
    "gzip": gzip.compress(pyr()),
    "a spreadsheet": zipped("xl/workbook.xml", b"<workbook/>"),
    "invalid UTF-8": b"topic,kind,summarizer,text\nD1,model,A,\xff\xfe\n",
    "half a surrogate": b"topic,kind,summarizer,text\nD1,model,A,\xed\xa0\x80\n",
    "NUL": b'topic,kind,summarizer,text\nD1,model,A,"a\0b"\n',
    "UTF-16": "topic,kind,summarizer,text\n".encode("utf-16"),
}


@pytest.mark.parametrize("name", NO_TEXTS)
def test_an_archive_or_what_is_no_text_is_refused_wherever_a_file_is_taken(client: Client, name: str) -> None:
    data = NO_TEXTS[name]
    projects = Project.objects.count()

    def file(called: str) -> SimpleUploadedFile:
        return SimpleUploadedFile(called, data)

    sent: list[tuple[str, dict[str, Any]]] = [
        (IMPORT, {"how": "table", "table": file("x.csv")}),
        (TEXTS, {"how": "files", "kind": "model", "uploads": [file("x.txt")]}),
        (TASKS, {"how": "table", "table": file("x.csv")}),
        ("/p/p/t/D1/documents/add/", {"how": "files", "uploads": [file("x.txt")]}),
        ("/p/p/t/D1/extracts/", {"how": "files", "uploads": [file("x.extract")]}),
        ("/p/p/t/D1/units/statements/", {"how": "file", "table-file": file("x.csv")}),
    ]
    for address, body in sent:
        answer = client.post(address, body)
        assert (answer.status_code, b"errorlist" in answer.content) == (400, True), address
    for called in ("x.zip", "x.pyr", "x.pan", "x.pyr.gz"):
        report = client.post(IMPORT, {"how": "duc", "uploads": [file(called)]}).context["duc_report"]
        assert [refusal["file"] for refusal in report.refused] == [called]
    assert client.post(FROM_FILE, {"file": file("x.json")}).status_code == 400
    assert (Summary.objects.count(), Project.objects.count(), Topic.objects.count()) == (0, projects, 1)


def test_a_compressed_body_is_not_unpacked(client: Client) -> None:
    body = gzip.compress(json.dumps({"name": "made"}).encode())
    answer = client.post("/api/projects/", body, content_type="application/json", headers={"Content-Encoding": "gzip"})
    assert (answer.status_code, answer.json()["detail"]) == (400, "The body cannot be read as JSON.")


def test_files_that_are_too_much_together_are_refused_before_they_are_read(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "LARGEST_UPLOAD_TOTAL", 2 * 1024 * 1024)
    uploads = [SimpleUploadedFile(f"{n}.pyr", b" " * 1_100_000) for n in range(2)]
    answer = client.post(IMPORT, {"how": "duc", "uploads": uploads})
    assert answer.status_code == 400
    assert "These files are larger than 2 MB in total; choose fewer at a time." in answer.content.decode()


def said_to_be(client: Client, length: int | str, path: str = IMPORT) -> int:
    """The status of an answer to a body that is said to be so long, and holds next to nothing."""
    return client.generic("POST", path, b"a=1", "application/x-www-form-urlencoded", CONTENT_LENGTH=length).status_code


def test_a_body_is_refused_by_the_length_it_tells(client: Client) -> None:
    assert said_to_be(client, Cost.FILES.value + 1) == 413
    assert said_to_be(client, Cost.SHORT.value + 1, "/api/projects/") == 413


@pytest.mark.django_db
def test_strangers_may_not_even_send_a_megabyte() -> None:
    assert said_to_be(Client(), Cost.SHORT.value + 1, "/accounts/login/") == 413
    assert said_to_be(Client(), Cost.SHORT.value + 1, IMPORT) == 413


def multipart(*parts: bytes, boundary: bytes = b"x") -> bytes:
    return b"".join(b"--%b\r\n%b\r\n" % (boundary, part) for part in parts) + b"--%b--\r\n" % boundary


FIELD = b'Content-Disposition: form-data; name="a"\r\n\r\n1'
FILE = b'Content-Disposition: form-data; name="uploads"; filename="a.pyr"\r\n\r\n1'
NESTED = b"Content-Type: multipart/mixed; boundary=y\r\n" + FIELD + b"\r\n" + multipart(FILE, boundary=b"y")
BODIES = {
    "10,000 parts": ("multipart/form-data; boundary=x", multipart(*[FIELD] * 10_000)),
    "10,000 parts that are none": ("multipart/form-data; boundary=x", multipart(*[b""] * 10_000)),
    "5,001 fields": ("multipart/form-data; boundary=x", multipart(*[FIELD] * 5_001)),
    "501 files": ("multipart/form-data; boundary=x", multipart(*[FILE] * 501)),
    "nested": ("multipart/form-data; boundary=x", multipart(NESTED)),
    "no boundary": ("multipart/form-data", multipart(FIELD)),
    "an endless boundary": (f"multipart/form-data; boundary={'x' * 10_000}", multipart(FIELD)),
    "another boundary": ("multipart/form-data; boundary=z", multipart(FIELD)),
    "no end": ("multipart/form-data; boundary=x", multipart(FILE)[:-20]),
    "a header without end": ("multipart/form-data; boundary=x", b"--x\r\n" + b"A" * 200_000),
    "base64 that is none": (
        "multipart/form-data; boundary=x",
        multipart(b"Content-Transfer-Encoding: base64\r\n" + FILE),
    ),
    "5,001 fields in a line": ("application/x-www-form-urlencoded", b"a&" * 5_001),
    "a charset that is none": ("application/x-www-form-urlencoded; charset=klingon", b"a=1"),
    "UTF-7": ("application/x-www-form-urlencoded; charset=utf-7", b"how=+AGQ-uc"),
    "JSON for a form": ("application/json", b'{"how": "duc"}'),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_body_out_of_order_is_a_sentence(client: Client, name: str) -> None:
    kind, body = BODIES[name]
    for address in (IMPORT, "/accounts/login/"):
        answer = client.generic("POST", address, body, kind)
        assert answer.status_code in (302, 400) if "login" in address else answer.status_code == 400, address
    answer = client.generic("POST", "/api/projects/", body, kind)
    assert answer.status_code in (400, 415)


def test_a_table_of_millions_of_faults_is_told_by_some() -> None:
    faulty = b"topic,kind,summarizer,text\n" + b"a\n" * 40_000
    with pytest.raises(TableError) as error:
        read_table(faulty)
    assert len(error.value.messages) == csv_records.MAX_MESSAGES + 1
    assert error.value.messages[-1].startswith("And 95")  # it was given up after a thousand
    _, errors = read_assignments(b"topic,member\n" + b"a\n" * 40_000)
    assert len(errors) == csv_records.MAX_ERRORS + 1


@pytest.mark.parametrize("rows", [b"D1,peer,%d,a\n", b"\n", b",,,\n", b'{"topic": %d}\n'])
def test_a_table_has_a_most_of_rows(rows: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_records, "MAX_ROWS", 10)
    head = b"" if rows.startswith(b"{") else b"topic,kind,summarizer,text\n"
    with pytest.raises(TableError) as error:
        read_table(head + b"".join(rows % n if b"%" in rows else rows for n in range(11)))
    assert error.value.messages[-1] == "The table has more than 10 rows; import it in parts."


def raw(site: SiteProcess, *pieces: bytes, cut: bool = False) -> bytes:
    """What the server answers to bytes on a line of its own, until it closes the line; ``cut``: nothing more comes."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as line:
        with suppress(OSError):  # it may have seen enough
            for piece in pieces:
                line.sendall(piece)
            if cut:
                line.shutdown(socket.SHUT_WR)
        found = b""
        with suppress(ConnectionError):
            while piece := line.recv(65_536):
                found += piece
        return found


def status(answer: bytes) -> int:
    """Of an answer, 0 where the line was closed without one."""
    return int(answer.split()[1]) if answer else 0


def test_the_running_server_survives_bodies_without_length_and_with_a_wrong_one(site: SiteProcess) -> None:
    """A body that never comes to its end is cut, and whoever cuts it waits for no answer: only the server must stay."""
    head = b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    head += b"Content-Type: application/x-www-form-urlencoded\r\n"
    chunk = b"%x\r\n%b\r\n" % (1 << 20, b"a" * (1 << 20))
    endless = raw(site, head + b"Transfer-Encoding: chunked\r\n\r\n", *[chunk] * 16, b"0\r\n\r\n")
    assert status(endless) in (0, 400, 403, 413)
    for length in (b"100", b"-1", b"1e9", b"999999999999999999999999", b"5\r\nContent-Length: 6"):
        assert status(raw(site, head + b"Content-Length: " + length + b"\r\n\r\na=1", cut=True)) in (
            0,
            400,
            403,
            408,
            413,
        )
    hidden = b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    both = raw(site, head + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + hidden, cut=True)
    assert status(both) in (0, 400, 403)
    assert b" 200 " not in both
    assert status(raw(site, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")) == 200
