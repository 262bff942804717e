"""URLs of the annotation API, below ``/api/``."""

from django.urls import URLPattern

from annotator.interchange.judgments import api as judgment_files
from annotator.judgments import api as judgments
from annotator.judgments import extract_api
from annotator.judgments.serializers import SheetDetail
from annotator.matching import api as matching
from annotator.matching.serializers import PeerWorkspace
from annotator.overview import api as overview
from annotator.projects import api as projects
from annotator.projects.documents import api as documents
from annotator.pyramids import api as pyramids
from annotator.pyramids import similar_api
from annotator.pyramids.serializers import PyramidWorkspace
from annotator.runs import api as runs
from annotator.web.costs import short, texts
from annotator.web.serializers import PlainSerializer
from annotator.work import api as work
from annotator.work.kinds import kind_named
from annotator.work.notes import api as notes

PROJECT = "projects/<slug:slug>/"
TOPIC = f"{PROJECT}topics/<str:key>/"


def work_urls(kind: str, collection: str, name: str, serializer: type[PlainSerializer]) -> list[URLPattern]:
    """Return the URLs of the works of a kind. ``serializer``: serializes a work with its content."""
    url = f"{collection}/<int:pk>/"
    calls = [
        short(url, work.WorkSnapshot.as_view(kind=kind, serializer_class=serializer), name=name),
        texts(f"{url}edits/", work.WorkEdits.as_view(kind=kind), name=f"{name}-edits"),
        short(f"{url}history/", work.WorkHistory.as_view(kind=kind), name=f"{name}-history"),
        short(f"{url}state/", work.WorkStateChange.as_view(kind=kind), name=f"{name}-state"),
    ]
    if "notes" in kind_named(kind).api_calls:
        calls.append(short(f"{url}notes/", notes.Notes.as_view(kind=kind), name=f"{name}-notes"))
    return calls


# `short` and `texts` are ``path`` with a limit on the size of request bodies (see annotator/web/costs.py).
urlpatterns = [
    short("", projects.Index.as_view(), name="api-index"),
    short("schema/", overview.OpenApiDocument.as_view(), name="api-schema"),
    short("runs/<uuid:run>/", runs.RunResource.as_view(), name="api-run"),
    short("projects/", projects.Projects.as_view(), name="api-projects"),
    short(PROJECT, projects.ProjectResource.as_view(), name="api-project"),
    short(f"{PROJECT}members/", projects.Members.as_view(), name="api-members"),
    short(f"{PROJECT}topics/", overview.Topics.as_view(), name="api-topics"),
    short(TOPIC, overview.TopicResource.as_view(), name="api-topic"),
    texts(f"{TOPIC}summaries/", projects.Summaries.as_view(), name="api-summaries"),
    short(f"{TOPIC}models/<str:name>/", projects.SummaryResource.as_view(kind="model"), name="api-model"),
    short(f"{TOPIC}peers/<str:name>/", projects.SummaryResource.as_view(kind="peer"), name="api-peer"),
    short(f"{PROJECT}pyramids/", pyramids.Pyramids.as_view(), name="api-pyramids"),
    short("pyramids/<int:pk>/releases/", pyramids.PyramidReleases.as_view(), name="api-pyramid-releases"),
    short("pyramids/<int:pk>/scus/", pyramids.PyramidScus.as_view(), name="api-pyramid-scus"),
    short(f"{PROJECT}releases/", pyramids.Releases.as_view(), name="api-releases"),
    short("releases/<int:pk>/", pyramids.ReleaseResource.as_view(), name="api-release"),
    short(f"{PROJECT}peer-annotations/", matching.PeerAnnotations.as_view(), name="api-peer-annotations"),
    short("pyramids/<int:pk>/similar/", similar_api.SimilarInPyramid.as_view(), name="api-pyramid-similar"),
    *work_urls("pyramid", "pyramids", "api-pyramid", PyramidWorkspace),
    *work_urls("match", "peer-annotations", "api-peer-annotation", PeerWorkspace),
    short(f"{PROJECT}instruments/", judgments.Instruments.as_view(), name="api-instruments"),
    short("instruments/<int:pk>/", judgments.InstrumentResource.as_view(), name="api-instrument"),
    short("instruments/<int:pk>/export/", judgment_files.InstrumentExport.as_view(), name="api-instrument-export"),
    texts("instruments/<int:pk>/import/", judgment_files.InstrumentImport.as_view(), name="api-instrument-import"),
    short("instruments/<int:pk>/sheets/", judgments.Sheets.as_view(), name="api-instrument-sheets"),
    texts(f"{TOPIC}documents/", documents.Documents.as_view(), name="api-documents"),
    short(f"{TOPIC}documents/<str:document>/", documents.DocumentResource.as_view(), name="api-document"),
    short(f"{TOPIC}extracts/", extract_api.Extracts.as_view(), name="api-extracts"),
    short(f"{TOPIC}item-lists/", judgments.ItemLists.as_view(), name="api-item-lists"),
    *work_urls("sheet", "sheets", "api-sheet", SheetDetail),
    short("notes/<int:pk>/", notes.Thread.as_view(), name="api-notes"),
    short(
        "peer-annotations/<int:pk>/similar/", matching.SimilarInRelease.as_view(), name="api-peer-annotation-similar"
    ),
]
