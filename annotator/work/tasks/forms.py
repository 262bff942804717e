"""Forms about the people of a project: invitations, topic roles, assignments."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet

from annotator.projects.models import Membership, Summary, Topic
from annotator.web.forms import PageForm, check_size
from annotator.work.forms import ReleaseField
from annotator.work.kinds import kinds
from annotator.work.models import Release
from annotator.work.tasks.assignments import Wish
from annotator.work.tasks.progress import Line

MOST_EACH = 10


class DateInput(forms.DateInput):
    """The browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class DueForm(PageForm):
    """A day by which something is to be done."""

    due = forms.DateField(required=False, widget=DateInput, label="Due", help_text="Empty: no due date.")


class MembersForm(DueForm):
    """Members, and a due date for what they get."""

    members = forms.ModelMultipleChoiceField(
        queryset=Membership.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        label="Who",
        error_messages={"required": "Choose at least one person."},
    )

    def __init__(self, *args: Any, members: Sequence[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["members"].queryset = Membership.objects.filter(pk__in=[one.pk for one in members])  # type: ignore[attr-defined]


class ByHandForm(MembersForm):
    """The pyramid or peers of one topic, for some members."""

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
        members: Sequence[Membership],
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
        found = Release.objects.filter(pk__in=[release.pk for release in releases])
        self.fields["release"].queryset = found.select_related("pyramid__owner").defer("document")  # type: ignore[attr-defined]

    def wishes(self, topic: Topic) -> list[Wish]:
        """What each chosen member is to do."""
        data = self.cleaned_data
        chosen = [what.partition(":") for what in data["what"]]
        return [
            Wish(topic, member, self.peers.get(peer), data["release"], data["due"], kind)
            for kind, _, peer in chosen
            for member in data["members"]
        ]


class AllTasksForm(PageForm):
    """Another date or release for all tasks of a topic."""

    due = forms.DateField(required=False, widget=DateInput, label="Due")
    release = ReleaseField(
        queryset=Release.objects.none(),
        required=False,
        empty_label="As it is",
        label="Peers not begun are matched against",
    )

    def __init__(self, data: Any = None, *, releases: Sequence[Release]) -> None:
        super().__init__(data, prefix="all")
        found = Release.objects.filter(pk__in=[release.pk for release in releases])
        self.fields["release"].queryset = found.select_related("pyramid__owner").defer("document")  # type: ignore[attr-defined]


class EvenlyForm(MembersForm):
    """Topics or their peers shared out evenly."""

    what = forms.ChoiceField(
        choices=lambda: [(kind.subjects, f"Each {kind.subject}") for kind in kinds()],
        widget=forms.RadioSelect,
        initial=lambda: kinds()[0].subjects,
        label="What",
    )
    each = forms.IntegerField(min_value=1, max_value=MOST_EACH, initial=2, label="By how many people each")
    topics = forms.ModelMultipleChoiceField(
        queryset=Topic.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        label="Topics",
        error_messages={"required": "Choose at least one topic."},
    )
    release_of = forms.ChoiceField(required=False, label="Peers are matched against")

    field_order = ("what", "each", "members", "topics", "release_of", "due")

    def __init__(
        self,
        data: Any = None,
        *,
        topics: QuerySet[Topic],
        owners: Sequence[str],
        default: str,
        members: Sequence[Membership],
    ) -> None:
        annotators = [one for one in members if one.role == Membership.Role.ANNOTATOR]
        initial = {"members": annotators or list(members), "topics": list(topics), "release_of": default}
        super().__init__(data, members=members, initial=initial)
        self.fields["topics"].queryset = topics  # type: ignore[attr-defined]
        self.fields["release_of"].choices = [  # type: ignore[attr-defined]
            *((owner, f"The latest release of {owner}") for owner in owners),
            ("", "Left to the annotator"),
        ]

    def clean(self) -> dict[str, Any]:
        """With the name of the kind of work instead of ``what``."""
        cleaned = super().clean() or {}
        what = cleaned.pop("what", None)
        return {**cleaned, "kind": next((kind.name for kind in kinds() if kind.subjects == what), "")}


class AssignmentTableForm(PageForm):
    """A CSV of assignments, uploaded or pasted."""

    table = forms.FileField(required=False, label="CSV file")
    pasted = forms.CharField(
        required=False,
        strip=False,
        label="Or paste it",
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """``data``: the bytes of the table. Raises ValidationError where there is none, or two."""
        cleaned = super().clean() or {}
        upload, pasted = cleaned.get("table"), cleaned.get("pasted", "")
        if bool(upload) == bool(pasted.strip()):
            raise ValidationError("Choose a file or paste a table: one of the two.")
        return {**cleaned, "data": check_size(upload).read() if upload else pasted.encode()}


class ReassignForm(PageForm):
    """Somebody else for a task."""

    to = forms.ModelChoiceField(queryset=Membership.objects.none(), label="To", empty_label=None)
    as_editor = forms.BooleanField(required=False, label="May edit what has been begun")

    def __init__(self, *args: Any, members: Sequence[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].queryset = Membership.objects.filter(pk__in=[one.pk for one in members])  # type: ignore[attr-defined]


class ProgressFilter(PageForm):
    """Which lines of the progress page are shown, and in which order."""

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
        """Whether a line is asked for; what is no choice asks for nothing."""
        asked = self.cleaned_data
        return (
            asked.get("topic") in ("", None, line.topic.key)
            and asked.get("owner") in ("", None, line.owner.name)
            and asked.get("kind") in ("", None, line.kind)
            and {"unfinished": not line.done, "stuck": bool(line.stuck), "finished": line.done}.get(
                asked.get("show", ""), True
            )
        )

    @property
    def narrowed(self) -> bool:
        """Whether only some are asked for."""
        return any(self.cleaned_data.get(field.name) for field in self.visible_fields())

    @property
    def sorting(self) -> tuple[str, bool]:
        """The column to sort by, and whether downwards."""
        return self.cleaned_data.get("sort", ""), self.cleaned_data.get("order") == "desc"
