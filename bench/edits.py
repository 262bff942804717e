"""Edits per second, compared with a bare update: a request that only updates one row, with the same session."""

from collections import Counter
from collections.abc import Iterator
from math import ceil

from bench.figures import Figure, at_least, at_most
from bench.load_client import Client, Round, edit_body, run_round
from bench.site import client_with, counted, make_team, start_server

TEAMS = 8
CLIENTS = (1, 16, 64)
ROUNDS, ROUND_SECONDS = 8, 1.0  # ROUNDS of edits, alternating with as many of bare updates
MAX_QUERIES, MIN_THROUGHPUT_RATIO, MAX_P99_RATIO = 5, 0.55, 2.0


def measure() -> Iterator[Figure]:
    """Yields queries, throughput and response times, and checks every acknowledged edit."""
    teams = [make_team(number) for number in range(TEAMS)]
    annotators = [annotator for team in zip(*teams, strict=True) for annotator in team]
    queries, authentication = _count_queries(annotators[0].session, annotators[0].pyramid)
    yield at_most("SQL queries of an edit after authentication", queries - authentication, MAX_QUERIES, "{:.0f}")
    port = start_server()
    clients = [Client(port, annotator) for annotator in annotators]
    rounds = _run_rounds(clients)
    for number, pairs in rounds.items():
        yield from _compare(number, [edits for edits, _ in pairs[1:]], [bare for _, bare in pairs[1:]])
    errors = [error for pairs in rounds.values() for pair in pairs for each in pair for error in each.errors]
    errors += [error for client in clients for error in _log_errors(client)]
    total = sum(len(client.acknowledged) for client in clients)
    yield at_most(f"errors, and lost or doubled edits of {total}", len(errors), 0, "{:.0f}")
    yield from (Figure(error[:58], "") for error in errors[:5])


def _run_rounds(clients: list[Client]) -> dict[int, list[tuple[Round, Round]]]:
    """Returns rounds of edits and of bare updates, by the number of clients. The first pair of each warms up."""
    rounds: dict[int, list[tuple[Round, Round]]] = {number: [] for number in CLIENTS}
    for number, pairs in rounds.items():
        for _ in range(ROUNDS + 1):
            edits = run_round(clients[:number], edits=True, seconds=ROUND_SECONDS)
            pairs.append((edits, run_round(clients[:number], edits=False, seconds=ROUND_SECONDS)))
    for client in clients:
        client.connection.close()
    return rounds


def _compare(clients: int, edits: list[Round], bare: list[Round]) -> Iterator[Figure]:
    edit_rate, bare_rate = (
        sum(len(each.milliseconds) for each in rounds) / sum(each.seconds for each in rounds)
        for rounds in (edits, bare)
    )
    yield Figure(f"{clients} clients: edits and bare updates per second", f"{edit_rate:.0f}, {bare_rate:.0f}")
    yield at_least(f"{clients} clients: ratio of edits to bare updates", edit_rate / bare_rate, MIN_THROUGHPUT_RATIO)
    edit_p99, bare_p99 = _p99(edits), _p99(bare)
    yield Figure(f"{clients} clients: ms of an edit and of a bare update, p99", f"{edit_p99:.0f}, {bare_p99:.0f}")
    if clients == max(CLIENTS):
        yield at_most(f"{clients} clients: ratio of the p99s", edit_p99 / bare_p99, MAX_P99_RATIO)


def _p99(rounds: list[Round]) -> float:
    times = sorted(ms for each in rounds for ms in each.milliseconds)
    return times[ceil(0.99 * len(times)) - 1]


def _count_queries(session: str, pyramid: int) -> tuple[int, int]:
    """Returns the numbers of SQL queries of an edit, and of authentication alone."""
    client = client_with(session)
    edit = {"verb": "relabel_scu", "scu": "0" * 8 + "-0000-4000-8000-" + "0" * 12, "label": "x", "was": ""}

    def queries_of(path: str) -> int:
        return counted(lambda: client.post(path, edit_body(edit, 0), content_type="application/json"))[0]

    queries = queries_of(f"/api/pyramids/{pyramid}/edits/")
    return queries, queries_of(f"/bench/pyramids/{pyramid}/") - 1  # without the bare update's own query


def _log_errors(client: Client) -> list[str]:
    """Returns a sentence for each acknowledged edit that is not in the log exactly once, or differs from the rows."""
    from annotator.work.log.models import Edit
    from annotator.work.log.rebuild import check_log_of

    pyramid = client.annotator.pyramid
    logged = Counter(str(uuid) for uuid in Edit.objects.filter(work=pyramid).values_list("uuid", flat=True))
    times = {edit: logged[edit] for edit in client.acknowledged if logged[edit] != 1}
    faults = [f"Edit {edit} of pyramid {pyramid} is {count} times in the log." for edit, count in times.items()]
    return faults + [f"Pyramid {pyramid}: {fault}" for check in check_log_of(pyramid) for fault in check.faults]
