"""Kinds of work (pyramids, matchings of peers, ...): each registers itself once, and nothing else asks what a work is.

A kind says what its verbs are, how its rows are read and written, what can be compared, what prevents finishing, and
which services of `Work` it uses. A kind that is not registered is invisible.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist

from annotator.work.edits.decisions import undecided_sentence
from annotator.work.edits.reducer import Reducer, State
from annotator.work.edits.verb import Verbs
from annotator.work.log.rows import Writes

Images = dict[int, list[Any]]


class UnknownKind(ObjectDoesNotExist):
    """No kind of this name is registered. A request gets 404."""


@dataclass(frozen=True, slots=True)
class MergeAndSplit:
    """The verbs that merge and split items, and the fields of their payloads.

    ``gone``: the merged items; ``whole``: the item that is split; ``piece``: the new one.
    """

    merge: str
    gone: str
    split: str
    whole: str
    piece: str


class Kind:
    """What the rest of `work` asks a kind. Kinds derive from `WorkKind`, which has the default workspace.

    A kind says only what it has a use for. Works are `Any` here: their model asks the kinds.

    ``name`` stands in `Work.kind`. ``item`` and ``items``: what payloads and pages call the things it is made of
    ("scu", "scus"). ``route``: how the names of its pages begin; ``api_route``: those of its calls of the API.
    ``prerequisites``: kinds of which one must have finished one's own work on a topic before one reviews or adjudicates
    this kind there. ``overlap``: the project's setting for shared words, as a column. ``related``: what a workspace
    needs beside topic, project and owner, as for ``select_related``; ``deferred``: what lists of works leave out.
    ``merge_and_split``: how its log records them. ``has_releases``: snapshots can be made of its works.
    ``per_peer``: each work is about one peer, not about the topic; ``pinned``: it needs a release to be begun.
    ``subject``, ``subjects``: what tasks and progress call what is worked on ("peer", "peers"). ``start_route``: the
    page on which a work is begun, if any. ``item_counts``, ``spans``: SQL over the works ``%(works)s``: rows of
    a work, its number of items and of flags; and of a work, whether the span is set aside, summary, start and end.
    ``api_calls``: of the API that its workspace uses beside edits. ``note_fields``: by which fields a note says what it
    is on.
    """

    name: ClassVar[str]
    item: ClassVar[str] = "item"
    items: ClassVar[str] = "items"
    title: ClassVar[str] = "work"
    subject: ClassVar[str] = "work"
    subjects: ClassVar[str] = "works"
    per_peer: ClassVar[bool] = False
    pinned: ClassVar[bool] = False
    start_route: ClassVar[str] = ""
    route: ClassVar[str]
    api_route: ClassVar[str]
    reducer: ClassVar[Reducer[Any, Any]]
    prerequisites: ClassVar[tuple[str, ...]] = ()
    api_calls: ClassVar[tuple[str, ...]] = ("history", "notes")
    note_fields: ClassVar[tuple[str, ...]] = ()
    merge_and_split: ClassVar[MergeAndSplit | None] = None
    has_releases: ClassVar[bool] = False
    overlap: ClassVar[str] = "'allow'"
    head_columns: ClassVar[str] = "NULL"
    head_joins: ClassVar[str] = ""
    related: ClassVar[tuple[str, ...]] = ()
    deferred: ClassVar[tuple[str, ...]] = ()
    item_counts: ClassVar[str] = ""
    spans: ClassVar[str] = ""

    @property
    def verbs(self) -> Verbs:
        return self.reducer.verbs

    def workspace_annotations(self, user: User) -> dict[str, Any]:  # noqa: ARG002
        """Further annotations that ``for_workspace`` adds."""
        return {}

    def load(self, locked: Any, to_load: Any, *, everything: bool) -> tuple[State[Any], bool]:
        """Load the items ``to_load``, by their own ids or those of their parts, and successors; or everything.

        Also returns whether the log already has one of the groups or edits. All used-up ids among those requested are
        loaded.
        """
        raise NotImplementedError

    def writes(self, locked: Any, before: State[Any], after: State[Any]) -> Writes:
        """The writes that turn the rows of ``before`` into those of ``after``."""
        raise NotImplementedError

    def counters(self, state: State[Any]) -> dict[str, Any]:  # noqa: ARG002
        """Columns of the work's own row that the state carries."""
        return {}

    def images(self, works: Iterable[int]) -> Images:
        """The images of all items of several works, in order. One query."""
        raise NotImplementedError

    def other_images(self, work: int) -> list[Any]:  # noqa: ARG002
        """The images of what is no item (text set aside, absences), without decisions."""
        return []

    def unfinished(self, work: Any, *, undecided: int) -> list[str]:  # noqa: ARG002
        """What prevents finishing, as sentences. ``undecided``: differences of a consensus without a decision."""
        return [undecided_sentence(undecided)] if undecided else []

    def texts(self, work: Any) -> Iterable[Any]:
        return [work.summary] if work.summary else work.topic.summaries.model_summaries()

    def page_items(self, work: Any, sides: Sequence[Sequence[Any]]) -> list[list[dict[str, Any]]]:
        """The images of each side as items that can be compared, see `work.adjudication.compared`.

        ``work``: one of them, or their consensus; all are about the same texts.
        """
        raise NotImplementedError

    def agreement_edits(self, item: Mapping[str, Any], *, made: str) -> list[tuple[str, dict[str, Any]]]:
        """The verbs and payloads that make an item of the sources one of a consensus, under the id ``made``."""
        raise NotImplementedError

    def title_of(self, work: Any) -> str:
        """The heading of its page."""
        return f"{work.owner.name}’s {self.title}"

    def label_of(self, work: Any) -> str:
        """What a list on a page of its project calls a work, after the topic."""
        return f"{self.title} of {work.owner.name}"

    @property
    def line_name(self) -> str:
        """What the progress page calls one owner's works on a topic."""
        return self.subjects if self.per_peer else self.subject

    @property
    def finished_title(self) -> str:
        """The heading above numbers of finished works."""
        return f"{self.title}s finished".capitalize()

    def task_name(self, peer: str) -> str:
        """What a task is called, after its topic, to its member. ``peer``: the name of the peer, if any."""
        return f"{self.subject} {peer}" if self.per_peer else f"your {self.subject}"

    def workspace_data(self, work: Any) -> dict[str, Any]:
        """Everything its workspace needs, for the user who asked for ``work`` with ``for_workspace``."""
        raise NotImplementedError

    def origin_names(self, works: Sequence[int]) -> Mapping[tuple[int, str], dict[str, Any]]:  # noqa: ARG002
        """By work and item id: what provenance shows of the item beside its owner. One query."""
        return {}

    def unknown_origin(self) -> dict[str, Any]:
        """The same for an item that has been deleted."""
        return {}

    def summaries_data(self, data: dict[str, Any]) -> list[dict[str, Any]]:
        """The texts in the data of a workspace, for pages that compare."""
        summaries: list[dict[str, Any]] = data["summaries"]
        return summaries


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Make a kind known; once per process, before the first request."""
    _kinds[kind.name] = kind


def kinds() -> list[Kind]:
    """All kinds in the order of their registration."""
    return list(_kinds.values())


def kind_named(name: str) -> Kind:
    """Raises UnknownKind."""
    if name not in _kinds:
        raise UnknownKind(name)
    return _kinds[name]


def first_kind(*, per_peer: bool) -> Kind:
    """The first kind about topics or about peers: what a table means that names only a topic or a peer."""
    return next(kind for kind in _kinds.values() if kind.per_peer == per_peer)
