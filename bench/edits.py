"""Edits per second, compared with a bare update: a request that only updates one row, with the same session."""

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
from bench.site import ROOT, client_with, counted, make_team, start_server

TEAMS = 8
CLIENTS = (1, 16, 64)
ROUNDS, ROUND_SECONDS = 8, 1.0  # ROUNDS of edits, alternating with as many of bare updates
MAX_QUERIES, MIN_THROUGHPUT_RATIO, MAX_P99_RATIO = 5, 0.55, 2.0


def measure() -> Iterator[Figure]:
    """Yields queries, throughput and response times, and checks every acknowledged edit."""
    teams = [make_team(number) for number in range(TEAMS)]
    people = [annotator for annotators in zip(*teams, strict=True) for annotator in annotators]
    queries, authentication = _count_queries(people[0].session, people[0].pyramid)
    yield at_most("SQL queries of an edit after authentication", queries - authentication, MAX_QUERIES, "{:.0f}")
    actions = ("edit", "bare")
    rounds = [(action, clients, ROUND_SECONDS) for clients in CLIENTS for _ in range(ROUNDS + 1) for action in actions]
    plan = {"port": start_server(), "people": [asdict(person) for person in people], "rounds": rounds}
    command = [sys.executable, "-m", "bench.load_client"]
    process = subprocess.run(command, cwd=ROOT, input=json.dumps(plan), stdout=subprocess.PIPE, text=True, check=True)
    results: dict[str, Any] = json.loads(process.stdout)
    for number, clients in enumerate(CLIENTS):
        first = 2 * (ROUNDS + 1) * number + 2  # the first pair of rounds warms up
        measured = results["rounds"][first : first + 2 * ROUNDS]
        yield from _compare(clients, measured[::2], measured[1::2])
    errors = [error for round_ in results["rounds"] for error in round_["errors"]]
    errors += _log_errors(results["acknowledged"])
    yield at_most(f"errors, and lost or doubled edits of {len(results['acknowledged'])}", len(errors), 0, "{:.0f}")
    yield from (Figure(error[:58], "") for error in errors[:5])


def _compare(clients: int, edits: list[dict[str, Any]], bare: list[dict[str, Any]]) -> Iterator[Figure]:
    edit_rate, bare_rate = _rate(edits), _rate(bare)
    yield Figure(f"{clients} clients: edits and bare updates per second", f"{edit_rate:.0f}, {bare_rate:.0f}")
    yield at_least(f"{clients} clients: ratio of edits to bare updates", edit_rate / bare_rate, MIN_THROUGHPUT_RATIO)
    percentiles = [[_percentile(rounds, share) for share in (0.5, 0.95, 0.99)] for rounds in (edits, bare)]
    for name, values in zip(("an edit", "a bare update"), percentiles, strict=True):
        yield Figure(f"{clients} clients: ms of {name}, p50, p95, p99", ", ".join(f"{ms:.0f}" for ms in values))
    name, ratio = f"{clients} clients: ratio of the p99s", percentiles[0][2] / percentiles[1][2]
    yield at_most(name, ratio, MAX_P99_RATIO) if clients == max(CLIENTS) else Figure(name, f"{ratio:.2f}")


def _rate(rounds: list[dict[str, Any]]) -> float:
    return float(sum(len(round_["ms"]) for round_ in rounds) / sum(round_["seconds"] for round_ in rounds))


def _percentile(rounds: list[dict[str, Any]], share: float) -> float:
    times = sorted(ms for round_ in rounds for ms in round_["ms"])
    return float(times[max(0, ceil(share * len(times)) - 1)])


def _count_queries(session: str, pyramid: int) -> tuple[int, int]:
    """Returns the numbers of SQL queries of an edit, and of authentication alone."""
    client = client_with(session)
    edit = {"verb": "relabel_scu", "scu": "0" * 8 + "-0000-4000-8000-" + "0" * 12, "label": "x", "was": ""}
    body = edit_body(edit, 0)

    def queries_of(path: str) -> int:
        return counted(lambda: client.post(path, body, content_type="application/json"))[0]

    queries = queries_of(f"/api/pyramids/{pyramid}/edits/")
    return queries, queries_of(f"/bench/pyramids/{pyramid}/") - 1  # without the bare update's own query


def _log_errors(acknowledged: list[tuple[int, str]]) -> list[str]:
    """Returns a sentence for each acknowledged edit that is not in the log exactly once, or differs from the rows."""
    from annotator.work.log.models import Edit
    from annotator.work.log.rebuild import check_log_of

    pyramids = {pyramid for pyramid, _ in acknowledged}
    rows = Edit.objects.filter(work__in=pyramids).values_list("work", "uuid")
    logged = Counter(f"{pyramid}: edit {uuid}" for pyramid, uuid in rows)
    edits = [f"{pyramid}: edit {edit}" for pyramid, edit in acknowledged]
    faults = [f"Pyramid {edit} is {logged[edit]} times in the log." for edit in edits if logged[edit] != 1]
    checks = [check for pyramid in pyramids for check in check_log_of(pyramid)]
    return faults + [f"Pyramid {check.work.pk}: {fault}" for check in checks for fault in check.faults]
