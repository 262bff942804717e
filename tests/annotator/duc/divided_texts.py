"""Texts of four model summaries behind headers of each family, with the contributors of five SCUs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from annotator.duc.part_bounds import PartBounds

BODIES = (
    "Ann saw the dam break on Friday.\nAnn counted two flooded villages. Ann met the engineer.\nAnn went home.",
    "For Bob the dam broke at noon.\nBob heard of villages under water. Bob read of old cracks.\nBob found no victims.",
    "Cid was there as the dam gave way. Cid knew of cracks.\nCid knew the engineer too, Cid writes.",
    "Dot reports a broken dam.\nDot reports drowned villages. Dot blames the cracks. Dot lost her house.",
)
SCUS = (
    ("Ann saw the dam", "For Bob the dam broke", "Cid was there as the dam", "Dot reports a broken dam"),
    ("Ann counted two flooded", "Bob heard of villages", "Dot reports drowned"),
    ("Bob read of old cracks", "Cid knew of cracks", "Dot blames the cracks"),
    ("Ann met the engineer", "Cid knew the engineer"),
    ("Dot lost her house",),
)
NAMES = ("D0608.M.250.H.A", "D0608.M.250.H.B", "D0608.M.250.H.C", "D0608.M.250.H.D")


def contributed(text: str, scus: Sequence[Sequence[str]] = SCUS) -> PartBounds:
    """Contributors of one part each: the only occurrences of these words in the text."""
    assert all(text.count(words) == 1 for scu in scus for words in scu)
    return PartBounds(
        text,
        [[[(text.index(words), text.index(words) + len(words))] for words in scu] for scu in scus],
    )


def behind(header: Callable[[str], str], bodies: Sequence[str] = BODIES, names: Sequence[str] = NAMES) -> str:
    return "".join(f"{header(name)}\n{body}\n\n" for name, body in zip(names, bodies, strict=True))


NAMED = {
    "names between dashes": behind(lambda name: f"----------\n {name}\n----------\n"),
    "names between equals signs": behind(lambda name: f"=====\n{name}\n====="),
    "names between underscores": behind(lambda name: f"________\n\n{name}\n________"),
    "names between asterisks": behind(lambda name: f"* * * *\n{name}\n* * * *"),
    "lower-case names": behind(lambda name: f"-----\n{name.lower()}\n-----"),
    "any names": behind(lambda name: f"---\nSummary of {name[-1]}\n---"),
    "names within dashes": behind(lambda name: f"-----+ {name} +-----"),
    "names within two dashes": behind(lambda name: f"-- student {name[-1]} --"),
    "names within equals signs": behind(lambda name: f"=== {name} ==="),
    "names on lines": behind(lambda name: f"{name}\n"),
    "underlined names": behind(lambda name: f"{name}\n---------------"),
}
LONE = {
    "dashes before": behind(lambda _: "---"),
    "dashes around": f"{behind(lambda _: '---')}---\n",
    "equals signs before": behind(lambda _: "====="),
    "underscores before": behind(lambda _: "________\n"),
    "asterisks before": behind(lambda _: "***"),
}
BETWEEN = {
    "dashes between": "\n---\n".join(BODIES),
    "equals signs between": "\n\n==========\n\n".join(BODIES),
}
FAMILIES = {**NAMED, **LONE, **BETWEEN}
