"""``python -m bench [NAME ...]``: runs all lines, or the named ones, and prints their figures."""

import sys
from importlib import import_module

from bench.figures import Figure

LINES = {
    "install": "bench.install",
    "score_files": "bench.score_files",
    "import": "bench.campaign_import",
    "edits": "bench.edits",
    "workspace": "bench.workspace",
    "agreement": "bench.agreement",
    "inference": "bench.inference",
    "order-n": "bench.order_n",
    "pages": "bench.pages",
}
MARKS = {True: "within", False: "OVER", None: ""}


def main(names: list[str]) -> int:
    """Runs and prints; the exit status is 2 for an unknown name."""
    unknown = set(names) - set(LINES)
    if unknown:
        print(f"No such line: {', '.join(sorted(unknown))}. There are: {', '.join(LINES)}.", file=sys.stderr)
        return 2
    for name, module in LINES.items():
        if not names or name in names:
            print(name, flush=True)
            for figure in import_module(module).measure():
                print(_format(figure), flush=True)
    return 0


def _format(figure: Figure) -> str:
    return f"  {figure.name:<58} {figure.value:>14}   {figure.budget:<12} {MARKS[figure.within]}".rstrip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
