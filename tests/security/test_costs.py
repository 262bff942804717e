"""Each route declares what a request to it may cost, and the worst body of its class fits into a little memory."""

import ast
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import psutil
import pytest
from django.db import transaction
from django.test import Client
from django.test.client import encode_multipart
from django.urls import URLPattern, get_resolver, path
from django.views.generic import TemplateView

from annotator.web.costs import Cost, cost_of
from tests.access.actors import MANAGER
from tests.access.asking import address
from tests.access.scene import Scene, make_scene
from tests.access.table import TABLE, Route
from tests.site_process import ROOT, SiteProcess

MEGABYTES = {Cost.SHORT: 100, Cost.TEXTS: 250, Cost.FILES: 400}
"""How much more memory than a worker has at rest one request of each class may take."""
BOUNDARY = "x"
SCORE_COLUMNS = b"topic,summarizer,name,value\n"
FILE_FIELDS = {
    "project-from-file": "file",
    "assignments-add": "table",
    "summaries-add": "uploads",
    "instrument-from-file": "uploads",
    "judgments-import": "uploads",
    "documents-add": "uploads",
    "extracts-add": "uploads",
    "model-units": "file",
    "statements-add": "table-file",
    "score-tables": "table",
    "parses": "uploads",
    "trained-measures": "model",
}
UNBOUNDED_CACHES_OF_BOUNDED_ENTRIES = {
    "annotator/api_schema.py": "the examples of the documentation",
    "annotator/duc/readers.py": "16 pyramids of at most 300 kB",
    "annotator/interchange/project_file/reading.py": "the validator of the one schema",
    "annotator/overview/api.py": "the description of the API",
    "annotator/texts/alignment.py": "single characters",
    "annotator/texts/pattern_matcher.py": "16 patterns of at most 1,000 characters",
    "annotator/texts/segmentation/sentences.py": "the splitter of each language",
    "annotator/texts/similarity/words.py": "words of at most 24 characters",
    "annotator/texts/words/lists.py": "the lists of words that come with the program",
    "annotator/texts/words/stemmer.py": "200,000 words of at most 40 characters",
    "annotator/work/log/prepared.py": "SQL from the code",
    "annotator/work/models.py": "an owner's name and a number",
    "config/health.py": "names of migrations",
    "config/templatetags/page_modules.py": "the import map",
    "scoring/measures/automatic/extracts/spaces.py": "the words of the documents of one project",
    "scoring/measures/automatic/registry.py": "the definitions of measures",
    "scoring/measures/coherence/connectives.py": "the list of connectives that comes with the program",
    "scoring/measures/coherence/features.py": "the names of the features of four measures",
    "scoring/results/enough/analysis.py": "numbers of topics",
    "scoring/results/exports/writing.py": "formats of one workbook, while it is written",
    "scoring/studies/trained/queries.py": "4 models of at most 10 MB",
    "scoring/results/judgments/judged_scores.py": "4,096 fractions of the values of a scale",
    "scoring/results/pages.py": "the style sheet of figures",
    "scoring/stats/batched_correlation.py": "the pairs of at most 120 numbers",
}


def patterns(resolver: Any) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        else:
            yield from patterns(pattern)


def undeclared(resolver: Any) -> list[str]:
    return [str(pattern.pattern) for pattern in patterns(resolver) if cost_of(pattern.callback) is None]


def test_every_route_declares_its_class() -> None:
    assert undeclared(get_resolver()) == []


def test_a_route_without_a_class_is_noticed() -> None:
    class Resolver:
        url_patterns = [path("new/", TemplateView.as_view())]

    assert undeclared(Resolver) == ["new/"]


