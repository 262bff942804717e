"""Forms of the pages on which managers create and change instruments."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import slugify

from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument
from annotator.judgments.presets.base import Preset
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.serializers import MAX_TEXT
from annotator.judgments.services.instruments import FIXED_FIELDS
from annotator.judgments.services.item_lists import MAX_ITEMS
from annotator.web.forms import PageForm

OWN_QUESTIONS = "own"
KEY_LENGTH = 60


class NamedForm(PageForm):
    """The name and key of a new instrument. An empty key is replaced by one made from the name."""

    name = forms.CharField(max_length=200, required=False)
    key = forms.SlugField(
        max_length=KEY_LENGTH,
        required=False,
        help_text="Short, such as quality-2026. It is used in URLs and files and cannot be changed later. "
        "If this is empty, the key is made from the name.",
    )

    def clean(self) -> dict[str, Any]:
        """Fill in the key. Refuses a name from which no key can be made."""
        cleaned = super().clean() or {}
        if not cleaned.get("key") and "key" not in self.errors and "name" in cleaned:
            cleaned["key"] = slugify(cleaned["name"] or self.default_name(cleaned))[:KEY_LENGTH].strip("-")
            if not cleaned["key"]:
                self.add_error("key", "Give a key: none can be made from this name.")
        return cleaned

    def default_name(self, cleaned: dict[str, Any]) -> str:  # noqa: ARG002  # subclasses use it
        """The name from which the key is made if the name is left empty."""
        return ""


class NewInstrumentForm(NamedForm):
    """A new instrument, made from a preset or with questions of the project's own."""

    start = forms.ChoiceField(
        choices=[*((preset.key, preset.name) for preset in PRESETS.values()), (OWN_QUESTIONS, "Questions of your own")],
        error_messages={"required": "Choose what to begin with."},
    )

    field_order = ("start", "name", "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = "If this is empty, the name of the preset is used."

    def default_name(self, cleaned: dict[str, Any]) -> str:
        preset = PRESETS.get(cleaned.get("start", ""))
        return preset.name if preset else ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("start") == OWN_QUESTIONS and not cleaned.get("name"):
            self.add_error("name", "Give the instrument a name.")
        return cleaned

    def arguments(self) -> dict[str, Any]:
        """The arguments of `create_instrument`."""
        data = self.cleaned_data
        preset: Preset | None = PRESETS.get(data["start"])
        return {"key": data["key"], "name": data["name"], "kind": "rating", "preset": preset}


class CopyForm(NamedForm):
    """The name and key of a copy."""

    def clean_name(self) -> str:
        if not self.cleaned_data["name"]:
            raise ValidationError("Give the copy a name.")
        name: str = self.cleaned_data["name"]
        return name


FIELDS_ABOUT_SUMMARIES = ("subjects", "shows_models", "shows_documents")


class InstrumentForm(forms.ModelForm):
    """Changes the settings that the kind of an instrument has, without `FIXED_FIELDS` once there are sheets."""

    def __init__(self, *args: Any, has_sheets: bool, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        kind = instrument_kind(self.instance.kind)
        removed = set(FIXED_FIELDS) if has_sheets else set()
        if not kind.per_summary:
            removed |= {*FIELDS_ABOUT_SUMMARIES}
        if kind.against_models:
            removed.add("shows_models")
        else:
            removed.add("against")
        if not kind.has_own_questions:
            removed |= {"walk", "every_value"}
        if not kind.has_size:
            removed |= {"size", "size_unit"}
        for name in removed & self.fields.keys():
            del self.fields[name]

    def changes(self) -> dict[str, Any]:
        """The values of the form's fields, for `change_instrument`."""
        return dict(self.cleaned_data)

    def _post_clean(self) -> None:
        """Leave the instance unchanged: the page's heading still shows its old values, and the service validates."""

    class Meta:
        model = Instrument
        fields = (
            "name",
            "guidelines",
            "subjects",
            "against",
            "size",
            "size_unit",
            "every_value",
            "walk",
            "shows_statement",
            "shows_models",
            "shows_documents",
            "blind",
            "by_assignment",
        )
        labels = {
            "subjects": "Judged texts",
            "against": "Compared with the units of",
            "size": "Size of an extract",
            "size_unit": "Unit of the size",
            "walk": "Order of the questions",
            "every_value": "Each value must be used on each topic",
            "shows_statement": "Judges see the topic’s statement",
            "shows_models": "Judges see the model summaries",
            "shows_documents": "Judges see the topic’s documents",
            "blind": "Blind: judges do not see each other’s sheets",
            "by_assignment": "Only assigned topics can be judged",
        }
        help_texts = {
            "guidelines": "What judges read before they begin. Markdown: # headings, - lists, **strong**.",
            "every_value": "This applies to topics with at least as many summaries as values.",
            "blind": "They see them once the instrument is closed or the topic is revealed. "
            "In a blind project, every instrument is blind.",
            "by_assignment": "Otherwise every annotator can begin any topic.",
        }
        widgets = {"size": forms.NumberInput(attrs={"min": 1, "max": MAX_ITEMS})}

    def clean_guidelines(self) -> str:
        guidelines: str = self.cleaned_data["guidelines"]
        if len(guidelines) > MAX_TEXT:
            raise ValidationError(f"The guidelines are longer than {MAX_TEXT:,} characters.")
        return guidelines

    def clean_size(self) -> int | None:
        size: int | None = self.cleaned_data["size"]
        if size is not None and not 1 <= size <= MAX_ITEMS:
            raise ValidationError(f"The size is a number from 1 to {MAX_ITEMS}.")
        return size
