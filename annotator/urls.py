"""URLs of all pages except those of scores and other results, and of the API."""

from django.urls import URLPattern, URLResolver, include, path

from annotator.accounts import views as accounts
from annotator.interchange import views as interchange
from annotator.interchange.judgments import views as judgment_files
from annotator.judgments import manage_views as instruments
from annotator.judgments import session_views as judging
from annotator.judgments import views as judgments
from annotator.matching import carry_over_views as carry_over
from annotator.matching import views as matching
from annotator.overview import document_views as documents
from annotator.overview import item_list_views as item_lists
from annotator.overview import views as overview
from annotator.projects import account_invitation_views as account_invitations
from annotator.projects import member_views as members
from annotator.projects import views as projects
from annotator.pyramids import views as pyramids
from annotator.runs import views as runs
from annotator.web.costs import files, short
from annotator.work.tasks import progress_views as progress
from annotator.work.tasks import views as assignments
from annotator.work.urls import work_urlpatterns

PROJECT = "p/<slug:slug>/"
INSTRUMENT = f"{PROJECT}judge/<slug:instrument>/"
TOPIC = f"{PROJECT}t/<str:key>/"
PYRAMID = f"{TOPIC}pyramid/<str:owner>/"
PEER = f"{TOPIC}peers/<str:peer>/"
PEER_ANNOTATION = f"{PEER}<str:owner>/"

