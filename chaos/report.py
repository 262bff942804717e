"""What was killed when, and what was found, a line a fault."""

from collections import Counter
from collections.abc import Iterable

from chaos.rounds import Found

COUNTED = ("acknowledged", "resent", "taken before", "refused", "no answer")


def line(found: Found) -> str:
    """One fault; under it what is wrong, if anything is."""
    if found.skipped:
        return f"+{found.at:6.1f} s  {found.name:<18} skipped: {found.skipped}"
    counts = ", ".join(f"{found.counts[name]} {name}" for name in COUNTED if found.counts[name])
    statuses = ", ".join(
        f"{count} x {name}" for name, count in sorted(found.counts.items()) if name.startswith(("4", "5"))
    )
    told = f"{counts}; answers {statuses}" if statuses else counts
    result = "ok" if not found.faults else "WRONG"
    head = f"+{found.at:6.1f} s  {found.name:<18} {found.target}; ready after {found.away:.1f} s; {told}: {result}"
    return "\n".join([head, *(f"            {fault}" for fault in found.faults)])


def summary(every: Iterable[Found]) -> str:
    """All together."""
    tried = [one for one in every if not one.skipped]
    total = sum((one.counts for one in tried), Counter[str]())
    wrong = sum(bool(one.faults) for one in tried)
    counts = ", ".join(f"{total[name]} {name}" for name in COUNTED)
    longest = max((one.away for one in tried), default=0.0)
    return (
        f"{len(tried)} faults: {counts}. Longest until the site was ready again: {longest:.1f} s. "
        f"{wrong or 'Nothing'} found wrong."
    )