def test_caches_are_limited_by_bytes_or_by_what_their_entries_can_be() -> None:
    caching = set()
    for file in [file for app in ("annotator", "scoring", "config") for file in (ROOT / app).rglob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            imported = isinstance(node, ast.ImportFrom) and node.module == "functools" and node.names
            if {"cache", "lru_cache"} & {alias.name for alias in imported or ()}:
                caching.add(str(file.relative_to(ROOT)))
    assert caching == set(UNBOUNDED_CACHES_OF_BOUNDED_ENTRIES)


def filled(value: Any, text: str) -> Any:
    """The value with this in place of each text that is not an id or a verb."""
    if isinstance(value, dict):
        fixed = ("id", "group", "verb", "scu", "unit")
        return {name: inner if name in fixed else filled(inner, text) for name, inner in value.items()}
    return [filled(inner, text) for inner in value] if isinstance(value, list) else text


def json_bodies(route: Route, size: int) -> Iterator[bytes]:
    """The worst that JSON can be: names, values or lists by the million, depth, and one long text."""
    yield b"{%b}" % b",".join(b'"%06x":0' % number for number in range(size // 11))
    yield b"[%b]" % b",".join([b"[]"] * (size // 3 - 1))
    yield b"[%b]" % b",".join([b"{}"] * (size // 3 - 1))
    yield b"[" * (size // 2) + b"]" * (size // 2)
    yield json.dumps(filled(route.body or {"name": ""}, "\U0001d546" * ((size - 4096) // 12))).encode()
    yield b'"%b"' % (b"\\u20ac" * (size // 6 - 1))


def form_bodies(route: Route, size: int) -> Iterator[tuple[str, bytes]]:
    """The worst that a form can be: names, one long value, parts, and files of everything that is read."""
    urlencoded, multipart = "application/x-www-form-urlencoded", f"multipart/form-data; boundary={BOUNDARY}"
    if size <= Cost.SHORT.value:
        yield urlencoded, b"a&" * (size // 2)
        yield urlencoded, b"".join(b"%b=%b&" % (name.encode(), b"%ff" * (size // 12)) for name in (*route.form, "name"))
        part = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
        yield multipart, part * (size // len(part) - 1) + b"--x--\r\n"
        return
    table, duc = {"how": "table"}, {"how": "duc"}
    limit = 20 * 1024 * 1024 - 1
    for data, name, fields in [
        (b"[" + b",".join([b"[]"] * (limit // 3 - 1)) + b"]", "a.json", {}),
        (b"[" + b",".join([b"{}"] * (limit // 3 - 1)) + b"]", "a.jsonl", table),
        (b"topic,kind,summarizer,text\n" + b"a\n" * (limit // 2 - 20), "a.csv", table),
        (b"topic,kind,summarizer,text\nD1,peer,b," + b"\xf0\x9d\x95\x86" * (limit // 4 - 20), "b.csv", table),
        (SCORE_COLUMNS + b"".join(b"D1,%d,c,1\n" % number for number in range(49_999)), "c.csv", table),
        (SCORE_COLUMNS + b"ab\n" * (limit // 3 - 20), "d.csv", table),
        (SCORE_COLUMNS + b"D1,b,c,1\n" * (limit // 9 - 20), "e.csv", table),
        (b"topic," + b",".join(b"%d" % number for number in range(998)) + b"\n" + b"D1\n" * 49_999, "f.csv", table),
        (b"ab " * (limit // 3), "g.txt", table),
        (b'{"topic": "D1"}\n' + b"ab\n" * (limit // 3 - 20), "h.jsonl", table),
        (b"<pyramid>" + b"<scu/>" * (limit // 12), "a.pyr", duc),
        (b"word " * (9_900_000 // 5), "a.txt", {"how": "files", "kind": "model"}),
    ]:
        field = FILE_FIELDS.get(route.name) or ("uploads" if fields == duc else "table")
        yield multipart, multipart_file(field, name, data, fields)


def multipart_file(field: str, name: str, data: bytes, fields: dict[str, str]) -> bytes:
    head = encode_multipart(BOUNDARY, fields).removesuffix(f"--{BOUNDARY}--\r\n".encode())
    disposition = f'Content-Disposition: form-data; name="{field}"; filename="{name}"'
    return b"%b--x\r\n%b\r\n\r\n%b\r\n--x--\r\n" % (head, disposition.encode(), data)


def bodies(route: Route, cost: Cost) -> Iterator[tuple[str, bytes]]:
    if route.api:
        yield from (("application/json", body) for body in json_bodies(route, cost.value))
    else:
        yield from form_bodies(route, cost.value)


@contextmanager
def limited_memory(site: SiteProcess, megabytes: int) -> Iterator[None]:
    """Every worker of the site gets no more than this beyond what it has."""
    limits = {}
    for pid in site.worker_pids():
        worker = psutil.Process(pid)
        limits[worker] = soft, hard = worker.rlimit(psutil.RLIMIT_AS)
        assert soft == psutil.RLIM_INFINITY
        worker.rlimit(psutil.RLIMIT_AS, (worker.memory_info().vms + (megabytes << 20), hard))
    try:
        yield
    finally:
        for worker, limit in limits.items():
            worker.rlimit(psutil.RLIMIT_AS, limit)


def posted(site: SiteProcess, url: str, kind: str, body: bytes, cookies: str) -> int:
    """The status of the answer to a form or JSON from a page of the manager."""
    token = "x" * 32
    headers = {"Content-Type": kind, "Cookie": f"{cookies}; csrftoken={token}", "X-CSRFToken": token}
    try:
        with urlopen(Request(site.url + url, body, headers), timeout=60) as answer:
            return int(answer.status)
    except HTTPError as refused:
        return refused.code
    except (URLError, ConnectionError):
        return 0  # it was refused before it was read


def cookies_of(client: Client) -> str:
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


ROUTES = {route.name: route for route in TABLE if route.post and route.name not in ("logout", "sign-out-everywhere")}


@pytest.mark.parametrize("cost", Cost)
def test_the_worst_bodies_of_a_class_fit_into_its_memory(site: SiteProcess, cost: Cost) -> None:
    classes = {pattern.name: cost_of(pattern.callback) for pattern in patterns(get_resolver())}
    with transaction.atomic():
        scene: Scene = make_scene()
    cookies = cookies_of(scene.clients[MANAGER])
    workers = site.worker_pids()
    wrong = {}
    with limited_memory(site, MEGABYTES[cost]):
        for name, route in ROUTES.items():
            if classes[name] is not cost:
                continue
            for number, (kind, body) in enumerate(bodies(route, cost)):
                status = posted(site, address(route, scene, MANAGER), kind, body, cookies)
                if status >= 500 or status == 403:
                    wrong[name, number] = status
    assert wrong == {}
    assert site.worker_pids() == workers


@pytest.mark.parametrize("cost", Cost)
def test_a_larger_body_than_its_class_takes_is_refused_unread(db: None, cost: Cost) -> None:
    route = {Cost.SHORT: "team", Cost.TEXTS: "api-pyramid-edits", Cost.FILES: "project-import"}[cost]
    scene = make_scene()
    target = address(ROUTES[route], scene, MANAGER)
    for length, expected in ((cost.value, (400, 415)), (cost.value + 1, (413,))):
        answer = scene.clients[MANAGER].generic("POST", target, b"", "text/plain", CONTENT_LENGTH=length)
        assert answer.status_code in expected
    said = f"The request is larger than {cost.value // 1024**2} MB"
    assert said in answer.content.decode()
