"""``/api/schema/``: the description of the API (OpenAPI 3.1), for people who are signed in."""

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class Description(APIView):
    """This description.

    JSON, or YAML for ``Accept: application/vnd.oai.openapi``.
    """

    renderer_classes = (OpenApiJsonRenderer2, OpenApiJsonRenderer, OpenApiYamlRenderer)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return Response(description())


@cache
def description() -> dict[str, Any]:
    """The whole of it, made once a process: it is the same for everybody."""
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made
