"""URLs of the pages and the API for scores and what is computed from them."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.results.agreement.api import ProjectAgreementNumbers
from scoring.results.agreement.views import project_agreement_page
from scoring.results.diagnosis.api import PeerDiagnosis, ProjectDiagnosis
from scoring.results.diagnosis.views import project_diagnosis, project_diagnosis_csv
from scoring.results.enough.api import ProjectEnoughNumbers
from scoring.results.enough.views import project_enough_page
from scoring.results.exports.api import ProjectScoreFile
from scoring.results.exports.views import score_download
from scoring.results.scores.api import PeerScores, ProjectScores
from scoring.results.scores.views import peer_score, project_scores, topic_scores
from scoring.results.stability.api import ProjectStabilityNumbers

PROJECT = "p/<slug:slug>/"
TOPIC = f"{PROJECT}t/<str:key>/"

api = [
    path("peer-annotations/<int:pk>/scores/", PeerScores.as_view(), name="api-peer-annotation-scores"),
    path("projects/<slug:slug>/scores/", ProjectScores.as_view(), name="api-project-scores"),
    path("projects/<slug:slug>/scores/export/", ProjectScoreFile.as_view(), name="api-project-scores-export"),
    path("peer-annotations/<int:pk>/diagnosis/", PeerDiagnosis.as_view(), name="api-peer-annotation-diagnosis"),
    path("projects/<slug:slug>/diagnosis/", ProjectDiagnosis.as_view(), name="api-project-diagnosis"),
    path("projects/<slug:slug>/agreement/", ProjectAgreementNumbers.as_view(), name="api-project-agreement"),
    path("projects/<slug:slug>/enough/", ProjectEnoughNumbers.as_view(), name="api-project-enough"),
    path("projects/<slug:slug>/stability/", ProjectStabilityNumbers.as_view(), name="api-project-stability"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", include(api)),
    path(f"{PROJECT}scores/", project_scores, name="project-scores"),
    path(f"{PROJECT}diagnosis/", project_diagnosis, name="project-diagnosis"),
    path(f"{PROJECT}diagnosis.csv", project_diagnosis_csv, name="project-diagnosis-csv"),
    path(f"{PROJECT}agreement/", project_agreement_page, name="project-agreement"),
    path(f"{PROJECT}stability/", project_enough_page, name="project-stability"),
    path(f"{PROJECT}scores.<str:file_format>", score_download, name="project-scores-file"),
    path(f"{TOPIC}scores.<str:file_format>", score_download, name="topic-scores-file"),
    path(f"{TOPIC}scores/", topic_scores, name="topic-scores"),
    path(f"{TOPIC}peers/<str:peer>/<str:owner>/score/", peer_score, name="peer-score"),
]
