"""What the API takes. A field that nothing would read is refused by name."""

from typing import Any

from rest_framework import serializers

from annotator.models import Summary
from annotator.models.opaque_id import MOST
from annotator.services.states import LONGEST_NOTE, TURNS

MOST_TEXTS = 200


class Body(serializers.Serializer[Any]):
    """An object with the fields that are declared and no others."""

    def to_internal_value(self, data: Any) -> Any:
        """The checked fields. Raises ValidationError, for unknown ones too."""
        if isinstance(data, dict) and (unknown := [name for name in data if name not in self.fields]):
            raise serializers.ValidationError({name: ["There is no such field."] for name in unknown})
        return super().to_internal_value(data)

    @classmethod
    def read(cls, data: Any) -> dict[str, Any]:
        """The fields of a body. Raises ValidationError."""
        body = cls(data=data)
        body.is_valid(raise_exception=True)
        taken: dict[str, Any] = body.validated_data
        return taken


class NewProject(Body):
    """A project; you are its manager."""

    name = serializers.CharField(max_length=200)
    slug = serializers.SlugField(
        max_length=60, required=False, help_text="For addresses; made of the name if left out."
    )
    guidelines = serializers.CharField(required=False, allow_blank=True, help_text="In Markdown.")


class NewTopic(Body):
    """A topic without texts."""

    key = serializers.CharField(max_length=100, help_text="Short, such as D0601: it is part of addresses, and stays.")
    title = serializers.CharField(max_length=300, required=False, allow_blank=True)
    statement = serializers.CharField(required=False, allow_blank=True, help_text="The question to be answered.")


class NewSummaryBody(Body):
    """A text on its way in."""

    kind = serializers.ChoiceField(Summary.Kind.choices)
    summarizer = serializers.CharField(max_length=100, help_text="Who or what wrote it; the same name in every topic.")
    title = serializers.CharField(max_length=300, required=False, allow_blank=True)
    text = serializers.CharField(trim_whitespace=False, help_text="Stored as it is; line ends become LF.")


class FewItems(serializers.ListField):
    """A list that is counted before any of its items is looked at."""

    def to_internal_value(self, data: Any) -> Any:
        """The checked items. Raises ValidationError, for too many without looking at them."""
        if isinstance(data, list) and self.max_length is not None and len(data) > self.max_length:
            raise serializers.ValidationError(f"These are {len(data)}; at most {self.max_length} are taken at once.")
        return super().to_internal_value(data)


class NewSummaries(Body):
    """Texts for a topic: all of them are taken, or none."""

    summaries = FewItems(child=NewSummaryBody(), min_length=1, max_length=MOST_TEXTS)


class NewPyramid(Body):
    """Which topic a pyramid is begun of."""

    topic = serializers.CharField(help_text="The key of a topic with model summaries.")


class NewPeerAnnotation(Body):
    """Which peer is matched, and against what."""

    topic = serializers.CharField(help_text="The key of the topic.")
    peer = serializers.CharField(help_text="The name of the peer, or its mask.")
    release = serializers.IntegerField(
        min_value=1,
        max_value=MOST,
        required=False,
        help_text="Its id. If left out: the one assigned to you, else the latest of the consensus or the only pyramid.",
    )


class Turn(Body):
    """A change of the state: ``submit`` finishes."""

    verb = serializers.ChoiceField([(verb, verb) for verb in TURNS])
    note = serializers.CharField(max_length=LONGEST_NOTE, required=False, allow_blank=True)
