"""The sample project with something on every page: the addresses of all pages, by the names of their routes.

``EMPTY`` are those that answer without a page: forms' targets, downloads, what machines ask for.
"""

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from annotator.interchange.sample import load_sample
from annotator.matching.models import peer_annotations
from annotator.projects.invitations import make_invitation
from annotator.projects.models import Project, Summary
from annotator.projects.services import add_member, create_project
from annotator.pyramids.models import pyramids
from annotator.pyramids.services import release_pyramid
from annotator.runs.models import PROGRESS_TOTAL, Run
from annotator.work.adjudication.consensus import start_consensus
from annotator.work.models import Work
from annotator.work.tasks.assignments import PlannedTask, assign
from annotator.work.tasks.models import Assignment
from scoring.studies.definition import StudyDefinition
from scoring.studies.services import create_study
from tests.annotator.work.adjudication.adjudicated import make_texts, two_matchings, two_pyramids
from tests.annotator.work.log.requests import edit, group, send
from tests.scenes import signed_in

EMPTY = {
    "pyramid-adjudicate-finish",
    "pyramid-adjudicate-take-in",
    "peer-adjudicate-finish",
    "peer-adjudicate-take-in",
    "token-revoke",
    "sign-out-everywhere",
    "admin-password-change",
    "invitation-make",
    "invitation-revoke",
    "account-invitation-withdraw",
    "invitation-answer",
    "pyramid-start",
    "topic-reveal",
    "pyramid-state",
    "peer-state",
    "progress-csv",
    "project-file",
    "project-scores-file",
    "topic-scores-file",
    "project-diagnosis-csv",
    "study-delete",
    "instrument-state",
    "judgment-results-file",
    "extract-ranks-file",
    "trained-measure-file",
    "trained-measure-delete",
    "healthz",
    "readyz",
    "favicon",
    "logout",
    "api-docs",  # Swagger UI's markup is not ours; tests/journeys/test_api_docs.py opens it
}


def make_sample(user: User) -> dict[str, str]:
    """Addresses by route, with arguments filled in; `topic-untouched` and `tour` are of the second topic.

    The user is the manager; one peer is finished on an older release, and one is not begun.
    """
    project = load_sample(by=user, now=timezone.now())
    add_member(project=project, user=User.objects.create_user("grace"), role="annotator", by=None)
    pyramid = pyramids().get()
    _release_again(pyramid, user)
    topic = pyramid.topic
    untouched = project.topics.get(key="train")
    annotations = peer_annotations().select_related("summary").order_by("summary__position")
    peer, gone = annotations[0], annotations[1]
    peer_annotations().filter(pk=gone.pk).update(state="in_progress")
    root, base = f"/p/{project.slug}/", f"/p/{project.slug}/t/{topic.key}/"
    build = f"{base}pyramid/{pyramid.owner.name}/"
    match = f"{base}peers/{peer.summary.summarizer}/{peer.owner.name}/"
    return {
        "projects": "/",
        "guide": "/guide/",
        "account": "/account/",
        "password-change": "/account/password/",
        "runs": "/runs/",
        "run": f"/runs/{_half_done(user, project)}/",
        "project-create": "/new/",
        "project-from-file": "/new/file/",
        "project": root,
        **{
            f"project-{page}": f"{root}{page}/"
            for page in ("settings", "delete", "import", "scores", "agreement", "diagnosis")
        },
        "project-stability": f"{root}stability/",
        "project-overlap": f"{root}overlap/",
        **{f"judgment-{page}": f"{root}judge/quality/{page}/" for page in ("results", "agreement")},
        **{f"judgments-{page}": f"{root}judge/quality/{page}/" for page in ("import", "export")},
        "instrument": f"{root}judge/quality/",
        **{f"instrument-{page}": f"{root}judge/quality/{page}/" for page in ("settings", "questions", "copy")},
        "judging-session": f"{root}judge/quality/t/{topic.key}/",
        "judgment-variation": f"{root}judge/coverage/variation/",
        "judgment-programs": f"{root}judge/presence/programs/",
        "project-measures": f"{root}measures/",
        "parses": f"{root}parses/",
        "score-tables": f"{root}score-tables/",
        "trained-measures": f"{root}trained-measures/",
        "studies": f"{root}studies/",
        "study-create": f"{root}studies/new/",
        "study": f"{root}studies/{_studied(project, user)}/",
        "guidelines": f"{root}guidelines/",
        "member-add": f"{root}members/",
        "member": f"{root}members/{pyramid.owner_id}/",
        "join": f"/join/{_invitation_elsewhere()}/",
        "team": f"{root}team/",
        "progress": f"{root}progress/",
        "judge": f"{root}judge/",
        "instrument-new": f"{root}judge/new/",
        "instrument-from-file": f"{root}judge/new/file/",
        "assignments": f"{root}assignments/",
        "assignments-add": f"{root}assignments/add/",
        "assignment": f"{root}assignments/{_assigned(project)}/",
        "topic-assignments": f"{base}assignments/",
        "topic-create": f"{root}new-topic/",
        "topic": base,
        "relations": f"{base}relations/",
        "project-extract-ranks": f"{root}extracts/ranks/?k=1",
        "extract-ranks": f"{base}extracts/ranks/?k=1",
        "topic-untouched": f"{root}t/{untouched.key}/",
        "tour": f"{root}t/{untouched.key}/tour/",
        "summaries-add": f"{base}summaries/",
        "documents": f"{base}documents/",
        "documents-add": f"{base}documents/add/",
        "document": f"{base}documents/of/{topic.documents.all()[0].key}/",
        "extracts-add": f"{base}extracts/",
        "baselines-add": f"{base}baselines/",
        "item-lists": f"{base}units/",
        "item-list": f"{base}units/{topic.item_lists.filter(source='statements')[0].pk}/",
        "model-units": f"{base}units/of/{topic.summaries.model_summaries()[0].summarizer}/",
        "statements-add": f"{base}units/statements/",
        "pyramid": build,
        "pyramid-editors": f"{build}editors/",
        "pyramid-carry-over": f"{build}carry-over/",
        "pyramid-finish": f"{build}finish/",
        "pyramid-release": f"{build}release/",
        "peer-start": f"{base}peers/{gone.summary.summarizer}/",
        "peer": match,
        "peer-carry-over": f"{match}carry-over/",
        "peer-editors": f"{match}editors/",
        "peer-score": f"{match}score/",
        "topic-scores": f"{base}scores/",
        **_adjudicated(user),
    }


