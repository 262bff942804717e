"""The form of a project's settings."""

from typing import Any

from django import forms

from annotator.models import Project
from annotator.services.project_settings import CHANGEABLE


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
