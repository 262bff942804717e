"""The pages of differences: two owners' pyramids of a topic, or two matchings of a peer against one release."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.contrib.auth.models import User
from django.db.models import QuerySet

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Summary, Topic
from annotator.pyramids.models import Pyramid
from annotator.pyramids.released import released_scus
from annotator.pyramids.workspace import model_summaries, summary_data
from annotator.work.adjudication.compared import matchings_compared, owners_shown, pyramids_compared
from annotator.work.models import Release

Work = TypeVar("Work", Pyramid, PeerAnnotation)


@dataclass(frozen=True, slots=True)
class Pair(Generic[Work]):
    """Whose work there is to compare, by the names that are shown, and which two are chosen, if there are two."""

    works: dict[str, Work]
    a: str = ""
    b: str = ""

    @property
    def chosen(self) -> list[Work]:
        """The two that are compared, or nothing."""
        return [self.works[self.a], self.works[self.b]] if self.a and self.b else []


def pair_of(named: dict[str, Work], *, a: str, b: str) -> Pair[Work]:
    """The two that are asked for, else the first ones. Raises DoesNotExist for a name that nobody here has."""
    for name in (a, b):
        if name and name not in named:
            raise Pyramid.DoesNotExist
    if len(named) < 2:
        return Pair(named)
    a = a or next(name for name in named if name != b)
    return Pair(named, a, b if b and b != a else next(name for name in named if name != a))


def _named(works: Sequence[Work], topic: Topic) -> dict[str, Work]:
    return dict(sorted(zip(owners_shown(topic.project, works), works, strict=True)))


def pyramids_to_compare(topic: Topic, *, user: User, a: str, b: str) -> Pair[Pyramid]:
    """The pyramids of a topic that the user sees. Two statements."""
    pyramids = Pyramid.objects.visible_to(user).filter(topic=topic).select_related("owner")
    return pair_of(_named(list(pyramids), topic), a=a, b=b)


def matchings_to_compare(
    topic: Topic, peer: Summary, *, user: User, release: Release | None, a: str, b: str
) -> Pair[PeerAnnotation]:
    """The matchings of a peer against a release that the user sees. Two statements."""
    annotations: QuerySet[Any] = PeerAnnotation.objects.visible_to(user).filter(summary=peer, release=release)
    return pair_of(_named(list(annotations.select_related("owner")), topic), a=a, b=b)


def releases_compared(peer: Summary, *, user: User) -> list[Release]:
    """The releases that the user sees matchings of a peer against, those of most matchings first. One statement."""
    annotations = PeerAnnotation.objects.visible_to(user).filter(summary=peer)
    rows = annotations.select_related("release__pyramid__owner").defer("document", "release__document")
    found: dict[Release, int] = {}
    for one in rows.order_by("-release__created_at"):
        found[one.release] = found.get(one.release, 0) + 1
    return sorted(found, key=lambda release: -found[release])


def pyramid_differences(topic: Topic, pair: Pair[Pyramid]) -> dict[str, Any]:
    """What the page's script reads. Three statements."""
    compared = pyramids_compared(
        pair.chosen, owners=[pair.a, pair.b], summaries=topic.summaries.models_of_topics().defer("text")
    )
    return {"kind": "pyramid", "summaries": model_summaries(topic.pk), "comparison": compared.as_json()}


def matching_differences(peer: Summary, release: Release, pair: Pair[PeerAnnotation]) -> dict[str, Any]:
    """What the page's script reads. Two statements."""
    released = {scu["id"]: scu for scu in released_scus(release.pk)}
    compared = matchings_compared(pair.chosen, owners=[pair.a, pair.b], peer=peer, released=released)
    return {"kind": "peer", "summaries": [summary_data(peer)], "comparison": compared.as_json()}
