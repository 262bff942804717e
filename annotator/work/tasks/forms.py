"""Forms about tasks and progress."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet

from annotator.projects.models import Membership, Summary, Topic
from annotator.web.forms import PageForm, check_size
from annotator.work.kinds import kinds
from annotator.work.models import Release
from annotator.work.releases import ReleaseField
from annotator.work.tasks.assignments import PlannedTask
from annotator.work.tasks.progress import Line

MOST_EACH = 10


# The browser's own date picker.
DATE_INPUT = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class DueForm(PageForm):
    """A due date."""

    due = forms.DateField(required=False, widget=DATE_INPUT, label="Due", help_text="Empty: no due date.")


class MembersForm(DueForm):
    """Members, and a due date for their tasks."""

    members = forms.ModelMultipleChoiceField(
        queryset=Membership.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        label="Who",
        error_messages={"required": "Choose at least one person."},
    )

    def __init__(self, *args: Any, members: QuerySet[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["members"].queryset = members  # type: ignore[attr-defined]


def _queryset(releases: Sequence[Release]) -> QuerySet[Release]:
    chosen = Release.objects.filter(pk__in=[release.pk for release in releases])
    return chosen.select_related("pyramid__owner").defer("document")


class ByHandForm(MembersForm):
    """Assigns the pyramid or peers of one topic to some members."""

    what = forms.MultipleChoiceField(
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

    field_order = ("what", "members", "release", "due")

    def __init__(
        self,
        data: Any = None,
        *,
        peers: Sequence[Summary],
        releases: Sequence[Release],
        default: Release | None,
        members: QuerySet[Membership],
    ) -> None:
        super().__init__(data, members=members, initial={"release": default})
        self.peers = {str(peer.pk): peer for peer in peers}
        on_topic = [(kind.name, f"The {kind.subject}") for kind in kinds() if not kind.per_peer]
        on_peers = [
            (f"{kind.name}:{peer.pk}", f"{kind.subject.capitalize()} {peer.summarizer}")
            for kind in kinds()
            if kind.per_peer
            for peer in peers
        ]
        self.fields["what"].choices = [*on_topic, *on_peers]  # type: ignore[attr-defined]
        self.fields["release"].queryset = _queryset(releases)  # type: ignore[attr-defined]

    def tasks(self, topic: Topic) -> list[PlannedTask]:
        data = self.cleaned_data
        chosen = [what.partition(":") for what in data["what"]]
        return [
            PlannedTask(topic, member, self.peers.get(peer), data["release"], data["due"], kind)
            for kind, _, peer in chosen
            for member in data["members"]
        ]


class AllTasksForm(PageForm):
    """Another due date or release for all tasks of a topic."""

    due = forms.DateField(required=False, widget=DATE_INPUT, label="Due")
    release = ReleaseField(
        queryset=Release.objects.none(),
        required=False,
        empty_label="As it is",
        label="Peers not begun are matched against",
    )

    def __init__(self, data: Any = None, *, releases: Sequence[Release]) -> None:
        super().__init__(data, prefix="all")
        self.fields["release"].queryset = _queryset(releases)  # type: ignore[attr-defined]


class EvenlyForm(MembersForm):
    """Shares topics or their peers out evenly."""

    kind = forms.ChoiceField(
        choices=lambda: [(kind.name, f"Each {kind.subject}") for kind in kinds()],
        widget=forms.RadioSelect,
        initial=lambda: kinds()[0].name,
        label="What",
    )
    each = forms.IntegerField(min_value=1, max_value=MOST_EACH, initial=2, label="People per pyramid or peer")
    topics = forms.ModelMultipleChoiceField(
        queryset=Topic.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        label="Topics",
        error_messages={"required": "Choose at least one topic."},
    )
    release_of = forms.ChoiceField(required=False, label="Peers are matched against")

    field_order = ("kind", "each", "members", "topics", "release_of", "due")

    def __init__(
        self,
        data: Any = None,
        *,
        topics: QuerySet[Topic],
        owners: Sequence[str],
        default: str,
        members: QuerySet[Membership],
    ) -> None:
        annotators = [member for member in members if member.role == Membership.Role.ANNOTATOR]
        initial = {"members": annotators or list(members), "topics": list(topics), "release_of": default}
        super().__init__(data, members=members, initial=initial)
        self.fields["topics"].queryset = topics  # type: ignore[attr-defined]
        self.fields["release_of"].choices = [  # type: ignore[attr-defined]
            *((owner, f"The latest release of {owner}") for owner in owners),
            ("", "Left to the annotator"),
        ]


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
        """Adds ``data``, the bytes of the table."""
        cleaned = super().clean() or {}
        upload, pasted = cleaned.get("table"), cleaned.get("pasted", "")
        if bool(upload) == bool(pasted.strip()):
            raise ValidationError("Choose a file or paste a table: one of the two.")
        return {**cleaned, "data": check_size(upload).read() if upload else pasted.encode()}


class ReassignForm(PageForm):
    """Gives a task to another member."""

    to = forms.ModelChoiceField(queryset=Membership.objects.none(), label="To", empty_label=None)
    as_editor = forms.BooleanField(required=False, label="May edit what has been begun")

    def __init__(self, *args: Any, members: QuerySet[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].queryset = members  # type: ignore[attr-defined]


class ProgressFilter(PageForm):
    """The filters and the sort order of the progress page."""

    topic = forms.ChoiceField(required=False)
    owner = forms.ChoiceField(required=False, label="Who")
    kind = forms.ChoiceField(
        required=False, choices=lambda: [("", "all"), *((kind.line_name, kind.subjects) for kind in kinds())]
    )
    show = forms.ChoiceField(
        required=False,
        choices=[("", "all"), ("unfinished", "not finished"), ("stuck", "stuck"), ("finished", "finished")],
    )
    sort = forms.CharField(required=False, widget=forms.HiddenInput)
    order = forms.ChoiceField(required=False, choices=[("asc", ""), ("desc", "")], widget=forms.HiddenInput)

    def __init__(self, data: Any, *, lines: Sequence[Line]) -> None:
        super().__init__(data)
        for name, values in (
            ("topic", dict.fromkeys(line.topic.key for line in lines)),
            ("owner", sorted({line.owner.name for line in lines})),
        ):
            self.fields[name].choices = [("", "all"), *((value, value) for value in values)]  # type: ignore[attr-defined]
        self.is_valid()

    def takes(self, line: Line) -> bool:
        """Whether a line passes the filters; an invalid filter is ignored."""
        chosen = self.cleaned_data
        return (
            chosen.get("topic") in ("", None, line.topic.key)
            and chosen.get("owner") in ("", None, line.owner.name)
            and chosen.get("kind") in ("", None, line.kind)
            and {"unfinished": not line.done, "stuck": bool(line.stuck), "finished": line.done}.get(
                chosen.get("show", ""), True
            )
        )

    @property
    def narrowed(self) -> bool:
        """Whether any filter is set."""
        return any(self.cleaned_data.get(field.name) for field in self.visible_fields())

    @property
    def sorting(self) -> tuple[str, bool]:
        """The column to sort by, and whether descending."""
        return self.cleaned_data.get("sort", ""), self.cleaned_data.get("order") == "desc"
