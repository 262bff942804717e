"""Addresses of the annotation pages and API (DESIGN §6)."""

from django.urls import URLPattern, URLResolver, include, path

from annotator.views import (
    adjudication,
    assignments,
    differences,
    editors,
    guide,
    guidelines,
    imports,
    invitations,
    members,
    peer_carry_over,
    peer_start,
    peers,
    progress,
    projects,
    pyramids,
    releases,
    states,
    team,
    topics,
    tour,
)

PROJECT = "p/<slug:slug>/"
TOPIC = f"{PROJECT}t/<str:key>/"
PYRAMID = f"{TOPIC}pyramid/<str:owner>/"
PEER = f"{TOPIC}peers/<str:peer>/"
PEER_ANNOTATION = f"{PEER}<str:owner>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", include("annotator.api.urls")),
    path("", projects.ProjectList.as_view(), name="projects"),
    path("guide/", guide.Guide.as_view(), name="guide"),
    path("join/<slug:code>/", invitations.Join.as_view(), name="join"),
    path("new/", projects.ProjectCreate.as_view(), name="project-create"),
    path(PROJECT, projects.ProjectPage.as_view(), name="project"),
    path(f"{PROJECT}guidelines/", guidelines.Guidelines.as_view(), name="guidelines"),
    path(f"{PROJECT}settings/", projects.ProjectSettings.as_view(), name="project-settings"),
    path(f"{PROJECT}delete/", projects.ProjectDelete.as_view(), name="project-delete"),
    path(f"{PROJECT}members/", members.MemberAdd.as_view(), name="member-add"),
    path(f"{PROJECT}members/<int:member>/", members.MemberPage.as_view(), name="member"),
    path(f"{PROJECT}invitations/", invitations.InvitationMake.as_view(), name="invitation-make"),
    path(
        f"{PROJECT}invitations/<int:invitation>/revoke/",
        invitations.InvitationRevoke.as_view(),
        name="invitation-revoke",
    ),
    path(f"{PROJECT}import/", imports.ProjectImport.as_view(), name="project-import"),
    path(f"{PROJECT}new-topic/", topics.TopicCreate.as_view(), name="topic-create"),
    path(f"{PROJECT}progress/", progress.ProgressPage.as_view(), name="progress"),
    path(f"{PROJECT}progress.csv", progress.ProgressTable.as_view(), name="progress-csv"),
    path(f"{PROJECT}team/", team.Team.as_view(), name="team"),
    path(f"{PROJECT}assignments/", assignments.Assignments.as_view(), name="assignments"),
    path(f"{PROJECT}assignments/add/", assignments.AssignmentsAdd.as_view(), name="assignments-add"),
    path(f"{PROJECT}assignments/<int:assignment>/", assignments.AssignmentPage.as_view(), name="assignment"),
    path(f"{TOPIC}assignments/", assignments.TopicAssignments.as_view(), name="topic-assignments"),
    path(TOPIC, topics.TopicPage.as_view(), name="topic"),
    path(f"{TOPIC}reveal/", topics.TopicReveal.as_view(), name="topic-reveal"),
    path(f"{TOPIC}tour/", tour.GuidedTask.as_view(), name="tour"),
    path(f"{TOPIC}summaries/", imports.SummariesAdd.as_view(), name="summaries-add"),
    path(f"{TOPIC}differences/", differences.PyramidDifferences.as_view(), name="topic-differences"),
    path(f"{TOPIC}adjudicate/", adjudication.Adjudicate.as_view(), name="adjudicate"),
    path(f"{TOPIC}adjudicate/finish/", adjudication.AdjudicateFinish.as_view(), name="adjudicate-finish"),
    path(f"{TOPIC}adjudicate/take-in/", adjudication.AdjudicateTakeIn.as_view(), name="adjudicate-take-in"),
    path(f"{TOPIC}pyramid/", pyramids.PyramidStart.as_view(), name="pyramid-start"),
    path(PYRAMID, pyramids.PyramidWorkspace.as_view(), name="pyramid"),
    path(f"{PYRAMID}editors/", editors.PyramidEditors.as_view(), name="pyramid-editors"),
    path(f"{PYRAMID}finish/", states.PyramidFinish.as_view(), name="pyramid-finish"),
    path(f"{PYRAMID}state/<str:verb>/", states.PyramidTurn.as_view(), name="pyramid-turn"),
    path(f"{PYRAMID}release/", releases.ReleasePage.as_view(), name="pyramid-release"),
    path(PEER, peer_start.PeerStart.as_view(), name="peer-start"),
    path(f"{PEER}differences/", differences.PeerDifferences.as_view(), name="peer-differences"),
    path(f"{PEER}adjudicate/", adjudication.PeerAdjudicate.as_view(), name="peer-adjudicate"),
    path(f"{PEER}adjudicate/finish/", adjudication.PeerAdjudicateFinish.as_view(), name="peer-adjudicate-finish"),
    path(f"{PEER}adjudicate/take-in/", adjudication.PeerAdjudicateTakeIn.as_view(), name="peer-adjudicate-take-in"),
    path(PEER_ANNOTATION, peers.PeerWorkspace.as_view(), name="peer"),
    path(f"{PEER_ANNOTATION}state/<str:verb>/", states.PeerTurn.as_view(), name="peer-turn"),
    path(f"{PEER_ANNOTATION}carry-over/", peer_carry_over.PeerCarryOver.as_view(), name="peer-carry-over"),
    path(f"{PEER_ANNOTATION}editors/", editors.PeerEditors.as_view(), name="peer-editors"),
]
