"""Reading the body of an edits request: JSON of a bounded size, or a sentence about what is wrong with it."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework.parsers import BaseParser

from annotator.texts.errors import FieldError, Malformed


class EditsJson(BaseParser):
    """JSON, and nothing else.

    The size is checked before anything is read: DRF reads the stream itself, past Django's own check. Raises
    RequestDataTooBig, and Malformed for what is no JSON in UTF-8 or is nested deeper than any edit.
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
