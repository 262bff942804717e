"""The form with the questions of a rating. It works without JavaScript: each button sends all rows back.

The names of a row's fields begin with its index: ``q2-text`` is the text of the third question.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import slugify

from annotator.judgments.kinds.base import MAX_QUESTIONS, QuestionSpec
from annotator.web.forms import PageForm

MAX_TEXT = 2_000
MAX_LABEL = 500
KEY_LENGTH = 40
_VALUE_LINE = re.compile(r"([0-9]{1,3})\s*[:=]\s*(\S.*)")


class ValueTextsField(forms.CharField):
    """Texts of values, one on each line, such as "5: Very good"."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 5})
        super().__init__(required=False, widget=widget, max_length=MAX_QUESTIONS * MAX_LABEL * 10, **kwargs)

    def clean(self, value: Any) -> dict[int, str]:
        """Returns the texts by value. Raises ValidationError for the first invalid line."""
        texts: dict[int, str] = {}
        for line in filter(None, (line.strip() for line in super().clean(value).splitlines())):
            match = _VALUE_LINE.fullmatch(line)
            if match is None:
                raise ValidationError(f"Write each line as a value, a colon and a text, not “{line[:60]}”.")
            number, text = int(match[1]), match[2]
            if number in texts:
                raise ValidationError(f"There are two lines for the value {number}.")
            if len(text) > MAX_LABEL:
                raise ValidationError(f"The text for {number} is longer than {MAX_LABEL} characters.")
            texts[number] = text
        return texts


def value_lines(texts: Mapping[int, str]) -> str:
    """The text of a `ValueTextsField` that has these texts by value, the largest value first."""
    return "\n".join(f"{value}: {text}" for value, text in sorted(texts.items(), reverse=True))


class QuestionForm(PageForm):
    """One question of a rating."""

    name = forms.CharField(max_length=200)
    text = forms.CharField(
        required=False, max_length=MAX_TEXT, label="What is asked", widget=forms.Textarea(attrs={"rows": 3})
    )
    minimum = forms.IntegerField(min_value=0, max_value=99, initial=1, label="Smallest value")
    maximum = forms.IntegerField(min_value=1, max_value=100, initial=5, label="Largest value")
    step = forms.IntegerField(min_value=1, max_value=100, initial=1)
    labels = ValueTextsField(help_text="One per line, such as “5: Very good”.")
    anchors = ValueTextsField(label="What the values mean", help_text="One per line, such as “5: No errors at all”.")
    optional = forms.BooleanField(required=False, label="May be skipped")
    key = forms.SlugField(
        max_length=KEY_LENGTH,
        required=False,
        help_text="The question’s name in exports. If this is empty, the key is made from the name.",
    )

    def clean(self) -> dict[str, Any]:
        """Check that the scale is possible and has the values of the labels and anchors."""
        cleaned = super().clean() or {}
        if not {"minimum", "maximum", "step"} <= cleaned.keys():
            return cleaned
        minimum, maximum, step = cleaned["minimum"], cleaned["maximum"], cleaned["step"]
        if minimum >= maximum:
            self.add_error("maximum", "The largest value must be greater than the smallest.")
        elif (maximum - minimum) % step:
            self.add_error("step", "Steps of this size do not lead from the smallest to the largest value.")
        else:
            for field in ("labels", "anchors"):
                unknown = [value for value in cleaned.get(field, ()) if value not in range(minimum, maximum + 1, step)]
                if unknown:
                    self.add_error(field, f"The scale has no value {unknown[0]}.")
        if not cleaned.get("key") and "key" not in self.errors:
            cleaned["key"] = slugify(cleaned.get("name", ""))[:KEY_LENGTH].strip("-")
            if not cleaned["key"]:
                self.add_error("key", "Give a key: none can be made from this name.")
        return cleaned

    def spec(self) -> QuestionSpec:
        """The question. Only for a valid form."""
        return QuestionSpec(per="sheet", **self.cleaned_data)


class QuestionsForm:
    """The rows of the page, at most `MAX_QUESTIONS`: from the instrument, or from a request (``data``)."""

    def __init__(self, *, questions: Iterable[QuestionSpec] = (), data: Mapping[str, str] | None = None) -> None:
        if data is None:
            self.rows = _unbound([_initial(question) for question in questions])
        else:
            count = next((index for index in range(MAX_QUESTIONS) if f"q{index}-name" not in data), MAX_QUESTIONS)
            self.rows = [QuestionForm(data, prefix=f"q{index}") for index in range(count)] or _unbound([])

    def __iter__(self) -> Iterator[QuestionForm]:
        return iter(self.rows)

    @property
    def has_room(self) -> bool:
        return len(self.rows) < MAX_QUESTIONS

    def rearrange(self, action: str, index: int = -1) -> None:
        """Add, remove or move a row, without checking the values. ``action``: "add", "remove", "up" or "down".

        An impossible action, such as moving the first row up, changes nothing.
        """
        rows = [{name: row[name].value() for name in row.fields} for row in self.rows]
        if action == "add" and self.has_room:
            rows.append({})
        elif action == "remove" and index in range(len(rows)):
            del rows[index]
        elif action in ("up", "down") and index in range(len(rows)):
            new_index = index + (-1 if action == "up" else 1)
            if new_index in range(len(rows)):
                rows[index], rows[new_index] = rows[new_index], rows[index]
        self.rows = _unbound(rows)

    def specs(self) -> list[QuestionSpec] | None:
        """The questions; None if any row has errors, which the rows then show."""
        are_valid = [row.is_valid() for row in self.rows]  # validates every row, not only up to the first invalid row
        return [row.spec() for row in self.rows] if all(are_valid) else None


def _unbound(rows: Sequence[Mapping[str, Any]]) -> list[QuestionForm]:
    """Unbound forms with these initial values; one empty form if there are none."""
    return [
        QuestionForm(initial={name: value for name, value in row.items() if value is not None}, prefix=f"q{index}")
        for index, row in enumerate(rows or [{}])
    ]


def _initial(question: QuestionSpec) -> dict[str, Any]:
    values = {name: getattr(question, name) for name in QuestionForm.base_fields}
    return {**values, "labels": value_lines(question.labels), "anchors": value_lines(question.anchors)}
