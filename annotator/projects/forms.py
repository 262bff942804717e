"""Forms of projects, their members, topics and texts."""

from pathlib import PurePosixPath
from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from annotator.projects.invitations import MOST_DAYS, MOST_USES
from annotator.projects.models import Membership, Project, Summary
from annotator.projects.settings import CHANGEABLE
from annotator.web.forms import MultipleFileField, PageForm, fits_an_address


class ProjectForm(PageForm):
    """A new project."""

    name = forms.CharField(max_length=200, help_text="What the list of projects shows.")
    guidelines = forms.CharField(
        required=False,
        widget=forms.Textarea,
        help_text="What annotators should keep to, in Markdown; can be written later.",
    )


class DeleteForm(PageForm):
    """The name of a project, typed by somebody who means it."""

    name = forms.CharField(
        max_length=200, label="Type the project’s name", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.project = project

    def clean_name(self) -> str:
        """The name, if it is the project's."""
        if self.cleaned_data["name"].split() != self.project.name.split():
            raise ValidationError("This is not the name of the project.")
        return self.project.name


class MemberForm(PageForm):
    """An account that becomes a member."""

    username = forms.CharField(max_length=150, label="User name", help_text="Of an account on this site.")
    role = forms.ChoiceField(choices=Membership.Role.choices, initial=Membership.Role.ANNOTATOR)

    def clean_username(self) -> User:
        """The account of this name."""
        user = User.objects.filter(username=self.cleaned_data["username"], is_active=True).first()
        if user is None:
            raise ValidationError("There is no account with this user name.")
        return user


class RoleForm(PageForm):
    """Another role for a member."""

    role = forms.ChoiceField(choices=Membership.Role.choices)


class TopicForm(PageForm):
    """A new topic."""

    key = forms.CharField(
        max_length=100,
        validators=[fits_an_address],
        help_text="Short, such as D0601: it is part of addresses and file names, and stays.",
    )
    title = forms.CharField(max_length=300, required=False)
    statement = forms.CharField(
        required=False, widget=forms.Textarea, help_text="The question that the summaries answer, if there is one."
    )


class KindForm(PageForm):
    """Whether summaries are models or peers."""

    kind = forms.ChoiceField(
        choices=Summary.Kind.choices, help_text="Models build the pyramid; peers are scored against it."
    )


class PastedSummaryForm(KindForm):
    """One summary from the clipboard."""

    summarizer = forms.CharField(
        max_length=100,
        validators=[fits_an_address],
        help_text="Who or what wrote it; use the same name in every topic.",
    )
    title = forms.CharField(max_length=300, required=False)
    text = forms.CharField(strip=False, widget=forms.Textarea(attrs={"rows": 14}))


class SummaryFilesForm(KindForm):
    """Several summaries, a plain-text file each."""

    uploads = MultipleFileField(label="Plain-text files", help_text="UTF-8; each file's name becomes the summarizer.")

    def clean_uploads(self) -> list[UploadedFile]:
        """The files; their names must do as names of summarizers."""
        for upload in self.cleaned_data["uploads"]:
            fits_an_address(PurePosixPath(upload.name or "").stem)
        return self.cleaned_data["uploads"]


class SettingsForm(forms.ModelForm):
    """The rules of a project."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    class Meta:
        model = Project
        fields = CHANGEABLE
        labels = {
            "overlap_models": "Words of a model summary in several SCUs",
            "overlap_peers": "Words of a peer in several units",
            "non_matching": "What a peer says that is in no SCU",
            "live_scores": "Scores of an annotation",
            "rounding": "Rounding of the mean number of SCUs (X) for the modified score",
            "suggestions": "Similar text",
            "blind": "Blind: nobody sees the others’ work",
            "mask_summarizers": "Masked peers: nobody sees who wrote them",
            "shuffle_peers": "Shuffled peers",
            "anonymous_owners": "Adjudication without names",
        }
        help_texts = {
            "guidelines": "What annotators should keep to. Markdown: # headings, - lists, **strong**, [links](https://...).",
            "rounding": "The modified score takes X, the mean number of SCUs of a model summary, as a whole number.",
            "suggestions": "Passages and SCUs that are worded like what is selected; found by words alone.",
            "blind": "Until a manager reveals a topic, its work is for those who do it, for managers, and for the "
            "reviewers and adjudicators of the topic. Scores wait for the finished annotation, unless you change that.",
            "mask_summarizers": "Until a manager reveals a topic, its peers have names by chance, such as P37, that "
            "differ from topic to topic; managers see both.",
            "shuffle_peers": "Each annotator has the peers of a topic in an order of their own, which stays.",
            "anonymous_owners": "Who adjudicates is not told whose work it is.",
        }


class InvitationForm(PageForm):
    """A new invitation link."""

    role = forms.ChoiceField(choices=Membership.Role.choices, initial=Membership.Role.ANNOTATOR)
    most_uses = forms.IntegerField(
        min_value=1, max_value=MOST_USES, initial=1, label="For how many people", help_text="Each joins once."
    )
    days = forms.IntegerField(min_value=1, max_value=MOST_DAYS, initial=14, label="For how many days")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"prefix": "invite", **kwargs})


class SignUpForm(UserCreationForm):
    """A new account for somebody who has an invitation."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.fields["username"].label = "User name"
        self.fields["username"].help_text = "Letters, digits and @ . + - _; your colleagues see it."
        self.fields["password2"].label = "The password again"