def _half_done(user: User, project: Project) -> str:
    """The key of a run that is half done; another one failed."""
    now = timezone.now()
    own = {"user": user, "project": project, "job": "answer"}
    Run.objects.create(**own, title="Agreement", state="failed", error="Three runners stopped.", finished_at=now)
    half = {"done": PROGRESS_TOTAL // 2, "started_at": now - timedelta(minutes=5), "heartbeat_at": now}
    return str(Run.objects.create(**own, title="Scores", state="running", **half).pk)


def _studied(project: Project, user: User) -> int:
    """The number of a study that takes no time."""
    definition = StudyDefinition(columns=("rouge-1", "rouge-2"), against=("pyramid.modified",), resamples=20)
    return create_study(project=project, title="", definition=definition, by=project.memberships.get(user=user)).number


def _adjudicated(user: User) -> dict[str, str]:
    """Pages about two annotators' work on a topic of another project, which the user adjudicates."""
    project = create_project(name="Lamp", by=user)
    manager = project.memberships.get(user__isnull=False)
    owners = [
        add_member(project=project, user=User.objects.create_user(name), role="annotator", by=None)
        for name in ("ida", "otto")
    ]
    topic = make_texts(project)
    works = two_pyramids(topic, *owners)
    release = release_pyramid(pyramid=works[0], by=_account(works[0]), now=timezone.now())
    annotations = two_matchings(topic, release, *owners)
    start_consensus(sources=works, by=manager, now=timezone.now())
    start_consensus(sources=annotations, by=manager, now=timezone.now())
    base = f"/p/{project.slug}/t/{topic.key}/"
    return {
        "pyramid-differences": f"{base}differences/?a=ida&b=otto",
        "pyramid-adjudicate": f"{base}adjudicate/",
        "peer-differences": f"{base}peers/7/differences/?a=ida&b=otto",
        "peer-adjudicate": f"{base}peers/7/adjudicate/",
    }


def _account(pyramid: Work) -> User:
    assert pyramid.owner.user
    return pyramid.owner.user


def _invitation_elsewhere() -> str:
    """The code of a link to a project that the user is no member of yet."""
    manager = User.objects.create_user("host")
    project = create_project(name="Another project", by=manager)
    by = project.memberships.get(user__isnull=False)
    made = make_invitation(project=project, role="annotator", max_uses=1, days=7, by=by, now=timezone.now())
    return made.code


def _assigned(project: Project) -> int:
    """Tasks for both people, one of them overdue and one finished; gives the key of one."""
    boss, peers = project.memberships.get(role="manager"), Summary.objects.peer_summaries()
    day = timezone.localdate()
    tasks = [
        PlannedTask(peer.topic, member, peer, None, day + timedelta(days=3 * (at - 1)))
        for member in project.memberships.filter(user__isnull=False)
        for at, peer in enumerate(peers.filter(topic__project=project).order_by("topic", "position"))
    ]
    tasks += [PlannedTask(topic, boss) for topic in project.topics.all()]
    assign(project=project, tasks=tasks, by=boss)
    return Assignment.objects.earliest("pk").pk


def _release_again(pyramid: Work, user: User) -> None:
    """A second release, in which an SCU has another label and one is gone."""
    first, *_, last = pyramid.scus.order_by("uid")
    label = edit("relabel_scu", scu=str(first.uuid), label="The tide mill turns again", was=first.label)
    answer = send(signed_in(user), pyramid, group(label), group(edit("delete_scu", scu=str(last.uuid))))
    assert answer.data["refused"] is None
    pyramid.refresh_from_db()
    release_pyramid(pyramid=pyramid, by=user, now=timezone.now())
