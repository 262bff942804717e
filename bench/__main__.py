"""``python -m bench [NAME ...]``: runs all benchmarks, or the named ones, and prints their figures."""

import sys
from importlib import import_module

from bench.figures import Figure, NotMeasured

BENCHMARKS = {
    "install": "bench.install.measure",
    "score_files": "bench.pan_files.measure_scoring",
    "import": "bench.pan_files.measure_import",
    "edits": "bench.edits.measure",
    "workspace": "bench.workspace.measure",
    "judgments": "bench.judgments.measure",
    "agreement": "bench.computations.measure_agreement",
    "inference": "bench.computations.measure_tests",
    "order-n": "bench.computations.measure_orders",
    "measures": "bench.measures.measure_scores",
    "extracts": "bench.extracts.measure",
    "studies": "bench.measures.measure_studies",
    "cluster": "bench.measures.measure_cluster",
    "pages": "bench.pages.measure",
}
VERDICTS = {True: "within", False: "OVER", None: ""}


def main(names: list[str]) -> int:
    """Runs the benchmarks and returns the exit status, 2 for an unknown name."""
    unknown = set(names) - set(BENCHMARKS)
    if unknown:
        print(f"No such benchmark: {', '.join(sorted(unknown))}. Choose from {', '.join(BENCHMARKS)}.", file=sys.stderr)
        return 2
    for name, path in BENCHMARKS.items():
        if not names or name in names:
            print(name, flush=True)
            module, function = path.rsplit(".", 1)
            try:
                for figure in getattr(import_module(module), function)():
                    print(_format(figure), flush=True)
            except NotMeasured as reason:
                print(f"  not measured: {reason}", flush=True)
    return 0


def _format(figure: Figure) -> str:
    return f"  {figure.name:<58} {figure.value:>14}   {figure.budget:<12} {VERDICTS[figure.is_within]}".rstrip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