# `short` and `files` are ``path`` with a limit on the size of request bodies (see annotator/web/costs.py).
urlpatterns: list[URLPattern | URLResolver] = [
    short("api/docs/", overview.FixedPage.as_view(template_name="annotator/overview/api_docs.html"), name="api-docs"),
    path("api/", include("annotator.api_urls")),
    short("", overview.ProjectList.as_view(), name="projects"),
    short("guide/", overview.FixedPage.as_view(template_name="annotator/overview/guide.html"), name="guide"),
    short("account/", overview.Account.as_view(), name="account"),
    short("account/password/", accounts.PasswordChange.as_view(), name="password-change"),
    short("account/sign-out/", accounts.SignOutEverywhere.as_view(), name="sign-out-everywhere"),
    short("account/tokens/<int:token>/revoke/", accounts.TokenRevoke.as_view(), name="token-revoke"),
    short("runs/", runs.RunList.as_view(), name="runs"),
    short("runs/<uuid:run>/", runs.RunPage.as_view(), name="run"),
    short("join/<slug:code>/", members.Join.as_view(), name="join"),
    short("invitations/<int:invitation>/", account_invitations.InvitationAnswer.as_view(), name="invitation-answer"),
    short("new/", projects.ProjectCreate.as_view(), name="project-create"),
    files("new/file/", interchange.ProjectFromFile.as_view(), name="project-from-file"),
    short(PROJECT, overview.ProjectPage.as_view(), name="project"),
    short(f"{PROJECT}project.json", interchange.ProjectFileDownload.as_view(), name="project-file"),
    short(f"{PROJECT}guidelines/", projects.Guidelines.as_view(), name="guidelines"),
    short(f"{PROJECT}settings/", projects.ProjectSettings.as_view(), name="project-settings"),
    short(f"{PROJECT}delete/", overview.ProjectDelete.as_view(), name="project-delete"),
    short(f"{PROJECT}members/", members.MemberAdd.as_view(), name="member-add"),
    short(f"{PROJECT}members/<int:member>/", members.MemberPage.as_view(), name="member"),
    short(
        f"{PROJECT}account-invitations/<int:invitation>/withdraw/",
        account_invitations.AccountInvitationWithdraw.as_view(),
        name="account-invitation-withdraw",
    ),
    short(f"{PROJECT}invitations/", members.InvitationMake.as_view(), name="invitation-make"),
    short(
        f"{PROJECT}invitations/<int:invitation>/revoke/",
        members.InvitationRevoke.as_view(),
        name="invitation-revoke",
    ),
    files(f"{PROJECT}import/", interchange.ProjectImport.as_view(), name="project-import"),
    short(f"{PROJECT}new-topic/", projects.TopicCreate.as_view(), name="topic-create"),
    short(f"{PROJECT}progress/", progress.ProgressPage.as_view(), name="progress"),
    short(f"{PROJECT}progress.csv", progress.ProgressTable.as_view(), name="progress-csv"),
    short(f"{PROJECT}team/", overview.TopicRolesPage.as_view(), name="team"),
    short(f"{PROJECT}assignments/", assignments.Assignments.as_view(), name="assignments"),
    files(f"{PROJECT}assignments/add/", assignments.AssignmentsAdd.as_view(), name="assignments-add"),
    short(f"{PROJECT}assignments/<int:assignment>/", assignments.AssignmentPage.as_view(), name="assignment"),
    short(f"{PROJECT}judge/<str:instrument>/t/<str:key>/", judging.JudgingSession.as_view(), name="judging-session"),
    short(f"{PROJECT}judge/", judgments.JudgeList.as_view(), name="judge"),
    short(f"{PROJECT}judge/new/", instruments.InstrumentNew.as_view(), name="instrument-new"),
    short(INSTRUMENT, judgments.InstrumentPage.as_view(), name="instrument"),
    short(f"{INSTRUMENT}settings/", instruments.InstrumentSettings.as_view(), name="instrument-settings"),
    short(f"{INSTRUMENT}questions/", instruments.InstrumentQuestions.as_view(), name="instrument-questions"),
    short(f"{INSTRUMENT}copy/", instruments.InstrumentCopy.as_view(), name="instrument-copy"),
    short(f"{INSTRUMENT}state/", instruments.InstrumentStateChange.as_view(), name="instrument-state"),
    files(f"{PROJECT}judge/new/file/", judgment_files.InstrumentFromFile.as_view(), name="instrument-from-file"),
    files(f"{INSTRUMENT}import/", judgment_files.JudgmentsImport.as_view(), name="judgments-import"),
    short(f"{INSTRUMENT}export/", judgment_files.JudgmentsExport.as_view(), name="judgments-export"),
    short(f"{TOPIC}assignments/", assignments.TopicAssignments.as_view(), name="topic-assignments"),
    short(TOPIC, overview.TopicPage.as_view(), name="topic"),
    short(f"{TOPIC}reveal/", projects.TopicReveal.as_view(), name="topic-reveal"),
    short(f"{TOPIC}tour/", overview.GuidedTask.as_view(), name="tour"),
    files(f"{TOPIC}summaries/", projects.SummariesAdd.as_view(), name="summaries-add"),
    short(f"{TOPIC}documents/", documents.DocumentsPage.as_view(), name="documents"),
    files(f"{TOPIC}documents/add/", documents.DocumentsAdd.as_view(), name="documents-add"),
    short(f"{TOPIC}documents/of/<str:document>/", documents.DocumentPage.as_view(), name="document"),
    files(f"{TOPIC}extracts/", documents.ExtractsAdd.as_view(), name="extracts-add"),
    short(f"{TOPIC}units/", item_lists.ItemListsPage.as_view(), name="item-lists"),
    short(f"{TOPIC}units/<int:items>/", item_lists.ItemListPage.as_view(), name="item-list"),
    files(f"{TOPIC}units/of/<str:model>/", item_lists.ModelUnits.as_view(), name="model-units"),
    files(f"{TOPIC}units/statements/", item_lists.StatementsAdd.as_view(), name="statements-add"),
    *work_urlpatterns("pyramid", subject_path=TOPIC, work_path=PYRAMID),
    short(f"{TOPIC}pyramid/", pyramids.PyramidStart.as_view(), name="pyramid-start"),
    short(PYRAMID, pyramids.PyramidWorkspace.as_view(), name="pyramid"),
    short(f"{PYRAMID}finish/", pyramids.PyramidFinish.as_view(), name="pyramid-finish"),
    short(f"{PYRAMID}release/", pyramids.ReleasePage.as_view(), name="pyramid-release"),
    short(f"{PYRAMID}carry-over/", carry_over.CarryOverAll.as_view(), name="pyramid-carry-over"),
    *work_urlpatterns("match", subject_path=PEER, work_path=PEER_ANNOTATION),
    short(PEER, matching.PeerStart.as_view(), name="peer-start"),
    short(PEER_ANNOTATION, matching.PeerWorkspace.as_view(), name="peer"),
    short(f"{PEER_ANNOTATION}carry-over/", carry_over.PeerCarryOver.as_view(), name="peer-carry-over"),
]
