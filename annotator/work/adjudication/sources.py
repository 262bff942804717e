"""What a consensus is made from: its sources as they stood when they were pinned, compared."""

from typing import Any

from django.db.models import Exists, OuterRef

from annotator.projects.models import CONSENSUS, letter
from annotator.work.adjudication.compared import Comparison, Side, comparison, owners_shown
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.edits.decisions import DECISION
from annotator.work.edits.verb import names_of
from annotator.work.log.models import Edit
from annotator.work.log.rebuild import images_at, in_order
from annotator.work.models import Work


def sources_of(work: Work) -> list[Any]:
    """The sources of a consensus in the order of their letters, each with ``source`` and whether it ``changed``.

    ``changed``: something was edited after it was pinned; that it was reopened or finished is no change. One query.
    """
    later = Edit.objects.filter(work=OuterRef("source"), revision__gt=OuterRef("revision"))
    later = later.exclude(verb__in=names_of(work.of.verbs, ["event"]))
    sources = ConsensusSource.objects.filter(work=work).annotate(changed=Exists(later))
    return list(sources.select_related("source__owner").order_by("position"))


def consensus_compared(work: Work, sources: list[Any]) -> Comparison:
    """The pinned sources of a consensus compared. Four queries at most, whatever the size."""
    images = _pinned_images(work, sources)
    owners = owners_shown(work.topic.project, [source.source for source in sources])
    items = work.of.page_items(work, [images[source.source_id] for source in sources])
    sides = [Side(letter(at), owners[at], items[at]) for at in range(len(sources))]
    return comparison(sides, work.of.texts(work))


def _pinned_images(work: Work, sources: list[Any]) -> dict[int, list[Any]]:
    """Each source's images as they stood at its revision: the rows, or where those have moved on, the log."""
    moved = {source.source_id: source.revision for source in sources if source.changed}
    images = dict(work.of.images([source.source_id for source in sources if not source.changed]))
    if moved:
        for key, found in images_at(moved).items():
            images[key] = in_order(image for image in found if ":" not in image["id"])
    return images


def is_consensus(work: Work) -> bool:
    """Whether it was made here from others' work; one that was imported is not. One query at most."""
    return work.owner.name == CONSENSUS and work.sources.exists()


def undecided(work: Work) -> int:
    """How many differences of a consensus (and agreements that were not taken over) wait for a decision.

    ``work`` comes with its owner. No query for what is no consensus.
    """
    sources = sources_of(work) if work.owner.name == CONSENSUS else []
    if len(sources) < 2:
        return 0
    decided = {image["id"].removeprefix(DECISION) for image in read_decisions(work)}
    return sum(difference.key not in decided for difference in consensus_compared(work, sources).differences)
