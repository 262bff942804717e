"""The Django app for what people do by hand (projects, pyramids, peer annotations), not for scores."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.backends.signals import connection_created
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest
from django.utils import timezone


class AnnotatorConfig(AppConfig):
    """Registers the kinds of work and the jobs of runs, and connects signals."""

    name = "annotator"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from annotator.interchange import import_runs
        from annotator.judgments.sheet_kind import SheetKind
        from annotator.matching.kind import PeerAnnotationKind
        from annotator.projects.models import Membership
        from annotator.pyramids.kind import PyramidKind
        from annotator.runs import answers
        from annotator.runs import registry as runs
        from annotator.work.kinds import register
        from annotator.work.log.prepared import keep_plans

        for kind in (PyramidKind(), PeerAnnotationKind(), SheetKind()):
            register(kind)
        runs.register(answers.JOB)
        import_runs.register_jobs()
        for signal in (post_save, post_delete):
            signal.connect(_on_membership_change, sender=Membership, dispatch_uid="annotator.membership_change")
        user_logged_in.connect(_on_sign_in, dispatch_uid="annotator.sign_ins")
        connection_created.connect(keep_plans, dispatch_uid="annotator.keep_plans")


def _on_sign_in(request: HttpRequest, **_: Any) -> None:
    from annotator.accounts.sign_ins import record_sign_in

    agent, address = (request.META.get(name, "") for name in ("HTTP_USER_AGENT", "REMOTE_ADDR"))
    record_sign_in(session=request.session, agent=agent, address=address, now=timezone.now())


def _on_membership_change(instance: Any, created: bool = False, **_: Any) -> None:
    """Cancel runs in the project that belong to users who are no longer its members."""
    from annotator.runs.services import cancel_runs_of_former_members

    if not created:
        cancel_runs_of_former_members(project=instance.project_id)
