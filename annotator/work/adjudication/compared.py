"""Annotations side by side: what the pages of differences and of adjudication show, of pyramids and matchings alike.

A page's item is an SCU or a unit: ``{"id", "uid", "label", "comment", "matched", "parts"}``, a part being ``[summary,
start, end]``; ``matched`` is the released SCU of a unit, and a unit has that SCU's label and uid.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotator.matching.models import PeerAnnotation
from annotator.matching.store import read_unit_images_of
from annotator.projects.models import CONSENSUS, Project, Summary, letter
from annotator.pyramids.models import Pyramid
from annotator.pyramids.store import read_images_of
from annotator.work.adjudication.comparison.differences import Difference, compare
from annotator.work.adjudication.comparison.items import Item, Source, words_of

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


def scu_items(images: Iterable[Mapping[str, Any]]) -> list[PageItem]:
    """SCUs as items."""
    return [
        {
            "id": image["id"],
            "uid": image["uid"],
            "label": image["label"],
            "comment": image["comment"],
            "matched": None,
            "parts": [
                [contributor["summary"], part["start"], part["end"]]
                for contributor in image["contributors"]
                for part in contributor["parts"]
            ],
        }
        for image in images
    ]


def unit_items(
    images: Iterable[Mapping[str, Any]], *, peer: int, released: Mapping[str, Mapping[str, Any]]
) -> list[PageItem]:
    """Units of a peer as items. ``released``: by id the SCUs that they may be matched to."""
    found = []
    for image in images:
        scu = released.get(image["scu"] or "")
        found.append(
            {
                "id": image["id"],
                "uid": scu["uid"] if scu else None,
                "label": scu["label"] if scu else "",
                "comment": image["comment"],
                "matched": image["scu"],
                "parts": [[peer, part["start"], part["end"]] for part in image["parts"]],
            }
        )
    return found


def owners_shown(project: Project, works: Sequence[Pyramid | PeerAnnotation]) -> list[str]:
    """What the owners of compared work are called: by their names, unless the project hides them here.

    Then they are numbered by the random keys of their work, the same wherever this work is compared. ``works`` come
    with their owners. One statement at most.
    """
    if not project.anonymous_owners or not works:
        return [work.owner.name for work in works]
    siblings: Any = (
        Pyramid.objects.filter(topic=works[0].topic_id)
        if isinstance(works[0], Pyramid)
        else PeerAnnotation.objects.filter(summary=works[0].summary_id)
    )
    owners = siblings.exclude(owner__name=CONSENSUS).order_by("pk").values_list("owner", flat=True)
    numbers = {owner: at for at, owner in enumerate(dict.fromkeys(owners), start=1)}
    return [
        CONSENSUS if work.owner.name == CONSENSUS else f"Annotator {numbers.get(work.owner_id, '?')}" for work in works
    ]


def pyramids_compared(
    pyramids: Sequence[Pyramid], *, owners: Sequence[str], summaries: Iterable[Summary]
) -> Comparison:
    """Live pyramids of a topic compared. One statement."""
    images = read_images_of(pyramid.pk for pyramid in pyramids)
    sides = [Side(letter(at), owners[at], scu_items(images[pyramid.pk])) for at, pyramid in enumerate(pyramids)]
    return comparison(sides, summaries)


def matchings_compared(
    annotations: Sequence[PeerAnnotation],
    *,
    owners: Sequence[str],
    peer: Summary,
    released: Mapping[str, Mapping[str, Any]],
) -> Comparison:
    """Live matchings of a peer against the same release compared. One statement."""
    images = read_unit_images_of(annotation.pk for annotation in annotations)
    sides = [
        Side(letter(at), owners[at], unit_items(images[one.pk], peer=peer.pk, released=released))
        for at, one in enumerate(annotations)
    ]
    return comparison(sides, [peer])
