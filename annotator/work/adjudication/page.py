"""What the page of adjudication shows: the consensus as its workspace has it, and its sources compared."""

from typing import Any

from django.urls import reverse

from annotator.matching.models import PeerAnnotation
from annotator.pyramids.models import Pyramid
from annotator.pyramids.workspace import peer_data, pyramid_data
from annotator.work.adjudication.compared import owners_shown
from annotator.work.adjudication.sources import consensus_compared, sources_of
from annotator.work.states.permissions import is_finished


def adjudication_data(target: Pyramid | PeerAnnotation) -> dict[str, Any]:
    """The data of the consensus' own workspace, with ``comparison`` and the addresses of adjudication.

    ``target`` as `for_workspace` gives it. A fixed number of statements.
    """
    query = ""
    if isinstance(target, Pyramid):
        data = pyramid_data(target)
        place = [target.topic.project.slug, target.topic.key]
        workspace = reverse("pyramid", args=[*place, target.owner.name])
        urls = {"finish": "adjudicate-finish", "take_in": "adjudicate-take-in", "join": "adjudicate"}
    else:
        data = peer_data(target)
        topic = target.summary.topic
        place = [topic.project.slug, topic.key, target.peer_name]
        workspace = reverse("peer", args=[*place, target.owner.name])
        query = f"?{target.pin}"
        data["summaries"] = [data["peer"]]
        urls = {"finish": "peer-adjudicate-finish", "take_in": "peer-adjudicate-take-in", "join": "peer-adjudicate"}
    sources = sources_of(target)
    data["comparison"] = consensus_compared(target, sources).as_json()
    data["kind"] = "pyramid" if isinstance(target, Pyramid) else "peer"
    data["urls"]["workspace"] = f"{workspace}{query}"
    data["urls"].update({name: f"{reverse(route, args=place)}{query}" for name, route in urls.items()})
    return data


def changed_sources(target: Pyramid | PeerAnnotation) -> dict[str, Any]:
    """Which sources have changed since they were pinned: ``names``, and ``open`` for those that are not finished."""
    sources = sources_of(target)
    topic = target.topic if isinstance(target, Pyramid) else target.summary.topic
    owners = owners_shown(topic.project, [source.work for source in sources])
    changed = [(owner, source) for owner, source in zip(owners, sources, strict=True) if source.changed]
    return {
        "names": [owner for owner, _ in changed],
        "open": [owner for owner, source in changed if not is_finished(source.work.state)],
    }
