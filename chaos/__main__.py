"""``python -m chaos [--seed N] [--seconds N] [--pressure] [FAULT ...]``: causes faults until time is over."""

import argparse
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence

from chaos.faults import FAULTS
from chaos.trial import Round, Trial

MEASURED_GROUPS = 300  # of each person


def main(arguments: Sequence[str]) -> int:
    """Runs the faults; returns 1 if edits were lost, doubled or applied in part, or the site did not recover."""
    parser = argparse.ArgumentParser(prog="python -m chaos", description="Kill parts of a running site.")
    parser.add_argument("--seed", type=int, default=1, help="determines what people do and when faults happen")
    parser.add_argument("--seconds", type=float, default=180, help="how long to repeat the faults at least")
    help_of_pressure = "meanwhile compute long runs and let clients stall; first measure edits without and with these"
    parser.add_argument("--pressure", action="store_true", help=help_of_pressure)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=", ".join(FAULTS))
    options = parser.parse_args(arguments)
    if unknown := set(options.faults) - set(FAULTS):
        parser.error(f"no such fault: {', '.join(sorted(unknown))}")
    signal.signal(signal.SIGTERM, _stop)
    with Trial(options.seed, has_runner=options.pressure) as trial:
        if options.pressure:
            print(_compare_edits(trial), flush=True)
        rounds = _rounds(trial, options.faults or list(FAULTS), options.seconds, random.Random(options.seed))
    counts = sum((result.counts for result in rounds), Counter[str]())
    error_count = sum(bool(result.errors) for result in rounds)
    print(f"{len(rounds)} faults: {_format(counts)}. Rounds with errors: {error_count}.")
    return int(error_count > 0)


def _stop(number: int, _: object) -> None:
    """Lets `with Trial` stop the site, undisturbed by a second signal, which `timeout` and terminals may send."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit(128 + number)


def _compare_edits(trial: Trial) -> str:
    """Puts the site under pressure, and returns a line about the edits before and after."""
    trial.measure_edits(MEASURED_GROUPS // 4)  # a new process is slower
    alone = trial.measure_edits(MEASURED_GROUPS)
    trial.start_pressure()
    pressed = trial.measure_edits(MEASURED_GROUPS)
    p99, pressed_p99 = (ms[len(ms) * 99 // 100] for ms in (alone, pressed))
    return f"p99 alone {p99:.0f} ms, under pressure {pressed_p99:.0f} ms, ratio {pressed_p99 / p99:.1f} (at most 3)"


def _rounds(trial: Trial, names: list[str], seconds: float, rng: random.Random) -> list[Round]:
    end = time.monotonic() + seconds
    rounds: list[Round] = []
    while time.monotonic() < end or len(rounds) < len(names):
        for name in rng.sample(names, len(names)):
            rounds.append(trial.run_round(name))
            print(format_round(rounds[-1]), flush=True)
    return rounds


def format_round(result: Round) -> str:
    """Returns one line, and one more for each error."""
    line = f"{result.fault:<14} {result.target}; ready after {result.downtime:.1f} s; {_format(result.counts)}"
    return "\n".join([line, *(f"    ERROR: {error}" for error in result.errors)])


def _format(counts: Counter[str]) -> str:
    """Also HTTP statuses, such as "3 x 503"."""
    return ", ".join(f"{count} x {name}" for name, count in sorted(counts.items()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
