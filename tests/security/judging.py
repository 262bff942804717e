"""Whether an answer is safe in a browser, whatever stands in it."""

import json
import re
from email.message import Message
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from defusedxml.ElementTree import fromstring

from tests.security.pages import Page
from tests.security.poison import PRODUCT

JSON = {"application/json", "application/problem+json", "application/vnd.oai.openapi+json"}
FILES = {
    *("text/csv", "text/plain", "image/svg+xml", "application/json"),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
DRAWN = {*("svg", "title", "desc", "style", "g", "rect", "text", "tspan", "path", "line", "circle", "polyline", "a")}


def kept(answer: Any) -> Any:
    """The answer, read to its end: a file that nobody reads holds what it was made with."""
    if not hasattr(answer, "body_read"):
        answer.body_read = answer.getvalue()
    return answer


def faults(answer: Any) -> list[str]:
    """What is wrong with an answer; its own type of content decides what is looked at."""
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    body = kept(answer).body_read
    found = [] if answer.headers.get("X-Content-Type-Options") == "nosniff" else ["may be taken for another type"]
    if str(PRODUCT).encode() in body:
        found.append("a text was run as a template")
    if attached := answer.headers.get("Content-Disposition"):
        return found + _file(kind, attached) + (_picture(body) if kind == "image/svg+xml" else [])
    if kind == "text/html":
        policy = answer.headers.get("Content-Security-Policy", "")
        return found + Page(body.decode()).faults + ([] if "script-src" in policy else ["no policy"])
    if kind in JSON:
        json.loads(body)
        return found
    if answer.request["PATH_INFO"] == "/favicon.ico":
        return found  # a picture of our own
    return [*found, f"what is {kind}?"] if body else found


def _file(kind: str, attached: str) -> list[str]:
    told = Message()
    told["Content-Disposition"] = attached
    name = told.get_filename() or ""
    found = [] if kind in FILES else [f"a file of type {kind}"]
    if told.get_content_disposition() != "attachment" or not name.isprintable() or set(name) & {"/", "\\"}:
        found.append(f"is saved as {attached}")
    return found


def _picture(body: bytes) -> list[str]:
    parts = [(part.tag.rpartition("}")[2], part.attrib) for part in fromstring(body.decode()).iter()]
    found = [f"<{tag}> in a picture" for tag, _ in parts if tag not in DRAWN]
    return found + [f"{name} in a picture" for _, given in parts for name in given if name.lower().startswith("on")]


def crawl(browser: Any, begin: list[str], *, within: str = "/", most: int = 300) -> dict[str, Any]:
    """The answers to these addresses and to all that they lead to, each kind of address once."""
    found: dict[str, Any] = {}
    seen: set[str] = set()
    waiting = list(begin)
    while waiting:
        address = waiting.pop(0)
        if (kind := _kind(address)) in seen:
            continue
        seen.add(kind)
        assert len(seen) < most, "The pages lead on and on."
        answer = found[address] = kept(browser.get(address))
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            links = [urljoin(address, link) for link in Page(answer.getvalue().decode()).links]
            waiting += [link.partition("#")[0] for link in links if link.startswith(within) and link[1:2] != "/"]
    return found


def _kind(address: str) -> str:
    """Addresses that differ in keys of rows, or in what is asked beside a picture or a file, are of one kind."""
    parts = urlsplit(address)
    asked = [f"{name}={value}" for name, value in parse_qsl(parts.query) if name in ("figure", "as", "file")]
    return re.sub("[0-9]+", "0", parts.path) + "?" + "&".join(sorted(asked) or ["asked"][: len(parts.query)])
