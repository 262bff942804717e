"""Addresses of the score pages and API (DESIGN §6)."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.views import agreement, diagnosis, downloads, scores, stability

PROJECT = "p/<slug:slug>/"
TOPIC = f"{PROJECT}t/<str:key>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", include("scoring.api.urls")),
    path(f"{PROJECT}scores/", scores.project_scores, name="project-scores"),
    path(f"{PROJECT}diagnosis/", diagnosis.project_diagnosis, name="project-diagnosis"),
    path(f"{PROJECT}diagnosis.csv", diagnosis.project_diagnosis_csv, name="project-diagnosis-csv"),
    path(f"{PROJECT}agreement/", agreement.project_agreement_page, name="project-agreement"),
    path(f"{PROJECT}stability/", stability.project_stability_page, name="project-stability"),
    path(f"{PROJECT}scores.<str:form>", downloads.score_download, name="project-scores-file"),
    path(f"{TOPIC}scores.<str:form>", downloads.score_download, name="topic-scores-file"),
    path(f"{TOPIC}scores/", scores.topic_scores, name="topic-scores"),
    path(f"{TOPIC}peers/<str:peer>/<str:owner>/score/", scores.peer_score, name="peer-score"),
]
