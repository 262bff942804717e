"""Addresses of the annotation API; annotator.urls mounts them under ``/api/``."""

from django.urls import path

from annotator.matching.api import (
    PeerAnnotations,
    PeerAnnotationState,
    PeerEdits,
    PeerHistory,
    PeerNotes,
    PeerSnapshot,
    SimilarInRelease,
)
from annotator.overview.api import Description, TopicResource, Topics
from annotator.projects.api import (
    Index,
    Members,
    ProjectResource,
    Projects,
    Summaries,
    SummaryResource,
)
from annotator.pyramids.api import (
    PyramidEdits,
    PyramidHistory,
    PyramidNotes,
    PyramidReleases,
    Pyramids,
    PyramidScus,
    PyramidSnapshot,
    PyramidState,
    ReleaseResource,
    Releases,
)
from annotator.pyramids.similar_api import SimilarInPyramid
from annotator.runs.api import RunResource
from annotator.work.notes.api import Thread

PROJECT = "projects/<slug:slug>/"
TOPIC = f"{PROJECT}topics/<str:key>/"

urlpatterns = [
    path("", Index.as_view(), name="api-index"),
    path("schema/", Description.as_view(), name="api-schema"),
    path("runs/<uuid:run>/", RunResource.as_view(), name="api-run"),
    path("projects/", Projects.as_view(), name="api-projects"),
    path(PROJECT, ProjectResource.as_view(), name="api-project"),
    path(f"{PROJECT}members/", Members.as_view(), name="api-members"),
    path(f"{PROJECT}topics/", Topics.as_view(), name="api-topics"),
    path(TOPIC, TopicResource.as_view(), name="api-topic"),
    path(f"{TOPIC}summaries/", Summaries.as_view(), name="api-summaries"),
    path(f"{TOPIC}models/<str:name>/", SummaryResource.as_view(kind="model"), name="api-model"),
    path(f"{TOPIC}peers/<str:name>/", SummaryResource.as_view(kind="peer"), name="api-peer"),
    path(f"{PROJECT}pyramids/", Pyramids.as_view(), name="api-pyramids"),
    path("pyramids/<int:pk>/state/", PyramidState.as_view(), name="api-pyramid-state"),
    path("pyramids/<int:pk>/releases/", PyramidReleases.as_view(), name="api-pyramid-releases"),
    path("pyramids/<int:pk>/scus/", PyramidScus.as_view(), name="api-pyramid-scus"),
    path(f"{PROJECT}releases/", Releases.as_view(), name="api-releases"),
    path("releases/<int:pk>/", ReleaseResource.as_view(), name="api-release"),
    path(f"{PROJECT}peer-annotations/", PeerAnnotations.as_view(), name="api-peer-annotations"),
    path("pyramids/<int:pk>/", PyramidSnapshot.as_view(), name="api-pyramid"),
    path("pyramids/<int:pk>/edits/", PyramidEdits.as_view(), name="api-pyramid-edits"),
    path("pyramids/<int:pk>/history/", PyramidHistory.as_view(), name="api-pyramid-history"),
    path("pyramids/<int:pk>/similar/", SimilarInPyramid.as_view(), name="api-pyramid-similar"),
    path("pyramids/<int:pk>/notes/", PyramidNotes.as_view(), name="api-pyramid-notes"),
    path("notes/<int:pk>/", Thread.as_view(), name="api-notes"),
    path("peer-annotations/<int:pk>/state/", PeerAnnotationState.as_view(), name="api-peer-annotation-state"),
    path("peer-annotations/<int:pk>/notes/", PeerNotes.as_view(), name="api-peer-annotation-notes"),
    path("peer-annotations/<int:pk>/", PeerSnapshot.as_view(), name="api-peer-annotation"),
    path("peer-annotations/<int:pk>/edits/", PeerEdits.as_view(), name="api-peer-annotation-edits"),
    path("peer-annotations/<int:pk>/history/", PeerHistory.as_view(), name="api-peer-annotation-history"),
    path("peer-annotations/<int:pk>/similar/", SimilarInRelease.as_view(), name="api-peer-annotation-similar"),
]
