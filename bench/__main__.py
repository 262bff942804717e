"""``python -m bench [NAME ...]``: runs all benchmarks, or the named ones, and prints their figures."""

import sys
from importlib import import_module

from bench.figures import Figure

BENCHMARKS = {
    "install": "bench.install",
    "score_files": "bench.score_files",
    "import": "bench.campaign_import",
    "edits": "bench.edits",
    "workspace": "bench.workspace",
    "engines": "bench.engines",
    "agreement": "bench.agreement",
    "inference": "bench.inference",
    "order-n": "bench.order_n",
    "pages": "bench.pages",
}
VERDICTS = {True: "within", False: "OVER", None: ""}


def main(names: list[str]) -> int:
    """Runs the benchmarks and returns the exit status, 2 for an unknown name."""
    unknown = set(names) - set(BENCHMARKS)
    if unknown:
        print(f"No such benchmark: {', '.join(sorted(unknown))}. Choose from {', '.join(BENCHMARKS)}.", file=sys.stderr)
        return 2
    for name, module in BENCHMARKS.items():
        if not names or name in names:
            print(name, flush=True)
            for figure in import_module(module).measure():
                print(_format(figure), flush=True)
    return 0


def _format(figure: Figure) -> str:
    return f"  {figure.name:<58} {figure.value:>14}   {figure.budget:<12} {VERDICTS[figure.is_within]}".rstrip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
