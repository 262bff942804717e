"""What a view of the API answers, for its description (OpenAPI)."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiParameter, extend_schema

from annotator.web.json_schema import ref

Handler = TypeVar("Handler", bound=Callable[..., Any])


def told_as(
    name: str, status: int = 200, *, body: str = "", query: Mapping[str, str] | None = None
) -> Callable[[Handler], Handler]:
    """Declare that a handler answers with a component of ``shapes``, takes another, and what can be asked for."""
    asked = [OpenApiParameter(name, str, description=said) for name, said in (query or {}).items()]
    request = {"application/json": ref(body)} if body else None
    return extend_schema(request=request, responses={status: ref(name)}, parameters=asked)
