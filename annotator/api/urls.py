"""Addresses of the annotation API; annotator.urls mounts them under ``/api/``."""

from django.urls import path

from annotator.api import openapi_authentication  # noqa: F401  # drf-spectacular finds it once it is imported
from annotator.api.edits import PeerEdits, PyramidEdits
from annotator.api.history import PeerHistory, PyramidHistory
from annotator.api.notes import Notes, PeerNotes, Thread
from annotator.api.similar import SimilarInPyramid, SimilarInRelease
from annotator.api.snapshots import PeerSnapshot, PyramidSnapshot

urlpatterns = [
    path("pyramids/<int:pk>/", PyramidSnapshot.as_view(), name="api-pyramid"),
    path("pyramids/<int:pk>/edits/", PyramidEdits.as_view(), name="api-pyramid-edits"),
    path("pyramids/<int:pk>/history/", PyramidHistory.as_view(), name="api-pyramid-history"),
    path("pyramids/<int:pk>/similar/", SimilarInPyramid.as_view(), name="api-pyramid-similar"),
    path("pyramids/<int:pk>/notes/", Notes.as_view(), name="api-pyramid-notes"),
    path("notes/<int:pk>/", Thread.as_view(), name="api-notes"),
    path("peer-annotations/<int:pk>/notes/", PeerNotes.as_view(), name="api-peer-annotation-notes"),
    path("peer-annotations/<int:pk>/", PeerSnapshot.as_view(), name="api-peer-annotation"),
    path("peer-annotations/<int:pk>/edits/", PeerEdits.as_view(), name="api-peer-annotation-edits"),
    path("peer-annotations/<int:pk>/history/", PeerHistory.as_view(), name="api-peer-annotation-history"),
    path("peer-annotations/<int:pk>/similar/", SimilarInRelease.as_view(), name="api-peer-annotation-similar"),
]
