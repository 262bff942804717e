"""Where browsers report what the content security policy has stopped: a line in the log, without texts or queries."""

import json
import logging
import re
import time
from collections import deque
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

logger = logging.getLogger("pyramidion.policy")
OLD, NEW = "application/csp-report", "application/reports+json"
LARGEST = 16 * 1024
MOST_AT_ONCE = 20
A_MINUTE = 60.0
MOST_A_MINUTE = 30
"""Of a process: whoever sends more, by a broken extension or on purpose, fills no log."""
_lately: deque[float] = deque(maxlen=MOST_A_MINUTE)


@csrf_exempt
@never_cache
@require_POST
def csp_report(request: HttpRequest) -> HttpResponse:
    """204 for what was understood. Anybody may send anything here: nothing of it is believed, kept or answered."""
    if request.content_type not in (OLD, NEW):
        return HttpResponse(status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
    if _length(request) > LARGEST:
        return HttpResponse(status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    reports = _reports(request)
    if reports is None:
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    for report in reports:
        if not _may_log(time.monotonic()):
            return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": f"{A_MINUTE:.0f}"})
        line = _line(report)
        logger.warning("The policy's %(directive)s stopped %(blocked)s on %(route)s", line, extra=line)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _length(request: HttpRequest) -> int:
    given = request.headers.get("Content-Length") or "0"
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else LARGEST + 1


def _reports(request: HttpRequest) -> list[dict[str, Any]] | None:
    """The bodies of the reports; None for what is none."""
    try:
        sent = json.loads(request.read(LARGEST + 1))
    except (ValueError, RecursionError):
        return None
    found: list[Any]
    if request.content_type == OLD:
        found = [sent.get("csp-report")] if isinstance(sent, dict) else [None]
    elif isinstance(sent, list) and len(sent) <= MOST_AT_ONCE and all(isinstance(one, dict) for one in sent):
        found = [one.get("body") for one in sent if one.get("type") == "csp-violation"]
    else:
        return None
    return found if all(isinstance(one, dict) for one in found) else None


def _may_log(now: float) -> bool:
    if len(_lately) == MOST_A_MINUTE and now - _lately[0] < A_MINUTE:
        return False
    _lately.append(now)
    return True


def _line(report: dict[str, Any]) -> dict[str, str]:
    """What helps to find the fault: the directive, whose file was stopped, the kind of page."""
    directive = _said(report, "effective-directive", "effectiveDirective", "violated-directive")
    return {
        "directive": match[0] if (match := re.match(r"[a-z-]{1,40}", directive)) else "?",
        "blocked": _origin(_said(report, "blocked-uri", "blockedURL")),
        "route": _route(_said(report, "document-uri", "documentURL")),
    }


def _said(report: dict[str, Any], *names: str) -> str:
    return next((value[:2000] for name in names if isinstance(value := report.get(name), str)), "")


def _origin(address: str) -> str:
    """The site of an address; words as "inline" are themselves."""
    if match := re.fullmatch(r"[a-z-]{1,40}", address):
        return match[0]
    match = re.match(r"[a-z][a-z0-9+.-]{0,30}:(//[A-Za-z0-9.:\[\]-]{1,255})?", address)
    return match[0] if match else "?"


def _route(address: str) -> str:
    """The name of a page, never its address: that holds names of projects and people."""
    try:
        return resolve(urlsplit(address).path).view_name or "?"
    except (Resolver404, ValueError):
        return "?"
