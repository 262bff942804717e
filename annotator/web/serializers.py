"""The parser of JSON request bodies, and base classes of serializers."""

import json
from collections.abc import Mapping
from itertools import islice
from typing import IO, Any

from rest_framework import serializers
from rest_framework.parsers import BaseParser

from annotator.texts.errors import FieldError, Malformed
from annotator.texts.json_values import has_more_values

PlainSerializer = serializers.Serializer[Any]

MAX_VALUES = 100_000
"""The number of values allowed in a JSON body. An empty list takes three bytes of the body, but some 70 in memory."""
MAX_ERRORS = 100
"""The number of errors that a response lists; further errors are left out."""


class JsonBody(BaseParser):
    """Parses JSON in UTF-8, the only format that the API accepts.

    The values are counted first, because Python's parser would build them all. Raises Malformed if there are too many,
    or if the body cannot be parsed. The number of bytes is limited by the route's cost (annotator/web/costs.py).
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002  # as in BaseParser
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> Any:
        body = stream.read()
        if has_more_values(body, MAX_VALUES):
            raise Malformed([FieldError("", f"The body has more than {MAX_VALUES:,} values; send it in parts.")])
        try:
            return json.loads(body.decode())
        except (ValueError, RecursionError) as error:
            raise Malformed([FieldError("", "The body cannot be read as JSON.")]) from error


class Body(serializers.Serializer[Any]):
    """The body of a request, with the declared fields and no others."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the validated fields. Raises ValidationError, also for the first `MAX_ERRORS` unknown fields."""
        if isinstance(data, dict):
            unknown = islice((name for name in data if name not in self.fields), MAX_ERRORS)
            if errors := {name: ["There is no such field."] for name in unknown}:
                raise serializers.ValidationError(errors)
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
