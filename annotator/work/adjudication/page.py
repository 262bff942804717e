"""What the page of adjudication shows: the consensus as its workspace has it, and its sources compared."""

from typing import Any

from annotator.work.adjudication.compared import owners_shown
from annotator.work.adjudication.sources import consensus_compared, sources_of
from annotator.work.models import Work
from annotator.work.states.permissions import is_finished

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
