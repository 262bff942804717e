"""Figures for Prometheus: what was asked, how long it took, what failed. They cost no statement and hold no names.

Each worker writes its own files into one folder (prometheus-client's multiprocess mode); whichever worker is asked adds
them up. Without that folder (another server than `manage.py serve`) each worker only tells of itself.
"""

import os
import platform
import re
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import django
import psutil
from django.conf import settings
from django.contrib.auth.signals import user_login_failed
from django.core.signals import got_request_exception
from django.db import Error
from django.db.backends.signals import connection_created
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)

from config.log_lines import route_of
from config.run_folder import FIGURES

METHODS = frozenset(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
EDITED = {"api-pyramid-edits": "pyramid", "api-peer-annotation-edits": "peer"}

disable_created_metrics()
requests = Counter("pyramidion_requests", "Answers.", ["method", "route", "status"])
request_seconds = Histogram("pyramidion_request_seconds", "Time to answer.", ["route"], buckets=SECONDS)
requests_now = Gauge("pyramidion_requests_in_progress", "Requests being answered.", multiprocess_mode="livesum")
edits = Counter("pyramidion_edit_groups", "Groups of edits acknowledged or refused.", ["of", "result"])
sign_in_failures = Counter("pyramidion_sign_in_failures", "Sign-ins with a wrong name or password.")
exceptions = Counter("pyramidion_exceptions", "Requests that ended by an exception.", ["route"])
database_errors = Counter("pyramidion_database_errors", "Those that came from the database.")
database_connections = Counter("pyramidion_database_connections_opened", "Connections made to the database.")
workers = Gauge("pyramidion_workers", "Processes that answer.", multiprocess_mode="livesum")
build = Gauge("pyramidion_build_info", "What runs.", ["version", "django", "python"], multiprocess_mode="max")


def collected() -> bytes:
    """All figures of all workers, as Prometheus reads them; what a dead worker was just doing is forgotten."""
    folder = os.environ.get(FIGURES)
    if folder is None:
        return bytes(generate_latest(REGISTRY))
    for file in Path(folder).glob("gauge_live*_*.db"):
        number = int(file.stem.rpartition("_")[2])
        if not psutil.pid_exists(number):
            multiprocess.mark_process_dead(number)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)
    return bytes(generate_latest(registry))


def version() -> str:
    """The version in pyproject.toml, or "unknown" where it was left out."""
    file = Path(settings.BASE_DIR) / "pyproject.toml"
    found = re.search(r'^version = "([^"]+)"', file.read_text(), re.MULTILINE) if file.exists() else None
    return found[1] if found else "unknown"


def in_progress() -> AbstractContextManager[Any]:
    """While a request is being answered."""
    return requests_now.track_inprogress()


def method_of(request: HttpRequest) -> str:
    """The method; one name for all that nobody uses."""
    return str(request.method) if request.method in METHODS else "other"


def answered(request: HttpRequest, answer: HttpResponseBase, *, route: str, seconds: float) -> None:
    """Counts one answer, and the edits in it."""
    requests.labels(method_of(request), route, str(answer.status_code)).inc()
    request_seconds.labels(route).observe(seconds)
    if route in EDITED and answer.status_code == 200:
        told = getattr(answer, "data", {})
        edits.labels(EDITED[route], "applied").inc(len(told["applied"]))
        edits.labels(EDITED[route], "refused").inc(1 if told["refused"] else 0)


def worker_starts() -> None:
    """What a worker tells of itself from the start, and what it counts by Django's signals."""
    workers.set(1)
    build.labels(version(), django.get_version(), platform.python_version()).set(1)
    user_login_failed.connect(_sign_in_failed, dispatch_uid="metrics")
    connection_created.connect(_connected, dispatch_uid="metrics")
    got_request_exception.connect(_failed, dispatch_uid="metrics")


def _sign_in_failed(**_: Any) -> None:
    sign_in_failures.inc()


def _connected(**_: Any) -> None:
    database_connections.inc()


def _failed(*, request: HttpRequest | None = None, **_: Any) -> None:
    exceptions.labels(route_of(request) if request else "none").inc()
    if isinstance(sys.exception(), Error):
        database_errors.inc()
