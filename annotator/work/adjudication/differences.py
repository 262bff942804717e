"""The pages of differences: two owners' works about the same texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from annotator.projects.models import Topic
from annotator.work.adjudication.compared import owners_shown, works_compared
from annotator.work.models import Release, Work


@dataclass(frozen=True, slots=True)
class Pair:
    """Whose work there is to compare, by the names that are shown, and which two are chosen, if there are two."""

    works: dict[str, Work]
    a: str = ""
    b: str = ""

    @property
    def chosen(self) -> list[Work]:
        """The two that are compared, or nothing."""
        return [self.works[self.a], self.works[self.b]] if self.a and self.b else []


def pair_of(named: dict[str, Work], *, a: str, b: str) -> Pair:
    """The two that are asked for, else the first ones. Raises DoesNotExist for a name that nobody here has."""
    for name in (a, b):
        if name and name not in named:
            raise Work.DoesNotExist
    if len(named) < 2:
        return Pair(named)
    a = a or next(name for name in named if name != b)
    return Pair(named, a, b if b and b != a else next(name for name in named if name != a))


def works_to_compare(works: QuerySet[Work], *, topic: Topic, a: str, b: str) -> Pair:
    """Of visible works about the same texts, the two that are asked for. Two queries."""
    found = list(works.select_related("owner", "topic", "summary"))
    return pair_of(dict(sorted(zip(owners_shown(topic.project, found), found, strict=True))), a=a, b=b)


def releases_compared(works: QuerySet[Work]) -> list[Release]:
    """The releases that visible works are pinned to, those of most works first; none of works that are not pinned."""
    rows = works.filter(release__isnull=False).select_related("release__pyramid__owner").defer("release__document")
    count: dict[Release, int] = {}
    for work in rows.order_by("-release__created_at"):
        if work.release is not None:
            count[work.release] = count.get(work.release, 0) + 1
    return sorted(count, key=lambda release: -count[release])


def differences_data(pair: Pair, summaries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the page's script reads. ``summaries``: the texts as workspaces have them."""
    compared = works_compared(pair.chosen, owners=[pair.a, pair.b])
    return {"kind": pair.chosen[0].of.route, "summaries": summaries, "comparison": compared.as_json()}
