"""Edits a second through the real endpoint, against a bare one-row UPDATE behind the same stack in the same run."""

from collections.abc import Generator, Iterator

from bench.crowd import crowd, crowded_port
from bench.load import Crowd, Load, together
from bench.registry import Measured, at_least, at_most, line

ROUNDS = {1: 6, 16: 12, 64: 12}  # by the number of clients
SECONDS = 1.0
RATIO_BUDGET = 0.5
TAIL_BUDGET, TAIL_CLIENTS = 3.0, 64
MOST_TOLD = 5


@line("edits")
def edit_throughput() -> Iterator[Measured]:
    """Requests a second of both, in turns, with 1, 16 and 64 clients that do not pause."""
    with Crowd(crowded_port(), crowd()) as people:
        loads: list[Load] = []
        for clients, rounds in ROUNDS.items():
            loads += yield from _compared(people, clients, rounds)
        yield from sound(people, loads)


def sound(people: Crowd, loads: list[Load]) -> Iterator[Measured]:
    """Errors, and acknowledged edits that are not in the log once; both have to be none."""
    from bench.kept_edits import amiss

    errors = [error for load in loads for error in load.errors]
    yield at_most("errors", len(errors), 0, "{:.0f}")
    acknowledged = people.acknowledged()
    yield at_most(
        f"of {len(acknowledged)} edits lost, doubled or unlike their log",
        len(found := amiss(acknowledged)),
        0,
        "{:.0f}",
    )
    yield from (Measured(what[:58], "") for what in [*errors, *found][:MOST_TOLD])


def _compared(people: Crowd, clients: int, rounds: int) -> Generator[Measured, None, list[Load]]:
    """The figures of one number of clients; gives the loads back."""
    taken: dict[str, list[Load]] = {"edits": [], "bare": []}
    for number in range(rounds + 1):
        for what, loads in taken.items():
            load = people.rush(what, clients=clients, seconds=SECONDS)
            if number or load.errors:  # the first round is to get warm
                loads.append(load)
    edits, bare = together(taken["edits"]), together(taken["bare"])
    who = "1 client" if clients == 1 else f"{clients} clients"
    rates = edits.rate("edit"), bare.rate("bare")
    yield Measured(f"{who}: edits a second, bare updates a second", f"{rates[0]:.0f}, {rates[1]:.0f}")
    yield at_least(f"{who}: ratio of edits to bare updates", rates[0] / rates[1], RATIO_BUDGET)
    yield Measured(f"{who}: an edit, ms (p50, p95, p99)", _three(edits, "edit"))
    yield Measured(f"{who}: a bare update, ms (p50, p95, p99)", _three(bare, "bare"))
    tail = edits.at(0.99, "edit") / bare.at(0.99, "bare")
    what = f"{who}: ratio of the p99s"
    yield at_most(what, tail, TAIL_BUDGET) if clients == TAIL_CLIENTS else Measured(what, f"{tail:.2f}")
    share = (edits.cpu + bare.cpu) / (edits.seconds + bare.seconds)
    yield Measured(f"{who}: the client's own share of one core", f"{share:.2f}")
    return [edits, bare]


def _three(load: Load, kind: str) -> str:
    return ", ".join(f"{load.at(share, kind):.0f}" for share in (0.5, 0.95, 0.99))
