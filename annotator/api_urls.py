"""URLs of the annotation API, below ``/api/``."""

from django.urls import path

from annotator.matching import api as matching
from annotator.overview import api as overview
from annotator.projects import api as projects
from annotator.pyramids import api as pyramids
from annotator.pyramids import similar_api
from annotator.runs import api as runs
from annotator.work.notes import api as notes

PROJECT = "projects/<slug:slug>/"
TOPIC = f"{PROJECT}topics/<str:key>/"

urlpatterns = [
    path("", projects.Index.as_view(), name="api-index"),
    path("schema/", overview.Description.as_view(), name="api-schema"),
    path("runs/<uuid:run>/", runs.RunResource.as_view(), name="api-run"),
    path("projects/", projects.Projects.as_view(), name="api-projects"),
    path(PROJECT, projects.ProjectResource.as_view(), name="api-project"),
    path(f"{PROJECT}members/", projects.Members.as_view(), name="api-members"),
    path(f"{PROJECT}topics/", overview.Topics.as_view(), name="api-topics"),
    path(TOPIC, overview.TopicResource.as_view(), name="api-topic"),
    path(f"{TOPIC}summaries/", projects.Summaries.as_view(), name="api-summaries"),
    path(f"{TOPIC}models/<str:name>/", projects.SummaryResource.as_view(kind="model"), name="api-model"),
    path(f"{TOPIC}peers/<str:name>/", projects.SummaryResource.as_view(kind="peer"), name="api-peer"),
    path(f"{PROJECT}pyramids/", pyramids.Pyramids.as_view(), name="api-pyramids"),
    path("pyramids/<int:pk>/state/", pyramids.PyramidState.as_view(), name="api-pyramid-state"),
    path("pyramids/<int:pk>/releases/", pyramids.PyramidReleases.as_view(), name="api-pyramid-releases"),
    path("pyramids/<int:pk>/scus/", pyramids.PyramidScus.as_view(), name="api-pyramid-scus"),
    path(f"{PROJECT}releases/", pyramids.Releases.as_view(), name="api-releases"),
    path("releases/<int:pk>/", pyramids.ReleaseResource.as_view(), name="api-release"),
    path(f"{PROJECT}peer-annotations/", matching.PeerAnnotations.as_view(), name="api-peer-annotations"),
    path("pyramids/<int:pk>/", pyramids.PyramidSnapshot.as_view(), name="api-pyramid"),
    path("pyramids/<int:pk>/edits/", pyramids.PyramidEdits.as_view(), name="api-pyramid-edits"),
    path("pyramids/<int:pk>/history/", pyramids.PyramidHistory.as_view(), name="api-pyramid-history"),
    path("pyramids/<int:pk>/similar/", similar_api.SimilarInPyramid.as_view(), name="api-pyramid-similar"),
    path("pyramids/<int:pk>/notes/", pyramids.PyramidNotes.as_view(), name="api-pyramid-notes"),
    path("notes/<int:pk>/", notes.Thread.as_view(), name="api-notes"),
    path("peer-annotations/<int:pk>/state/", matching.PeerAnnotationState.as_view(), name="api-peer-annotation-state"),
    path("peer-annotations/<int:pk>/notes/", matching.PeerNotes.as_view(), name="api-peer-annotation-notes"),
    path("peer-annotations/<int:pk>/", matching.PeerSnapshot.as_view(), name="api-peer-annotation"),
    path("peer-annotations/<int:pk>/edits/", matching.PeerEdits.as_view(), name="api-peer-annotation-edits"),
    path("peer-annotations/<int:pk>/history/", matching.PeerHistory.as_view(), name="api-peer-annotation-history"),
    path("peer-annotations/<int:pk>/similar/", matching.SimilarInRelease.as_view(), name="api-peer-annotation-similar"),
]
