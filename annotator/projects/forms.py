"""Forms of projects, their members, topics and texts."""

from pathlib import PurePosixPath
from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from annotator.projects.models import Membership, Project, Summary
from annotator.projects.services import CHANGEABLE_FIELDS
from annotator.web.forms import MultipleFileField, PageForm
from annotator.web.url_names import check_fits_url


class ProjectForm(PageForm):
    name = forms.CharField(max_length=200, help_text="Shown in the list of projects.")
    guidelines = forms.CharField(
        required=False,
        widget=forms.Textarea,
        help_text="Rules for annotators, in Markdown. You can write them later.",
    )


class DeleteForm(PageForm):
    """Confirms the deletion of a project: the user types its name."""

    name = forms.CharField(
        max_length=200, label="Type the project’s name", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.project = project

    def clean_name(self) -> str:
        """The project's name. Refuses any other name; spacing does not matter."""
        if self.cleaned_data["name"].split() != self.project.name.split():
            raise ValidationError("This is not the name of the project.")
        return self.project.name


class AccountForm(PageForm):
    """Asks for a user name and a role in the project. It does not reveal whether there is such an account."""

    username = forms.CharField(
        max_length=150, label="User name", help_text="The name with which the person signs in on this site."
    )
    role = forms.ChoiceField(choices=Membership.Role.choices, initial=Membership.Role.ANNOTATOR)


class RoleForm(PageForm):
    role = forms.ChoiceField(choices=Membership.Role.choices)


class TopicForm(PageForm):
    key = forms.CharField(
        max_length=100,
        validators=[check_fits_url],
        help_text="Short, such as D0601. It is used in URLs and file names and cannot be changed later.",
    )
    title = forms.CharField(max_length=300, required=False)
    statement = forms.CharField(
        required=False, widget=forms.Textarea, help_text="The question that the summaries answer, if any."
    )


class SummaryKindForm(PageForm):
    """Asks whether the summaries are models or peers."""

    kind = forms.ChoiceField(
        choices=Summary.Kind.choices, help_text="Models build the pyramid; peers are scored against it."
    )


class PastedSummaryForm(SummaryKindForm):
    """Adds one summary, pasted as text."""

    summarizer = forms.CharField(
        max_length=100,
        validators=[check_fits_url],
        help_text="Who or what wrote it; use the same name in every topic.",
    )
    title = forms.CharField(max_length=300, required=False)
    text = forms.CharField(strip=False, widget=forms.Textarea(attrs={"rows": 14}))


class SummaryFilesForm(SummaryKindForm):
    """Adds several summaries, each from a plain-text file."""

    uploads = MultipleFileField(label="Plain-text files", help_text="UTF-8. The file’s name becomes the summarizer.")

    def clean_uploads(self) -> list[UploadedFile]:
        """The files. Refuses a file whose name cannot be a summarizer's name."""
        for upload in self.cleaned_data["uploads"]:
            check_fits_url(PurePosixPath(upload.name or "").stem)
        return self.cleaned_data["uploads"]


class SettingsForm(forms.ModelForm):
    """Changes the name, guidelines and rules of a project."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    class Meta:
        model = Project
        fields = CHANGEABLE_FIELDS
        labels = {
            "overlap_models": "SCUs that share words of a model summary",
            "overlap_peers": "Units that share words of a peer",
            "non_matching": "Words of a peer that match no SCU",
            "live_scores": "Scores of an annotation",
            "rounding": "Rounding of the mean number of SCUs (X) for the modified score",
            "suggestions": "Similar text",
            "blind": "Blind: annotators do not see each other’s work",
            "mask_summarizers": "Masked peers: annotators do not see who wrote them",
            "shuffle_peers": "Shuffled peers",
            "anonymous_owners": "Adjudication without names",
        }
        help_texts = {
            "guidelines": "Rules for annotators. Markdown: # headings, - lists, **strong**, [links](https://...).",
            "rounding": "The modified score rounds X, the mean number of SCUs in a model summary, to a whole number.",
            "suggestions": "Passages and SCUs with wording similar to the selection. Their meaning is not compared.",
            "blind": "Until a manager reveals a topic, work on it is visible only to its owner and editors, to "
            "managers, and to the topic’s reviewers and adjudicators. Scores are then shown once an annotation is "
            "finished, unless you also change that setting.",
            "mask_summarizers": "Until a manager reveals a topic, its peers have random names, such as P37, which "
            "differ from topic to topic. Managers see both names.",
            "shuffle_peers": "Each annotator sees the peers of a topic in their own random order, which never changes.",
            "anonymous_owners": "Until their consensus is finished or a manager reveals the topic, adjudicators see "
            "others’ finished work only where it is compared, as that of “Annotator 1”, “Annotator 2”, and so on. "
            "Managers see all names.",
        }


class InvitationForm(PageForm):
    """Makes an invitation link. The prefix distinguishes its fields from those of AccountForm on the same page."""

    prefix = "invite"
    role = forms.ChoiceField(choices=Membership.Role.choices, initial=Membership.Role.ANNOTATOR)
    max_uses = forms.IntegerField(
        min_value=1, max_value=500, initial=1, label="For how many people", help_text="Each can join once."
    )
    days = forms.IntegerField(min_value=1, max_value=90, initial=14, label="For how many days")


class SignUpForm(BaseUserCreationForm):
    """Creates an account for a person with an invitation link.

    The form does not check whether the user name is taken. The service checks this once everything else is right:
    otherwise anybody could learn from a form with a wrong password which accounts exist.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.fields["username"].label = "User name"
        self.fields["username"].help_text = "Letters, digits and @ . + - _. Your colleagues see it."
        self.fields["password2"].label = "Password again"

    def validate_unique(self) -> None:
        """Check nothing here, as the class explains."""
