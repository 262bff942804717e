"""``python -m bench [NAME ...]``: run the lines, or those named, and print what they measured."""

import sys
from importlib import import_module

from bench.registry import LINES, Measured

MODULES = (
    "bench.install_size",
    "bench.score_files",
    "bench.edit_throughput",
    "bench.people",
    "bench.heavy",
    "bench.workspace",
    "bench.latency",
    "bench.similar_text",
    "bench.agreement",
    "bench.order_n",
    "bench.team_pages",
    "bench.score_export",
    "bench.score_page",
    "bench.growth",
    "bench.long_log",
)
MARKS = {True: "within", False: "OVER", None: ""}


def main(names: list[str]) -> int:
    """Run and print; 2 for a name that is no line."""
    for module in MODULES:
        import_module(module)
    unknown = set(names) - {line.name for line in LINES}
    if unknown:
        known = ", ".join(line.name for line in LINES)
        print(f"No such line: {', '.join(sorted(unknown))}. There are: {known}.", file=sys.stderr)
        return 2
    for line in LINES:
        if not names or line.name in names:
            print(line.name, flush=True)
            for measured in line.measure():
                print(_printed(measured), flush=True)
    return 0


def _printed(measured: Measured) -> str:
    return f"  {measured.what:<58} {measured.value:>14}   {measured.budget:<12} {MARKS[measured.within]}".rstrip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
