"""The parser of JSON request bodies, and base classes of serializers."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework import serializers
from rest_framework.parsers import BaseParser

from annotator.texts.errors import FieldError, Malformed

PlainSerializer = serializers.Serializer[Any]


class JsonBody(BaseParser):
    """Parses JSON in UTF-8, the only format that the API accepts.

    It checks the size first: Django's own check does not apply, because DRF reads the stream itself. Raises
    RequestDataTooBig, or Malformed if the body cannot be parsed.
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002  # as in BaseParser
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        length = int(parser_context["request"].META.get("CONTENT_LENGTH") or 0) if parser_context else 0
        if settings.DATA_UPLOAD_MAX_MEMORY_SIZE is not None and length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig
        try:
            return json.loads(stream.read().decode())
        except (ValueError, RecursionError) as error:
            raise Malformed([FieldError("", "The body cannot be read as JSON.")]) from error


class Body(serializers.Serializer[Any]):
    """The body of a request, with the declared fields and no others."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the validated fields. Raises ValidationError, also for unknown fields."""
        if isinstance(data, dict) and (unknown := [name for name in data if name not in self.fields]):
            raise serializers.ValidationError({name: ["There is no such field."] for name in unknown})
        return super().to_internal_value(data)

    @classmethod
    def read(cls, data: Any) -> dict[str, Any]:
        """Return the validated fields of a body. Raises ValidationError."""
        body = cls(data=data)
        body.is_valid(raise_exception=True)
        fields: dict[str, Any] = body.validated_data
        return fields


class BoundedList(serializers.ListField):
    """A list whose length is checked before its items."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the validated items. Raises ValidationError; if the list is too long, without validating its items."""
        if isinstance(data, list) and self.max_length is not None and len(data) > self.max_length:
            raise serializers.ValidationError(
                f"This list has {len(data)} items; at most {self.max_length} are allowed."
            )
        return super().to_internal_value(data)
