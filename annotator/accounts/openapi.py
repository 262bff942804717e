"""How the API's description (OpenAPI) names the two ways to say who asks; drf-spectacular finds these when imported."""

from typing import Any

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension

from annotator.accounts.authentication import SCHEME
from annotator.accounts.tokens import MARK


class PersonalTokenScheme(OpenApiAuthenticationExtension):
    """Personal tokens."""

    target_class = "annotator.accounts.authentication.PersonalToken"
    name = "personalToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": SCHEME.lower(),
            "bearerFormat": f"{MARK}...",
            "description": "A personal token, made on the account page. One for reading gets 403 for other methods.",
        }


class PageSessionScheme(SessionScheme):
    """The session of the pages."""

    target_class = "annotator.accounts.authentication.PageSession"
    name = "pageSession"
