"""All real addresses, and the bare update to measure them against. Only the bench serves these."""

from django.urls import include, path

from bench.bare_update import BareUpdate

urlpatterns = [
    path("bench/pyramids/<int:pk>/", BareUpdate.as_view()),
    path("", include("config.urls")),
]
