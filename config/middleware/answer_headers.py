"""What every answer tells the browser, files, errors and redirects included: outside of all that may answer early."""

from collections.abc import Callable

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers

UNUSED = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media"),
    *("geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get"),
    *("screen-wake-lock", "serial", "usb", "xr-spatial-tracking"),
)
"""What pages of this site never ask a browser for, nor may whatever gets into them."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": settings.X_FRAME_OPTIONS,
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
    "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in UNUSED),
    "Reporting-Endpoints": f'csp="{settings.POLICY_REPORTS}"',
}
WRITE_MARKUP = {"tour", "api-docs"}
"""Pages whose libraries (htmx, Swagger UI) write markup themselves; so does Django's admin."""


class AnswerHeaders:
    """The headers that are the same for all; what a view has set itself stays."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer with them."""
        answer = self._get_response(request)
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        return answer


class BrowserPolicy(CSPMiddleware):
    """The content security policy, which asks for trusted types where all scripts are the site's own."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Without trusted types on pages of libraries that know none."""
        parts = super().get_policy_parts(request, response, report_only)
        match = request.resolver_match
        if match and (match.namespace == "admin" or match.url_name in WRITE_MARKUP):
            parts.replace = {**(parts.replace or {}), "require-trusted-types-for": None, "trusted-types": None}
        return parts


class PrivateAnswers:
    """``Cache-Control: private`` and ``Vary: Cookie``: no shared cache keeps what is somebody's. No statement.

    Pages for who is signed in are not stored at all: after a sign-out on a shared computer nobody goes back to them.
    What a view or the API says of its own answers stays, so long as it is private too; the few public ones say so.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, which only a browser may keep."""
        answer = self._get_response(request)
        said = [word.strip() for word in answer.headers.get("Cache-Control", "").split(",")]
        if "public" in said:
            return answer
        page = answer.headers.get("Content-Type", "").startswith("text/html")
        if said != [""]:
            patch_cache_control(answer, private=True)
        elif page and settings.SESSION_COOKIE_NAME in request.COOKIES:
            patch_cache_control(answer, private=True, no_store=True)
        else:
            patch_cache_control(answer, private=True, no_cache=True)
        patch_vary_headers(answer, ("Cookie",))
        return answer
