"""Serializers of instruments and sheets. Their help texts are the API's documentation."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from annotator.judgments.kinds.base import MAX_QUESTIONS, QuestionSpec
from annotator.judgments.models import Instrument, ItemList
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.item_lists import MAX_ITEMS
from annotator.projects.columns import MAX_SAFE_INTEGER
from annotator.web.serializers import Body, BoundedList, PlainSerializer
from annotator.work.models import Work
from annotator.work.serializers import Workspace
from annotator.work.states.permissions import is_finished
from annotator.work.visibility import WorkState

MAX_TEXT = 20_000
"""The greatest length of guidelines, questions and statements, in characters."""


class ValueTexts(serializers.DictField):
    """Maps values of a scale to texts. The values are keys of a JSON object, and so strings."""

    child = serializers.CharField(max_length=500)

    def to_internal_value(self, data: Any) -> dict[int, str]:
        texts = super().to_internal_value(data)
        if len(texts) > 101 or not all(value.isascii() and value.isdigit() and len(value) < 4 for value in texts):
            raise serializers.ValidationError("The keys must be values of the scale.")
        return {int(value): text for value, text in texts.items()}


class QuestionData(PlainSerializer):
    """A question with its scale."""

    key = serializers.CharField()
    name = serializers.CharField()
    text = serializers.CharField()
    per = serializers.ChoiceField(["item", "sheet"], help_text="Asked of each item, or once a sheet.")
    minimum = serializers.IntegerField()
    maximum = serializers.IntegerField()
    step = serializers.IntegerField()
    labels = serializers.DictField(child=serializers.CharField(), help_text="Maps values to their names.")
    anchors = serializers.DictField(child=serializers.CharField(), help_text="Maps values to what they mean.")
    optional = serializers.BooleanField(help_text="Whether judges may skip it.")


class InstrumentData(PlainSerializer):
    """What judges are asked."""

    id = serializers.IntegerField()
    key = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(Instrument.Kind.choices)
    state = serializers.ChoiceField(Instrument.State.choices)
    guidelines = serializers.CharField()
    walk = serializers.ChoiceField(Instrument.Walk.choices)
    every_value = serializers.BooleanField()
    size = serializers.IntegerField(allow_null=True)
    size_unit = serializers.ChoiceField(Instrument.SizeUnit.choices)
    shows_statement = serializers.BooleanField()
    shows_models = serializers.BooleanField()
    shows_documents = serializers.BooleanField()
    questions = QuestionData(many=True)


class Place(PlainSerializer):
    """A sheet is ``number`` 1, 2, ... ``of`` all sheets of its judge on the topic, in the judge's own order."""

    number = serializers.IntegerField()
    of = serializers.IntegerField()


class JudgedText(PlainSerializer):
    """The judged summary without its summarizer. ``sentences``: start and end of each sentence, in one flat list."""

    text = serializers.CharField()
    sentences = serializers.ListField(child=serializers.IntegerField())
    dir = serializers.CharField()


class ItemData(PlainSerializer):
    """An item of a list. Judgments name it by its position."""

    position = serializers.IntegerField()
    text = serializers.CharField()
    start = serializers.IntegerField(allow_null=True)
    end = serializers.IntegerField(allow_null=True)
    heading = serializers.CharField()
    judged = serializers.BooleanField(help_text="False for items that are only shown.")
    document_key = serializers.CharField(allow_null=True)


class JudgmentData(PlainSerializer):
    """One judgment. Its id is made of the question's key and the item's position."""

    id = serializers.CharField()
    question = serializers.CharField()
    item = serializers.IntegerField(allow_null=True)
    value = serializers.IntegerField(allow_null=True)
    skipped = serializers.BooleanField()
    comment = serializers.CharField()
    marks = serializers.ListField(child=serializers.IntegerField())


class SheetDetail(Workspace):
    """A sheet with everything that its judge needs."""

    instrument = InstrumentData()
    place = Place()
    summary = JudgedText(allow_null=True)
    list = serializers.CharField(allow_null=True, help_text="The code of the item list.")
    items = ItemData(many=True)
    sentences = ItemData(many=True)
    judgments = JudgmentData(many=True)


class NewQuestion(Body):
    """A question of a rating instrument."""

    key = serializers.SlugField(max_length=40)
    name = serializers.CharField(max_length=200)
    text = serializers.CharField(max_length=MAX_TEXT, required=False, allow_blank=True)
    minimum = serializers.IntegerField(min_value=0, max_value=99)
    maximum = serializers.IntegerField(min_value=1, max_value=100)
    step = serializers.IntegerField(min_value=1, max_value=100, required=False)
    labels = ValueTexts(required=False, help_text="Maps values to their names.")
    anchors = ValueTexts(required=False, help_text="Maps values to what they mean.")
    optional = serializers.BooleanField(required=False, help_text="Whether judges may skip it.")

    def validate(self, attrs: dict[str, Any]) -> QuestionSpec:
        return QuestionSpec(per="sheet", **attrs)


