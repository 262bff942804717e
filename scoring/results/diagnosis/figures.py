"""Figures of what peers miss."""

from scoring.figures.bar_plot import Bar, BarPlot
from scoring.figures.figure import Figure
from scoring.results.diagnosis.missed import DiagnosedScu, Diagnosis

MOST = 20
"""Number of SCUs that are drawn; the table and the file have all."""


def tier_figure(diagnosis: Diagnosis) -> Figure | None:
    """How much of each tier is missed; None without SCUs."""
    if not diagnosis.scus:
        return None
    bars = tuple(
        Bar(f"Weight {tier.weight} ({tier.scus} SCU{'' if tier.scus == 1 else 's'})", tier.missed, tier.cases)
        for tier in diagnosis.tiers
    )
    about = "Of all pairs of an SCU and a peer on its topic, those in which the peer misses the SCU."
    return Figure("tiers", "Missed by weight", about, BarPlot("Missed", "Tier", bars))


def missed_figure(diagnosis: Diagnosis) -> Figure | None:
    """The heaviest SCUs that most peers miss; None if there are none."""
    missed = diagnosis.missed_by_most[:MOST]
    if not missed:
        return None
    bars = tuple(Bar(_name(scu, with_topic=len(diagnosis.topics) > 1), scu.missed, scu.peers) for scu in missed)
    about = f"The {len(missed)} heaviest SCUs that more than half of the peers miss, with the number of peers that do."
    return Figure("missed", "Missed by most peers", about, BarPlot("Peers that miss it", "SCU", bars))


def _name(scu: DiagnosedScu, *, with_topic: bool) -> str:
    topic = f"{scu.topic} " if with_topic else ""
    return f"{topic}[{scu.weight}] {scu.label}"
