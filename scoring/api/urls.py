"""Addresses of the scores in the API; scoring.urls mounts them under ``/api/``."""

from django.urls import path

from scoring.api.agreement import ProjectAgreementNumbers
from scoring.api.diagnosis import PeerDiagnosis, ProjectDiagnosis
from scoring.api.exports import ProjectScoreFile
from scoring.api.scores import PeerScores, ProjectScores
from scoring.api.stability import ProjectStabilityNumbers

urlpatterns = [
    path("peer-annotations/<int:pk>/scores/", PeerScores.as_view(), name="api-peer-annotation-scores"),
    path("projects/<slug:slug>/scores/", ProjectScores.as_view(), name="api-project-scores"),
    path("projects/<slug:slug>/scores/export/", ProjectScoreFile.as_view(), name="api-project-scores-export"),
    path("peer-annotations/<int:pk>/diagnosis/", PeerDiagnosis.as_view(), name="api-peer-annotation-diagnosis"),
    path("projects/<slug:slug>/diagnosis/", ProjectDiagnosis.as_view(), name="api-project-diagnosis"),
    path("projects/<slug:slug>/agreement/", ProjectAgreementNumbers.as_view(), name="api-project-agreement"),
    path("projects/<slug:slug>/stability/", ProjectStabilityNumbers.as_view(), name="api-project-stability"),
]
