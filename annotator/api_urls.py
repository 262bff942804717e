"""URLs of the annotation API, below ``/api/``."""

from django.urls import URLPattern, path

from annotator.matching import api as matching
from annotator.matching.serializers import PeerWorkspace
from annotator.overview import api as overview
from annotator.projects import api as projects
from annotator.pyramids import api as pyramids
from annotator.pyramids import similar_api
from annotator.pyramids.serializers import PyramidWorkspace
from annotator.runs import api as runs
from annotator.web.serializers import PlainSerializer
from annotator.work import api as work
from annotator.work.notes import api as notes

PROJECT = "projects/<slug:slug>/"
TOPIC = f"{PROJECT}topics/<str:key>/"


def work_urls(kind: str, collection: str, name: str, serializer: type[PlainSerializer]) -> list[URLPattern]:
    """Return the URLs of all pyramids or all peer annotations. ``serializer``: represents the content of one."""
    url = f"{collection}/<int:pk>/"
    return [
        path(url, work.WorkSnapshot.as_view(kind=kind, serializer_class=serializer), name=name),
        path(f"{url}edits/", work.WorkEdits.as_view(kind=kind), name=f"{name}-edits"),
        path(f"{url}history/", work.WorkHistory.as_view(kind=kind), name=f"{name}-history"),
        path(f"{url}notes/", notes.Notes.as_view(kind=kind), name=f"{name}-notes"),
        path(f"{url}state/", work.WorkStateChange.as_view(kind=kind), name=f"{name}-state"),
    ]


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
    path("pyramids/<int:pk>/releases/", pyramids.PyramidReleases.as_view(), name="api-pyramid-releases"),
    path("pyramids/<int:pk>/scus/", pyramids.PyramidScus.as_view(), name="api-pyramid-scus"),
    path(f"{PROJECT}releases/", pyramids.Releases.as_view(), name="api-releases"),
    path("releases/<int:pk>/", pyramids.ReleaseResource.as_view(), name="api-release"),
    path(f"{PROJECT}peer-annotations/", matching.PeerAnnotations.as_view(), name="api-peer-annotations"),
    path("pyramids/<int:pk>/similar/", similar_api.SimilarInPyramid.as_view(), name="api-pyramid-similar"),
    *work_urls("pyramid", "pyramids", "api-pyramid", PyramidWorkspace),
    *work_urls("match", "peer-annotations", "api-peer-annotation", PeerWorkspace),
    path("notes/<int:pk>/", notes.Thread.as_view(), name="api-notes"),
    path("peer-annotations/<int:pk>/similar/", matching.SimilarInRelease.as_view(), name="api-peer-annotation-similar"),
]
