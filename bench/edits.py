"""Edits per second, compared with a bare one-row UPDATE through the same stack and session."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from math import ceil
from typing import Any

from bench.figures import Figure, at_least, at_most
from bench.load_client import edit_body
from bench.site import ROOT, prepare_django, running_port, team

TEAMS = 8
CLIENTS = (1, 16, 64)
ROUNDS, SECONDS = 8, 1.0  # rounds of edits and of bare updates, in turn
QUERIES, RATIO, TAIL = 5, 0.55, 2.0
TAIL_CLIENTS = 64


def measure() -> Iterator[Figure]:
    """Yields queries, throughput and response times, and checks every acknowledged edit."""
    people = [
        annotator for members in zip(*(team(number) for number in range(TEAMS)), strict=True) for annotator in members
    ]
    queries, authentication = _queries(people[0].session, people[0].pyramid)
    yield at_most("SQL queries of an edit after authentication", queries - authentication, QUERIES, "{:.0f}")
    plan = [(kind, clients, SECONDS) for clients in CLIENTS for _ in range(ROUNDS + 1) for kind in ("edit", "bare")]
    order = {"port": running_port(), "people": [asdict(person) for person in people], "rounds": plan}
    ran = subprocess.run(
        [sys.executable, "-m", "bench.load_client"],
        cwd=ROOT, input=json.dumps(order), stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    results: dict[str, Any] = json.loads(ran.stdout)
    for number, clients in enumerate(CLIENTS):
        first = 2 * (ROUNDS + 1) * number + 2  # the first pair of rounds warms up
        rounds = results["rounds"][first : first + 2 * ROUNDS]
        yield from _compared(clients, rounds[::2], rounds[1::2])
    errors = [error for part in results["rounds"] for error in part["errors"]] + _lost(results["acknowledged"])
    yield at_most(f"errors, and lost or doubled edits of {len(results['acknowledged'])}", len(errors), 0, "{:.0f}")
    yield from (Figure(error[:58], "") for error in errors[:5])


def _compared(clients: int, edits: list[dict[str, Any]], bare: list[dict[str, Any]]) -> Iterator[Figure]:
    rates = _rate(edits), _rate(bare)
    yield Figure(f"{clients} clients: edits and bare updates per second", f"{rates[0]:.0f}, {rates[1]:.0f}")
    yield at_least(f"{clients} clients: ratio of edits to bare updates", rates[0] / rates[1], RATIO)
    times = [[_percentile(rounds, share) for share in (0.5, 0.95, 0.99)] for rounds in (edits, bare)]
    for name, row in zip(("edit", "bare update"), times, strict=True):
        yield Figure(f"{clients} clients: ms of an {name}, p50, p95, p99", ", ".join(f"{ms:.0f}" for ms in row))
    name, ratio = f"{clients} clients: ratio of the p99s", times[0][2] / times[1][2]
    yield at_most(name, ratio, TAIL) if clients == TAIL_CLIENTS else Figure(name, f"{ratio:.2f}")


def _rate(rounds: list[dict[str, Any]]) -> float:
    return float(sum(len(part["ms"]) for part in rounds) / sum(part["seconds"] for part in rounds))


def _percentile(rounds: list[dict[str, Any]], share: float) -> float:
    times = sorted(ms for part in rounds for ms in part["ms"])
    return float(times[max(0, ceil(share * len(times)) - 1)])


def _queries(session: str, pyramid: int) -> tuple[int, int]:
    """Returns the SQL queries of an edit, and those of authentication alone."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    prepare_django()
    client = Client(headers={"host": "127.0.0.1"})
    client.cookies["sessionid"] = session
    counts = []
    body = edit_body(
        {"verb": "relabel_scu", "scu": "0" * 8 + "-0000-4000-8000-" + "0" * 12, "label": "x", "was": ""}, 0
    )
    for path in (f"/api/pyramids/{pyramid}/edits/", f"/bench/pyramids/{pyramid}/"):
        with CaptureQueriesContext(connection) as captured:
            response = client.post(path, body, content_type="application/json")
        assert response.status_code == 200, response.content
        counts.append(len(captured))
    return counts[0], counts[1] - 1


def _lost(acknowledged: list[tuple[int, str]]) -> list[str]:
    """Returns acknowledged edits that are not in the log exactly once, and differences between log and rows."""
    from django.db import connection

    from annotator.work.log.rebuild import check_log_of

    by_pyramid: dict[int, list[str]] = {}
    for pyramid, edit in acknowledged:
        by_pyramid.setdefault(pyramid, []).append(edit)
    faults = []
    for pyramid, edits in by_pyramid.items():
        with connection.cursor() as cursor:
            cursor.execute("SELECT uuid::text FROM annotator_edit WHERE work_id = %s", [pyramid])
            logged = Counter(edit for (edit,) in cursor.fetchall())
        wrong = [edit for edit in edits if logged[edit] != 1]
        faults += [f"Pyramid {pyramid}: edit {edit} is {logged[edit]} times in the log." for edit in wrong]
        faults += [f"Pyramid {pyramid}: {fault}" for checked in check_log_of(pyramid) for fault in checked.faults]
    return faults
