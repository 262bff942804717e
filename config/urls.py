"""All addresses: health, accounts, admin, and what the two apps bring."""

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path
from django.views.generic import RedirectView

from config.favicon import favicon
from config.health import healthz, readyz
from config.metrics_page import figures
from config.policy_reports import csp_report

handler400 = "config.error_pages.bad_request"
handler404 = "config.error_pages.not_found"
handler500 = "config.error_pages.server_error"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", figures, name="metrics"),
    path("csp-report/", csp_report, name="csp-report"),
    path("favicon.ico", favicon, name="favicon"),
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
