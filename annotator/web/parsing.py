"""Parsing the bodies of API requests."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework.parsers import BaseParser

from annotator.texts.errors import FieldError, Malformed


class JsonBody(BaseParser):
    """JSON in UTF-8, the only format that the API takes.

    Checks the size before it reads: DRF reads the stream itself, so that Django's own check does not apply. Raises
    RequestDataTooBig, or Malformed if the body cannot be parsed.
    """

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        length = int(parser_context["request"].META.get("CONTENT_LENGTH") or 0) if parser_context else 0
        if settings.DATA_UPLOAD_MAX_MEMORY_SIZE is not None and length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig
        try:
            return json.loads(stream.read().decode())
        except (ValueError, RecursionError) as error:
            raise Malformed([FieldError("", "The body cannot be read as JSON.")]) from error
