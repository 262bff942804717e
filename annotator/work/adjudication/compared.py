"""Annotations side by side: what the pages of differences and of adjudication show.

A page's item is an SCU or a unit: ``{"id", "uid", "label", "comment", "matched", "parts"}``, a part being ``[summary,
start, end]``; ``matched`` is the released SCU of a unit, and a unit has that SCU's label and uid.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotator.projects.models import CONSENSUS, Project, Summary, letter
from annotator.work.adjudication.comparison import Difference, Item, Source, compare, words_of
from annotator.work.models import Work

PageItem = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the annotations that are compared: its letter, what its owner is called here, and its items."""

    letter: str
    owner: str
    items: list[PageItem]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Sides and what they have in common and apart."""

    sides: list[Side]
    differences: list[Difference]

    def as_json(self) -> dict[str, Any]:
        """What the pages' scripts read."""
        return {
            "sources": [{"letter": side.letter, "owner": side.owner, "items": side.items} for side in self.sides],
            "differences": [
                {
                    "key": one.key,
                    "kind": one.kind,
                    "shape": one.shape,
                    "alike": round(one.alike, 3),
                    "items": [[item.id for item in items] for items in one.items],
                }
                for one in self.differences
            ],
        }


def comparison(sides: Sequence[Side], summaries: Iterable[Summary]) -> Comparison:
    """The sides compared. ``summaries``: the texts that the parts point into, in their order."""
    texts = {summary.pk: (place, summary.words) for place, summary in enumerate(summaries)}
    sources = [Source(side.letter, tuple(_item(item, texts) for item in side.items)) for side in sides]
    return Comparison(list(sides), compare(sources))


def _item(item: PageItem, texts: Mapping[int, tuple[int, Sequence[int]]]) -> Item:
    """``texts``: the place among the texts and the words of each.

    The keys of differences come of them, and decisions stand under those: in a project that was exported and imported
    elsewhere the places are the same, the keys of rows are not.
    """
    parts = [(texts[summary][0], start, end) for summary, start, end in item["parts"]]
    # A unit is called after its SCU: that both are matched otherwise is another difference already.
    label = item["label"] if item["matched"] is None and item["uid"] is not None else ""
    return Item(item["id"], label, words_of(parts, dict(texts.values())), item["matched"])


def owners_shown(project: Project, works: Sequence[Work]) -> list[str]:
    """What the owners of compared work are called: by their names, unless the project hides them here.

    Then they are numbered by the random keys of their work, the same wherever this work is compared. ``works`` come
    with their owners. One statement at most.
    """
    if not project.anonymous_owners or not works:
        return [work.owner.name for work in works]
    first = works[0]
    siblings = Work.objects.filter(kind=first.kind, topic=first.topic_id, summary=first.summary_id, slot=first.slot)
    owners = siblings.exclude(owner__name=CONSENSUS).order_by("pk").values_list("owner", flat=True)
    numbers = {owner: at for at, owner in enumerate(dict.fromkeys(owners), start=1)}
    return [
        CONSENSUS if work.owner.name == CONSENSUS else f"Annotator {numbers.get(work.owner_id, '?')}" for work in works
    ]


def works_compared(works: Sequence[Work], *, owners: Sequence[str]) -> Comparison:
    """Live works of the same kind about the same texts compared."""
    kind = works[0].of
    images = kind.images([work.pk for work in works])
    items = kind.page_items(works[0], [images[work.pk] for work in works])
    sides = [Side(letter(at), owners[at], items[at]) for at in range(len(works))]
    return comparison(sides, kind.texts(works[0]))
