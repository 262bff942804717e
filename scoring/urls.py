"""Addresses of the score pages and API (DESIGN §6)."""

from django.urls import URLPattern, URLResolver, include, path

from scoring import views

PROJECT = "p/<slug:slug>/"
TOPIC = f"{PROJECT}t/<str:key>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", include("scoring.api.urls")),
    path(f"{PROJECT}scores/", views.project_scores, name="project-scores"),
    path(f"{PROJECT}scores.csv", views.project_scores_csv, name="project-scores-csv"),
    path(f"{TOPIC}scores/", views.topic_scores, name="topic-scores"),
    path(f"{TOPIC}peers/<str:peer>/<str:owner>/score/", views.peer_score, name="peer-score"),
]
