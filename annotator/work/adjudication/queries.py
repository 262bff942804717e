"""What the pages of differences and of adjudication read."""

from collections import Counter
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
    """The works that can be compared, by their owners' shown names, and the two that are."""

    works: dict[str, Work]
    a: str = ""
    b: str = ""

    @property
    def chosen(self) -> list[Work]:
        """The two works to compare; empty if there are not two."""
        return [self.works[self.a], self.works[self.b]] if self.a and self.b else []


def pair_of(by_name: dict[str, Work], *, a: str, b: str) -> Pair:
    """The two requested works, by default the first ones. Raises DoesNotExist for an unknown name."""
    for name in (a, b):
        if name and name not in by_name:
            raise Work.DoesNotExist
    if len(by_name) < 2:
        return Pair(by_name)
    a = a or next(name for name in by_name if name != b)
    return Pair(by_name, a, b if b and b != a else next(name for name in by_name if name != a))


def works_to_compare(works: QuerySet[Work], *, topic: Topic, a: str, b: str) -> Pair:
    """The two requested works. ``works``: visible ones about the same texts. Two queries."""
    rows = list(works.select_related("owner", "topic", "summary"))
    return pair_of(dict(sorted(zip(owners_shown(topic.project, rows), rows, strict=True))), a=a, b=b)


def releases_compared(works: QuerySet[Work]) -> list[Release]:
    """The releases that visible works are pinned to, those with most works first."""
    rows = works.filter(release__isnull=False).select_related("release__pyramid__owner").defer("release__document")
    count = Counter(work.release for work in rows.order_by("-release__created_at"))
    return [release for release, _ in count.most_common()]


def differences_data(pair: Pair, summaries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The data for the page's script. ``summaries``: the texts as in workspaces."""
    compared = works_compared(pair.chosen, owners=[pair.a, pair.b])
    return {"kind": pair.chosen[0].of.route, "summaries": summaries, "comparison": compared.as_json()}


PAGES = {"finish": "adjudicate-finish", "take_in": "adjudicate-take-in", "join": "adjudicate"}


def adjudication_data(work: Work) -> dict[str, Any]:
    """The data of the consensus's workspace, with ``comparison`` and the URLs of adjudication."""
    data = work.of.workspace_data(work)
    data["summaries"] = work.of.summaries_data(data)
    data["comparison"] = consensus_compared(work, sources_of(work)).as_json()
    data["kind"] = work.of.route
    data["urls"]["workspace"] = work.url()
    data["urls"].update({name: work.topic_url(page) for name, page in PAGES.items()})
    return data


def changed_sources(work: Work) -> dict[str, Any]:
    """The owners of sources edited since they were pinned (``names``), and of those not finished (``open``)."""
    sources = sources_of(work)
    owners = owners_shown(work.topic.project, [source.source for source in sources])
    changed = [(owner, source) for owner, source in zip(owners, sources, strict=True) if source.changed]
    return {
        "names": [owner for owner, _ in changed],
        "open": [owner for owner, source in changed if not is_finished(source.source.state)],
    }
