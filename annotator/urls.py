"""URLs of all pages except those of scores and other results, and of the API."""

from django.urls import URLPattern, URLResolver, include, path

from annotator.accounts import views as accounts
from annotator.interchange import views as interchange
from annotator.matching import carry_over_views as carry_over
from annotator.matching import views as matching
from annotator.overview import views as overview
from annotator.projects import member_views as members
from annotator.projects import views as projects
from annotator.pyramids import views as pyramids
from annotator.runs import views as runs
from annotator.work.tasks import progress_views as progress
from annotator.work.tasks import views as assignments
from annotator.work.urls import work_urlpatterns

PROJECT = "p/<slug:slug>/"
TOPIC = f"{PROJECT}t/<str:key>/"
PYRAMID = f"{TOPIC}pyramid/<str:owner>/"
PEER = f"{TOPIC}peers/<str:peer>/"
PEER_ANNOTATION = f"{PEER}<str:owner>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/docs/", overview.FixedPage.as_view(template_name="annotator/overview/api_docs.html"), name="api-docs"),
    path("api/", include("annotator.api_urls")),
    path("", overview.ProjectList.as_view(), name="projects"),
    path("guide/", overview.FixedPage.as_view(template_name="annotator/overview/guide.html"), name="guide"),
    path("account/", overview.Account.as_view(), name="account"),
    path("account/password/", accounts.PasswordChange.as_view(), name="password-change"),
    path("account/sign-out/", accounts.SignOutEverywhere.as_view(), name="sign-out-everywhere"),
    path("account/tokens/<int:token>/revoke/", accounts.TokenRevoke.as_view(), name="token-revoke"),
    path("runs/", runs.RunList.as_view(), name="runs"),
    path("runs/<uuid:run>/", runs.RunPage.as_view(), name="run"),
    path("join/<slug:code>/", members.Join.as_view(), name="join"),
    path("new/", projects.ProjectCreate.as_view(), name="project-create"),
    path("new/file/", interchange.ProjectFromFile.as_view(), name="project-from-file"),
    path(PROJECT, overview.ProjectPage.as_view(), name="project"),
    path(f"{PROJECT}project.json", interchange.ProjectFileDownload.as_view(), name="project-file"),
    path(f"{PROJECT}guidelines/", projects.Guidelines.as_view(), name="guidelines"),
    path(f"{PROJECT}settings/", projects.ProjectSettings.as_view(), name="project-settings"),
    path(f"{PROJECT}delete/", overview.ProjectDelete.as_view(), name="project-delete"),
    path(f"{PROJECT}members/", members.MemberAdd.as_view(), name="member-add"),
    path(f"{PROJECT}members/<int:member>/", members.MemberPage.as_view(), name="member"),
    path(f"{PROJECT}invitations/", members.InvitationMake.as_view(), name="invitation-make"),
    path(
        f"{PROJECT}invitations/<int:invitation>/revoke/",
        members.InvitationRevoke.as_view(),
        name="invitation-revoke",
    ),
    path(f"{PROJECT}import/", interchange.ProjectImport.as_view(), name="project-import"),
    path(f"{PROJECT}new-topic/", projects.TopicCreate.as_view(), name="topic-create"),
    path(f"{PROJECT}progress/", progress.ProgressPage.as_view(), name="progress"),
    path(f"{PROJECT}progress.csv", progress.ProgressTable.as_view(), name="progress-csv"),
    path(f"{PROJECT}team/", overview.Team.as_view(), name="team"),
    path(f"{PROJECT}assignments/", assignments.Assignments.as_view(), name="assignments"),
    path(f"{PROJECT}assignments/add/", assignments.AssignmentsAdd.as_view(), name="assignments-add"),
    path(f"{PROJECT}assignments/<int:assignment>/", assignments.AssignmentPage.as_view(), name="assignment"),
    path(f"{TOPIC}assignments/", assignments.TopicAssignments.as_view(), name="topic-assignments"),
    path(TOPIC, overview.TopicPage.as_view(), name="topic"),
    path(f"{TOPIC}reveal/", projects.TopicReveal.as_view(), name="topic-reveal"),
    path(f"{TOPIC}tour/", overview.GuidedTask.as_view(), name="tour"),
    path(f"{TOPIC}summaries/", projects.SummariesAdd.as_view(), name="summaries-add"),
    *work_urlpatterns("pyramid", subject_path=TOPIC, work_path=PYRAMID),
    path(f"{TOPIC}pyramid/", pyramids.PyramidStart.as_view(), name="pyramid-start"),
    path(PYRAMID, pyramids.PyramidWorkspace.as_view(), name="pyramid"),
    path(f"{PYRAMID}finish/", pyramids.PyramidFinish.as_view(), name="pyramid-finish"),
    path(f"{PYRAMID}release/", pyramids.ReleasePage.as_view(), name="pyramid-release"),
    path(f"{PYRAMID}carry-over/", carry_over.CarryOverAll.as_view(), name="pyramid-carry-over"),
    *work_urlpatterns("match", subject_path=PEER, work_path=PEER_ANNOTATION),
    path(PEER, matching.PeerStart.as_view(), name="peer-start"),
    path(PEER_ANNOTATION, matching.PeerWorkspace.as_view(), name="peer"),
    path(f"{PEER_ANNOTATION}carry-over/", carry_over.PeerCarryOver.as_view(), name="peer-carry-over"),
]