class InstrumentChanges(Body):
    """Changes of an instrument. Questions, size, ``against`` and ``every_value`` are fixed once judges begin."""

    name = serializers.CharField(max_length=200, required=False)
    state = serializers.ChoiceField(Instrument.State.choices, required=False)
    guidelines = serializers.CharField(max_length=MAX_TEXT, required=False, allow_blank=True, help_text="In Markdown.")
    shows_statement = serializers.BooleanField(required=False)
    shows_models = serializers.BooleanField(required=False)
    shows_documents = serializers.BooleanField(required=False)
    subjects = serializers.ChoiceField(Instrument.Subjects.choices, required=False)
    walk = serializers.ChoiceField(Instrument.Walk.choices, required=False)
    blind = serializers.BooleanField(required=False, help_text="Judges do not see each other’s sheets.")
    by_assignment = serializers.BooleanField(required=False, help_text="Only assigned topics may be judged.")
    every_value = serializers.BooleanField(required=False, help_text="Each value must be used on each topic.")
    against = serializers.ChoiceField(
        Instrument.Against.choices, required=False, help_text="The model summaries whose units judges look for."
    )
    size = serializers.IntegerField(
        min_value=1, max_value=MAX_ITEMS, required=False, allow_null=True, help_text="Of an extract."
    )
    size_unit = serializers.ChoiceField(Instrument.SizeUnit.choices, required=False)
    questions = BoundedList(child=NewQuestion(), min_length=1, max_length=MAX_QUESTIONS, required=False)


class NewInstrument(InstrumentChanges):
    """A new instrument, from a preset or of a kind."""

    key = serializers.SlugField(max_length=60, help_text="Used in URLs; it cannot be changed later.")
    preset = serializers.ChoiceField(list(PRESETS), required=False)
    kind = serializers.ChoiceField(Instrument.Kind.choices, required=False)
    state = None  # type: ignore[assignment]  # a new instrument is a draft

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("preset" in attrs) == ("kind" in attrs):
            raise serializers.ValidationError({"preset": "Give either a preset or a kind."})
        return attrs


class InstrumentRow(InstrumentData):
    """An instrument as lists show it."""

    subjects = serializers.ChoiceField(Instrument.Subjects.choices)
    against = serializers.ChoiceField(Instrument.Against.choices)
    blind = serializers.BooleanField()
    by_assignment = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    url = serializers.SerializerMethodField()
    sheets = serializers.SerializerMethodField(help_text="The URL of its sheets.")

    def get_url(self, instrument: Instrument) -> str:
        return reverse("api-instrument", args=[instrument.pk])

    def get_sheets(self, instrument: Instrument) -> str:
        return reverse("api-instrument-sheets", args=[instrument.pk])


class SheetRow(PlainSerializer):
    """A sheet in a list. The summary is not named: judges must not know its summarizer."""

    id = serializers.IntegerField(source="pk")
    topic = serializers.CharField(source="topic.key")
    judge = serializers.CharField(source="owner.name")
    mine = serializers.SerializerMethodField(help_text="Whether you are its judge.")
    state = serializers.ChoiceField(WorkState.choices)
    finished = serializers.SerializerMethodField()
    revision = serializers.IntegerField(help_text="The number of edits in its log.")
    list = serializers.SerializerMethodField(help_text="The code of the item list; null for ratings.")
    url = serializers.SerializerMethodField()

    def get_mine(self, sheet: Work) -> bool:
        return sheet.owner.user_id == self.context["request"].user.pk

    def get_finished(self, sheet: Work) -> bool:
        return is_finished(sheet.state)

    def get_list(self, sheet: Work) -> str | None:
        return sheet.sheet.items.code if sheet.sheet.items else None

    def get_url(self, sheet: Work) -> str:
        return sheet.api_url()


class NewSession(Body):
    """The topic of a new session."""

    topic = serializers.CharField(max_length=100, help_text="The key of the topic.")


class Session(PlainSerializer):
    """Your sheets of an instrument on a topic, in your own order."""

    sheets = SheetRow(many=True)


class ItemListRow(PlainSerializer):
    """A list of items. ``code``: its number, after the letter of its model summary if it has one."""

    id = serializers.IntegerField(source="pk")
    code = serializers.CharField()
    source = serializers.ChoiceField(ItemList.Source.choices)  # type: ignore[assignment]  # replaces DRF's attribute
    number = serializers.IntegerField()
    name = serializers.CharField()
    created_at = serializers.DateTimeField()
    item_count = serializers.IntegerField()


class NewItemList(Body):
    """Items for a new list, which gets the next number among the topic's lists of this source (and model).

    ``model_units`` need ``model``, and take its sentences unless ``spans`` are given. ``statements`` come from a
    ``release`` or from ``texts``. ``document_sentences`` need nothing else.
    """

    source = serializers.ChoiceField(  # type: ignore[assignment]  # replaces DRF's attribute
        ["model_units", "document_sentences", "statements"]
    )
    name = serializers.CharField(max_length=200, required=False, allow_blank=True)
    model = serializers.CharField(max_length=100, required=False, help_text="Who wrote the model summary.")
    spans = BoundedList(
        child=BoundedList(child=serializers.IntegerField(min_value=0), min_length=2, max_length=2),
        required=False,
        max_length=MAX_ITEMS,
        help_text="The start and end of each unit, in code points.",
    )
    texts = BoundedList(child=serializers.CharField(max_length=MAX_TEXT), required=False, max_length=MAX_ITEMS)
    release = serializers.IntegerField(min_value=1, max_value=MAX_SAFE_INTEGER, required=False)
    sample = serializers.IntegerField(min_value=1, max_value=MAX_ITEMS, required=False, help_text="SCUs to draw.")
    seed = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)
    vital_from = serializers.IntegerField(
        min_value=1, max_value=1000, required=False, help_text="The least weight of a vital statement."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["source"] == "model_units" and "model" not in attrs:
            raise serializers.ValidationError({"model": "Name the model summary whose units these are."})
        if attrs["source"] == "statements" and ("release" in attrs) == ("texts" in attrs):
            raise serializers.ValidationError({"texts": "Give either a release or texts."})
        return attrs
