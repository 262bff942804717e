"""The registry of kinds of work (pyramids, peer annotations, ...), and the interface that each kind implements.

A kind defines its verbs (types of edits), how its rows are read and written, how its items are compared, what
prevents finishing, and its names on pages. All other code asks the kind instead of testing its name. Works of
unregistered kinds are invisible. A *snapshot* is the JSON of an item (an SCU or a unit), of text that an annotator has
set aside because it belongs in no SCU, or of an adjudicator's decision.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Q

from annotator.work.edits.decisions import undecided_sentence
from annotator.work.edits.reducer import Reducer, State
from annotator.work.edits.request import EditRequest
from annotator.work.edits.verb import Verbs
from annotator.work.log.rows import Writes

Snapshots = dict[int, list[Any]]
"""Lists of snapshots by work id."""


class UnknownKind(ObjectDoesNotExist):
    """No kind of this name is registered. A request gets 404."""


@dataclass(frozen=True, slots=True)
class MergeAndSplit:
    """The verbs that merge and split items, and their payload fields with ids of items.

    ``merged_field``: the items merged into another; ``split_field``: the item that is split; ``new_field``: the item
    created by the split.
    """

    merge_verb: str
    merged_field: str
    split_verb: str
    split_field: str
    new_field: str


@dataclass(frozen=True, slots=True)
class TaskOption:
    """Something that can be assigned: a work on each topic or, with ``per_summary``, on each summary.

    ``slot``: `Assignment.slot` of its tasks. ``name``: what is assigned, such as "pyramid". ``about_models``: whether
    model summaries can be assigned too, not only peers. ``takes_model``: whether a task can name a model summary; the
    task's slot is then ``slot``, a dot and the letter of that summary.
    """

    kind: str
    slot: str
    name: str
    per_summary: bool
    about_models: bool = False
    takes_model: bool = False

    @property
    def value(self) -> str:
        """The value of the option in forms: "KIND" or, for an option with a slot, "KIND:SLOT:summary" or ":topic"."""
        return f"{self.kind}:{self.slot}:{'summary' if self.per_summary else 'topic'}" if self.slot else self.kind

    @property
    def label(self) -> str:
        """The text of the option in forms that assign work."""
        if not self.slot:
            return f"Each {self.name}"
        return f"{self.name}: each {'summary' if self.per_summary else 'topic'}"


@dataclass(frozen=True, slots=True)
class TaskDetails:
    """The details of a task of several works. ``total``: the number of works; 0 if none can be done now.

    ``name``: the name that the member sees. ``full_name``: the name that managers see, with the summary and the model.
    """

    total: int
    name: str
    full_name: str


class Kind:
    """The interface of a kind. Kinds derive from `work.workspace.WorkKind`, which adds the default workspace.

    A kind overrides only what it needs. Works are typed as `Any` here, because their model imports this module.
    """

    name: ClassVar[str]  # the value of `Work.kind`
    reducer: ClassVar[Reducer[Any, Any]]

    # Words for payloads and pages.
    item: ClassVar[str] = "item"  # an item of a work: "scu", "unit"
    items: ClassVar[str] = "items"
    title: ClassVar[str] = "work"  # what a work is called: "pyramid"
    subject: ClassVar[str] = "work"  # the thing that is annotated, on pages about tasks and progress: "peer"
    subject_plural: ClassVar[str] = "works"

    # Names of URL patterns.
    route: ClassVar[str]  # the prefix of the names for pages
    api_route: ClassVar[str]  # the prefix of the names for the API
    start_route: ClassVar[str] = ""  # the pattern of the page on which a work is begun, if any
    api_calls: ClassVar[tuple[str, ...]] = ("history", "notes")  # the API calls of its workspace besides edits

    per_peer: ClassVar[bool] = False  # each work is about one peer, not about the topic
    needs_release: ClassVar[bool] = False  # a work is pinned to a release when it is begun
    has_releases: ClassVar[bool] = False  # releases can be made of its works
    is_reviewed: ClassVar[bool] = True  # members other than the owner review, adjudicate or edit its works
    owner_reopens: ClassVar[bool] = False  # owners may reopen their own finished works
    task_is_one_work: ClassVar[bool] = True  # a task is one work; if False, several (see ``task_details``)
    judges_others_only: ClassVar[bool] = False  # members are not assigned summaries that they wrote
    # Before members review or adjudicate a work, their own works of these kinds on its topic must be finished too.
    prerequisites: ClassVar[tuple[str, ...]] = ()
    note_fields: ClassVar[tuple[str, ...]] = ()  # the payload fields that can name what a note is about
    merge_and_split: ClassVar[MergeAndSplit | None] = None  # how its log records merges and splits, if it has them

    # SQL of a condition that forbids changes of a work whatever its state, such as a closed questionnaire, and the
    # sentence that explains it. `workspace_annotations` returns the same condition as ``is_closed``.
    closed_sql: ClassVar[str] = "false"
    closed_sentence: ClassVar[str] = ""
    # SQL of the project's rule on words in several items: allow, warn or forbid.
    overlap_column: ClassVar[str] = "'allow'"
    # SQL that `log.locking.lock` adds to its query.
    lock_columns: ClassVar[str] = "NULL"
    lock_joins: ClassVar[str] = ""
    related_fields: ClassVar[tuple[str, ...]] = ()  # for ``select_related``: what else its workspace needs
    deferred_fields: ClassVar[tuple[str, ...]] = ()  # columns that lists of works do not read
    # Queries about the works with ids ``%(works)s``. The first returns rows (work, number of items, number of flagged
    # items and contributors); if a work has several rows, they are added up. The second returns a row (work, whether
    # the text is set aside, summary, start, end) for each part.
    item_counts_sql: ClassVar[str] = ""
    spans_sql: ClassVar[str] = ""

    @property
    def verbs(self) -> Verbs:
        return self.reducer.verbs

    def visible(self, user: User) -> Q | None:  # noqa: ARG002
        """Returns the condition for works of this kind that the user may see, to be passed to one ``filter()`` call.

        Returns None if the rule of blind projects in `annotator.work.visibility` applies.
        """
        return None

    def workspace_annotations(self, user: User) -> dict[str, Any]:  # noqa: ARG002
        """Returns the annotations that ``WorkQuerySet.for_workspace`` adds to works of this kind."""
        return {}

    def load(self, locked: Any, to_load: Any, *, everything: bool) -> tuple[State[Any], bool]:
        """Load what ``to_load`` (a `ToLoad`) names or, if ``everything``, all items. ``locked``: a `Locked` work.

        Returns the state, and whether the log already has one of the groups or edits of ``to_load``. The state's
        ``reserved_ids`` are the requested ids that belonged to items which are deleted now.
        """
        raise NotImplementedError

    def payload_problems(self, state: State[Any], edit: EditRequest) -> Iterable[tuple[str, str]]:  # noqa: ARG002
        """Returns a (field, sentence) pair for each payload field that does not fit the rows of the work."""
        return ()

    def writes(self, locked: Any, before: State[Any], after: State[Any]) -> Writes:
        """Returns the database writes that turn the rows of the state ``before`` into those of the state ``after``."""
        raise NotImplementedError

    def counters(self, state: State[Any]) -> dict[str, Any]:  # noqa: ARG002
        """Returns the columns of the work's own row that edits may have changed, such as ``next_uid``, by name."""
        return {}

    def snapshots(self, works: Iterable[int]) -> Snapshots:
        """Returns the snapshots of all items of these works, in order. One query."""
        raise NotImplementedError

    def other_snapshots(self, work: int) -> list[Any]:  # noqa: ARG002
        """Returns the snapshots that are neither items nor decisions, such as text set aside."""
        return []

    def finish_obstacles(self, work: Any, *, undecided: int) -> list[str]:  # noqa: ARG002
        """Returns sentences that say what prevents finishing. ``undecided``: the number of undecided differences."""
        return [undecided_sentence(undecided)] if undecided else []

    def annotated_summaries(self, work: Any) -> Iterable[Any]:
        """Returns the `Summary` rows that a work annotates: its peer, or else the topic's model summaries."""
        return [work.summary] if work.summary else work.topic.summaries.model_summaries()

    def page_items(self, work: Any, items_by_work: Sequence[Sequence[Any]]) -> list[list[dict[str, Any]]]:
        """Returns the items of each compared work as JSON for pages (see `work.adjudication.work_comparison`).

        ``items_by_work``: the item snapshots of each work. ``work``: one of the works, or their consensus.
        """
        raise NotImplementedError

    def agreement_edits(self, item: Mapping[str, Any], *, new_id: str) -> list[tuple[str, dict[str, Any]]]:
        """Returns the (verb, payload) pairs that copy an item to the consensus, under the id ``new_id``.

        ``item``: the page item of the first source; all sources of the consensus agree on it.
        """
        raise NotImplementedError

    def title_of(self, work: Any) -> str:
        """Returns the heading of the work's page."""
        return f"{work.owner.name}’s {self.title}"

    def label_of(self, work: Any) -> str:
        """Returns the name of a work in lists that name its topic before it."""
        return f"{self.title} of {work.owner.name}"

    @property
    def has_several_works_per_topic(self) -> bool:
        """Whether an owner can have several works of this kind on a topic."""
        return self.per_peer or not self.task_is_one_work

    @property
    def progress_name(self) -> str:
        """The name of one owner's works of this kind on a topic, on the progress page."""
        return self.subject_plural if self.has_several_works_per_topic else self.subject

    @property
    def finished_title(self) -> str:
        """The heading of counts of finished works."""
        return f"{self.title}s finished".capitalize()

    def task_name(self, peer: str) -> str:
        """Returns the name of a task in lists that name its topic before it. ``peer``: the name of the peer, or ""."""
        return f"{self.subject} {peer}" if self.per_peer else f"your {self.subject}"

    def task_options(self, project: Any) -> list[TaskOption]:  # noqa: ARG002  # for kinds with options of a project
        """Returns what can be assigned in a project. By default one option, without a slot. At most one query."""
        return [TaskOption(self.name, "", self.subject, self.per_peer)]

    def task_details(self, assignments: Sequence[Any]) -> Mapping[int, TaskDetails]:  # noqa: ARG002
        """Returns the details of tasks of several works, by the id of the assignment. A constant number of queries.

        ``assignments``: of this kind, with topics, members and summaries.
        """
        return {}

    def task_slots(self, slot: str) -> tuple[str, ...]:
        """Returns the slots of the tasks to which a work with this slot belongs."""
        return (slot,)

    def works_of_task(self, slot: str) -> Q:
        """Returns the condition for the works with the slots that belong to tasks with this slot."""
        return Q(slot=slot)

    def task_page(self, slot: str) -> tuple[str, list[str]] | None:  # noqa: ARG002
        """Returns the route of a task's page, and its arguments between the project's slug and the topic's key.

        Returns None if the page of the work itself is the task's page.
        """
        return None

    def workspace_data(self, work: Any) -> dict[str, Any]:
        """Returns all data of a work's workspace, for the user who was passed to ``for_workspace``."""
        raise NotImplementedError

    def origin_details(self, works: Sequence[int]) -> Mapping[tuple[int, str], dict[str, Any]]:  # noqa: ARG002
        """Returns, by (work id, item id), what an item's provenance shows besides the work's owner. One query."""
        return {}

    def unknown_origin(self) -> dict[str, Any]:
        """Returns the details to show for an item that ``origin_details`` leaves out because it has been deleted."""
        return {}

    def summaries_data(self, data: dict[str, Any]) -> list[dict[str, Any]]:
        """Returns the summaries in the data of a workspace, in the form that pages of differences need."""
        summaries: list[dict[str, Any]] = data["summaries"]
        return summaries


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Add a kind to the registry: once per process, before the first request."""
    _kinds[kind.name] = kind


def kinds() -> list[Kind]:
    """Returns all kinds in the order of their registration."""
    return list(_kinds.values())


def kind_named(name: str) -> Kind:
    """Returns the registered kind of this name. Raises UnknownKind."""
    if name not in _kinds:
        raise UnknownKind(name)
    return _kinds[name]


def first_kind(*, per_peer: bool) -> Kind:
    """Returns the first registered kind about topics or about peers, for assignment tables that name no kind."""
    return next(kind for kind in _kinds.values() if kind.per_peer == per_peer)
