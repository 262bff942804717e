"""Security and caching headers, for every response: pages, files, redirects and errors."""

from collections.abc import Callable

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers

UNUSED_FEATURES = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media"),
    *("geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get"),
    *("screen-wake-lock", "serial", "usb", "xr-spatial-tracking"),
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": settings.X_FRAME_OPTIONS,
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
    "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in UNUSED_FEATURES),
}
PAGES_THAT_WRITE_MARKUP = {"tour", "api-docs"}
"""URL names of pages whose libraries (htmx, Swagger UI) insert HTML themselves, as Django's admin does."""


class ResponseHeaders:
    """Adds `HEADERS`, and keeps private responses out of shared caches.

    Browsers do not store a signed-in user's pages at all, so that nobody can go back to them after a sign-out on a
    shared computer. A Cache-Control header that a view has set stays, but becomes private unless it is public.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        cache_control = response.headers.get("Cache-Control", "")
        if "public" in cache_control:
            return response
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if cache_control:
            patch_cache_control(response, private=True)
        elif is_page and settings.SESSION_COOKIE_NAME in request.COOKIES:
            patch_cache_control(response, private=True, no_store=True)
        else:
            patch_cache_control(response, private=True, no_cache=True)
        is_api = request.path.startswith("/api/")
        patch_vary_headers(response, ("Accept", "Cookie", "Authorization") if is_api else ("Cookie",))
        return response


class ContentSecurityPolicy(CSPMiddleware):
    """Sends the content security policy, with trusted types on all pages whose libraries support them."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Removes the directives for trusted types on pages whose libraries do not support them."""
        parts = super().get_policy_parts(request, response, report_only)
        match = request.resolver_match
        if match and (match.namespace == "admin" or match.url_name in PAGES_THAT_WRITE_MARKUP):
            parts.replace = {**(parts.replace or {}), "require-trusted-types-for": None, "trusted-types": None}
        return parts
