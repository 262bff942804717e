"""Forms of the pages about tasks and progress."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.web.forms import PageForm, check_size
from annotator.work.kinds import TaskOption, kinds
from annotator.work.release_models import Release
from annotator.work.releases import ReleaseField
from annotator.work.tasks.assignments import PlannedTask
from annotator.work.tasks.progress import ProgressRow

MAX_PEOPLE_PER_ITEM = 10
# Shows the browser's date picker.
DATE_INPUT = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _task_options(project: Project) -> list[TaskOption]:
    """Returns everything that can be assigned in a project."""
    return [option for kind in kinds() for option in kind.task_options(project)]


class DueForm(PageForm):
    due = forms.DateField(required=False, widget=DATE_INPUT, label="Due", help_text="Leave empty for no due date.")


class MembersForm(DueForm):
    """The members who get tasks, and the due date of the tasks."""

    members = forms.ModelMultipleChoiceField(
        queryset=Membership.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        label="Who",
        error_messages={"required": "Choose at least one person."},
    )

    def __init__(self, *args: Any, members: QuerySet[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["members"].queryset = members  # type: ignore[attr-defined]


def _queryset_of(releases: Sequence[Release]) -> QuerySet[Release]:
    """Returns a queryset of these releases, because a ModelChoiceField accepts nothing else."""
    queryset = Release.objects.filter(pk__in=[release.pk for release in releases])
    return queryset.select_related("pyramid__owner").defer("document")


class ByHandForm(MembersForm):
    """Assigns work on one topic or on its peers to members. The values of ``items`` are "KIND", "KIND:PEER_ID" or
    `TaskOption.value`."""

    items = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        label="What",
        error_messages={"required": "Choose the pyramid or some peers."},
    )
    release = ReleaseField(
        queryset=Release.objects.none(),
        required=False,
        empty_label="Left to the annotator",
        label="Peers are matched against",
    )

    field_order = ("items", "members", "release", "due")

    def __init__(
        self,
        data: Any = None,
        *,
        project: Project,
        peers: Sequence[Summary],
        releases: Sequence[Release],
        default_release: Release | None,
        members: QuerySet[Membership],
    ) -> None:
        super().__init__(data, members=members, initial={"release": default_release})
        self.peers = {str(peer.pk): peer for peer in peers}
        options = _task_options(project)
        topic_choices = [
            (option.value, option.name if option.slot else f"The {option.name}")
            for option in options
            if not option.per_summary
        ]
        peer_choices = [
            (f"{option.kind}:{peer.pk}", f"{option.name.capitalize()} {peer.summarizer}")
            for option in options
            if option.per_summary and not option.slot
            for peer in peers
        ]
        self.fields["items"].choices = [*topic_choices, *peer_choices]  # type: ignore[attr-defined]
        self.fields["release"].queryset = _queryset_of(releases)  # type: ignore[attr-defined]

    def tasks(self, topic: Topic) -> list[PlannedTask]:
        data = self.cleaned_data
        return [
            PlannedTask(topic, member, peer, data["release"], data["due"], kind, slot)
            for kind, peer, slot in map(self._kind_peer_and_slot, data["items"])
            for member in data["members"]
        ]

    def _kind_peer_and_slot(self, item: str) -> tuple[str, Summary | None, str]:
        """Returns the kind, the peer (or None) and the slot (or "") that a value of ``items`` names."""
        kind, _, rest = item.partition(":")
        peer = self.peers.get(rest)
        return kind, peer, "" if peer else rest.partition(":")[0]


class AllTasksForm(PageForm):
    """Changes the due date or release of all tasks of a topic."""

    due = forms.DateField(required=False, widget=DATE_INPUT, label="Due")
    release = ReleaseField(
        queryset=Release.objects.none(),
        required=False,
        empty_label="No change",
        label="Peers not begun are matched against",
    )

    def __init__(self, data: Any = None, *, releases: Sequence[Release]) -> None:
        super().__init__(data, prefix="all")
        self.fields["release"].queryset = _queryset_of(releases)  # type: ignore[attr-defined]


class EvenlyForm(MembersForm):
    """Assigns topics, or their peers, evenly to members."""

    kind = forms.ChoiceField(widget=forms.RadioSelect, initial=lambda: kinds()[0].name, label="What")
    people_per_item = forms.IntegerField(
        min_value=1, max_value=MAX_PEOPLE_PER_ITEM, initial=2, label="People per topic or summary"
    )
    topics = forms.ModelMultipleChoiceField(
        queryset=Topic.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        label="Topics",
        error_messages={"required": "Choose at least one topic."},
    )
    release_of = forms.ChoiceField(required=False, label="Peers are matched against")

    field_order = ("kind", "people_per_item", "members", "topics", "release_of", "due")

    def __init__(
        self,
        data: Any = None,
        *,
        project: Project,
        topics: QuerySet[Topic],
        owners: Sequence[str],
        default_owner: str,
        members: QuerySet[Membership],
    ) -> None:
        annotators = [member for member in members if member.role == Membership.Role.ANNOTATOR]
        initial = {"members": annotators or list(members), "topics": list(topics), "release_of": default_owner}
        super().__init__(data, members=members, initial=initial)
        self.options = {option.value: option for option in _task_options(project)}
        self.fields["kind"].choices = [  # type: ignore[attr-defined]
            (value, option.label) for value, option in self.options.items()
        ]
        self.fields["topics"].queryset = topics  # type: ignore[attr-defined]
        self.fields["release_of"].choices = [  # type: ignore[attr-defined]
            *((owner, f"The latest release of {owner}") for owner in owners),
            ("", "Left to the annotator"),
        ]

    def arguments(self) -> dict[str, Any]:
        """The keyword arguments for `assign_evenly` that the form asks for."""
        data = dict(self.cleaned_data)
        return {"option": self.options[data.pop("kind")], **data}


class AssignmentTableForm(PageForm):
    """A CSV file of assignments, uploaded or pasted."""

    table = forms.FileField(required=False, label="CSV file")
    pasted = forms.CharField(
        required=False,
        strip=False,
        label="Or paste it",
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """Add ``csv``, the bytes of the table, to the cleaned data."""
        cleaned = super().clean() or {}
        upload, pasted = cleaned.get("table"), cleaned.get("pasted", "")
        if bool(upload) == bool(pasted.strip()):
            raise ValidationError("Either choose a file or paste a table.")
        return {**cleaned, "csv": check_size(upload).read() if upload else pasted.encode()}


class ReassignForm(PageForm):
    to = forms.ModelChoiceField(queryset=Membership.objects.none(), label="To", empty_label=None)
    as_editor = forms.BooleanField(required=False, label="May edit the work that has been begun")

    def __init__(self, *args: Any, members: QuerySet[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].queryset = members  # type: ignore[attr-defined]


class ProgressFilter(PageForm):
    """The filters and the sort order of the progress page."""

    topic = forms.ChoiceField(required=False)
    owner = forms.ChoiceField(required=False, label="Who")
    kind = forms.ChoiceField(
        required=False, choices=lambda: [("", "all"), *((kind.progress_name, kind.subject_plural) for kind in kinds())]
    )
    show = forms.ChoiceField(
        required=False,
        choices=[("", "all"), ("unfinished", "not finished"), ("stuck", "stuck"), ("finished", "finished")],
    )
    sort = forms.CharField(required=False, widget=forms.HiddenInput)
    order = forms.ChoiceField(required=False, choices=[("asc", ""), ("desc", "")], widget=forms.HiddenInput)

    def __init__(self, data: Any, *, rows: Sequence[ProgressRow]) -> None:
        super().__init__(data)
        for name, values in (
            ("topic", dict.fromkeys(row.topic.key for row in rows)),
            ("owner", sorted({row.owner.name for row in rows})),
        ):
            self.fields[name].choices = [("", "all"), *((value, value) for value in values)]  # type: ignore[attr-defined]
        self.is_valid()  # fills ``cleaned_data``

    def accepts(self, row: ProgressRow) -> bool:
        """Whether a row passes the filters. Invalid filters are ignored."""
        filters = self.cleaned_data
        passes_show = {"unfinished": not row.is_finished, "stuck": bool(row.stuck), "finished": row.is_finished}
        return (
            filters.get("topic") in ("", None, row.topic.key)
            and filters.get("owner") in ("", None, row.owner.name)
            and filters.get("kind") in ("", None, row.kind)
            and passes_show.get(filters.get("show", ""), True)
        )

    @property
    def is_active(self) -> bool:
        return any(self.cleaned_data.get(field.name) for field in self.visible_fields())

    @property
    def sorting(self) -> tuple[str, bool]:
        """The column to sort by, and whether descending."""
        return self.cleaned_data.get("sort", ""), self.cleaned_data.get("order") == "desc"
