"""What the pages of differences and of adjudication read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from annotator.projects.models import Topic
from annotator.work.adjudication.compared import consensus_compared, owners_shown, sources_of, works_compared
from annotator.work.models import Release, Work
from annotator.work.states.permissions import is_finished


@dataclass(frozen=True, slots=True)
class Pair:
    """Whose work there is to compare, by the names that are shown, and which two are chosen, if there are two."""

    works: dict[str, Work]
    a: str = ""
    b: str = ""

    @property
    def chosen(self) -> list[Work]:
        """The two works to compare; empty if there are not two."""
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


PAGES = {"finish": "adjudicate-finish", "take_in": "adjudicate-take-in", "join": "adjudicate"}


def adjudication_data(work: Work) -> dict[str, Any]:
    """The data of the consensus' own workspace, with ``comparison`` and the URLs of adjudication.

    ``work`` as `for_workspace` gives it. A fixed number of queries.
    """
    data = work.of.workspace_data(work)
    data["summaries"] = work.of.summaries_data(data)
    data["comparison"] = consensus_compared(work, sources_of(work)).as_json()
    data["kind"] = work.of.route
    data["urls"]["workspace"] = work.url()
    data["urls"].update({name: work.topic_url(page) for name, page in PAGES.items()})
    return data


def changed_sources(work: Work) -> dict[str, Any]:
    """Which sources have changed since they were pinned: ``names``, and ``open`` for those that are not finished."""
    sources = sources_of(work)
    owners = owners_shown(work.topic.project, [source.source for source in sources])
    changed = [(owner, source) for owner, source in zip(owners, sources, strict=True) if source.changed]
    return {
        "names": [owner for owner, _ in changed],
        "open": [owner for owner, source in changed if not is_finished(source.source.state)],
    }
