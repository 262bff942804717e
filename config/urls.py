"""All URLs: health checks, sign-in, the admin, and those of the two apps."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView
from django.views.static import serve

from config.health import healthz, readyz

handler400 = "config.error_pages.bad_request"
handler404 = "config.error_pages.not_found"
handler500 = "config.error_pages.server_error"

# Browsers ask for this path by themselves where a page names no icon, as the admin's pages do.
favicon = cache_control(public=True, max_age=86_400)(require_safe(serve))

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path(
        "favicon.ico",
        favicon,
        {"path": "pyramidion.svg", "document_root": settings.BASE_DIR / "static" / "img"},
        name="favicon",
    ),
    path("accounts/login/", LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path(
        "admin/password_change/",
        RedirectView.as_view(pattern_name="password-change", http_method_names=["get", "head", "options"]),
        name="admin-password-change",
    ),
    path("admin/", admin.site.urls),
    path("", include("annotator.urls")),
    path("", include("scoring.urls")),
]
