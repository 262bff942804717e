"""``python -m chaos [--seed N] [--seconds N] [FAULT ...]``: each fault at least once, then more until time is over."""

import argparse
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from chaos.faults import FAULTS, Fault
from chaos.report import line, summary
from chaos.rounds import Found, Trial


def main(arguments: Sequence[str]) -> int:
    """Run and print; 1 if anything was lost, doubled, halved, or the site did not come back."""
    parser = argparse.ArgumentParser(prog="python -m chaos", description="Faults tried against the running site.")
    parser.add_argument("--seed", type=int, default=1, help="which people do what, and when they are hit")
    parser.add_argument("--seconds", type=float, default=180, help="how long to go on after each fault was tried once")
    parser.add_argument("--log", type=Path, metavar="FILE", help="where to keep what the site itself said")
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=", ".join(fault.name for fault in FAULTS))
    given = parser.parse_args(arguments)
    unknown = set(given.faults) - {fault.name for fault in FAULTS}
    if unknown:
        parser.error(f"no such fault: {', '.join(sorted(unknown))}")
    chosen = [fault for fault in FAULTS if not given.faults or fault.name in given.faults]
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # what was mounted and started must go
    found = []
    with Trial(given.seed) as trial:
        print(f"Seed {given.seed}; {len(trial.people)} people; the data folder is on {trial.disk.kind}.", flush=True)
        for one in _rounds(trial, chosen, given.seconds):
            print(line(one), flush=True)
            found.append(one)
        if given.log:
            shutil.copyfile(trial.site.log, given.log)
    print(summary(found))
    return int(any(one.faults for one in found))


def _rounds(trial: Trial, chosen: list[type[Fault]], seconds: float) -> Iterator[Found]:
    until = time.monotonic() + seconds
    left: list[type[Fault]] = []
    seen: Counter[str] = Counter()
    while time.monotonic() < until or len(seen) < len(chosen):
        left = left or trial.rng.sample(chosen, len(chosen))
        fault = left.pop()
        seen[fault.name] += 1
        yield trial.round(fault())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
