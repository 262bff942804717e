"""64 people at work on real-sized topics: how long their edits take, at their own pace and when they hurry."""

from collections.abc import Iterator

import psutil

from bench.crowd import PEOPLE, crowd, crowded_port
from bench.edit_throughput import sound
from bench.load import Crowd, Load
from bench.registry import Measured, at_most, line
from bench.site import running_site

SECONDS = {1: 40.0, 10: 20.0}  # by how many times as quick as people
EDITS = ("edit", "match")
PAGES = {"workspace": "the workspace page", "page": "topic, project and score pages", "look": "asking what others did"}
P99_BUDGET = 1000.0  # ms, of an edit at people's own pace: the page shows it at once anyway


@line("people")
def people_at_work() -> Iterator[Measured]:
    """They open pages, edit in bursts, match peers, look at scores; static files are in their browsers already."""
    with Crowd(crowded_port(), crowd()) as people:
        loads = []
        for pace, seconds in SECONDS.items():
            before = _cores()
            load = people.work(clients=PEOPLE, seconds=seconds, pace=pace)
            loads.append(load)
            yield from _figures(load, pace, (_cores() - before) / load.seconds)
        yield from sound(people, loads)


def _figures(load: Load, pace: int, cores: float) -> Iterator[Measured]:
    who = f"{PEOPLE} people" + (f", {pace} times as quick" if pace > 1 else "")
    rate = load.rate(*EDITS)
    yield Measured(f"{who}: edits a second, requests a second", f"{rate:.1f}, {load.requests / load.seconds:.0f}")
    yield Measured(f"{who}: edits a minute of each", f"{60 * rate / PEOPLE:.1f}")
    what = f"{who}: ms of an edit, p99"
    p99 = load.at(0.99, *EDITS)
    yield at_most(what, p99, P99_BUDGET, "{:.0f}") if pace == 1 else Measured(what, f"{p99:.0f}")
    yield Measured(f"{who}: ms of an edit, p50 and p95", f"{load.at(0.5, *EDITS):.0f}, {load.at(0.95, *EDITS):.0f}")
    for kind, name in PAGES.items():
        if kind in load.ms:
            yield Measured(f"{who}: ms of {name}, p50 and p99", f"{load.at(0.5, kind):.0f}, {load.at(0.99, kind):.0f}")
    if "busy" in load.ms:
        yield Measured(f"{who}: told to come again for a long page", str(len(load.ms["busy"])))
    yield Measured(f"{who}: cores the web workers kept busy", f"{cores:.2f}")


def _cores() -> float:
    """Seconds of a core that the site's processes have taken so far."""
    server = psutil.Process(running_site().process)
    times = [one.cpu_times() for one in (server, *server.children(recursive=True))]
    return float(sum(time.user + time.system for time in times))
