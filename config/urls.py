"""All URLs: health checks, sign-in, the admin, and the URLs of the apps annotator and scoring."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from annotator.web.costs import Cost, declare_cost, short
from config.health import healthz, readyz

handler400 = "config.error_pages.bad_request"
handler404 = "config.error_pages.not_found"
handler500 = "config.error_pages.server_error"


@require_safe
@cache_control(public=True, max_age=86_400)
def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  # Django's signature
    """Returns the icon. Browsers request this path for pages that name no icon, such as those of the admin."""
    icon = settings.BASE_DIR / "static" / "img" / "pyramidion.svg"
    return HttpResponse(icon.read_bytes(), content_type="image/svg+xml")


# Each route declares a cost, the size of the largest request body that it accepts: `short` is Django's `path` with
# Cost.SHORT, and `declare_cost` serves for routes that Django makes.
ADMIN = admin.site.urls
declare_cost(Cost.SHORT, ADMIN[0])

urlpatterns = [
    short("healthz", healthz, name="healthz"),
    short("readyz", readyz, name="readyz"),
    short("favicon.ico", favicon, name="favicon"),
    short("accounts/login/", LoginView.as_view(redirect_authenticated_user=True), name="login"),
    short("accounts/logout/", LogoutView.as_view(), name="logout"),
    short(
        "admin/password_change/",
        RedirectView.as_view(pattern_name="password-change", http_method_names=["get", "head", "options"]),
        name="admin-password-change",
    ),
    path("admin/", ADMIN),
    path("", include("annotator.urls")),
    path("", include("scoring.urls")),
]
