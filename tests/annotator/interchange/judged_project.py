"""A project with judgments of every kind, as tests of exports and backups need it."""

from typing import Any
from uuid import uuid4

from django.utils import timezone

from annotator.judgments.models import Extract, ExtractedItem
from annotator.judgments.services.item_lists import create_released_statement_list
from annotator.projects.models import Membership
from annotator.pyramids.services import release_pyramid, start_pyramid
from annotator.work.states.services import change_state
from tests.annotator.interchange.whole_project import send
from tests.annotator.judgments.scene import Judging, list_of, make_judging
from tests.factories import SCU_IDS, client_id, make_assignment


def make_judged_project(slug: str = "p") -> Judging:
    """A project with something of each: sheets of every kind, marks, comments, an extract, a program, a task."""
    judging = make_judging(slug)
    judge, topic = judging.members["judge"], judging.topic
    for number in range(1, 6):
        send(judging.sheet("duc-quality"), judge, {"verb": "judge", "question": f"q{number}", "value": number})
    change_state(work=judging.sheet("duc-quality"), verb="submit", by=judging.user("judge"), now=timezone.now())
    coverage = judging.sheet("see-2002")
    send(coverage, judge, {"verb": "mark", "item": 1, "to": 2}, _judge("covered", 40, 1), _judge("related", 20))
    send(coverage, judge, {"verb": "comment_judgment", "question": "covered", "item": 2, "comment": "?", "was": ""})
    undone = send(coverage, judge, _judge("covered", 100, 1))
    send(coverage, judge, {"verb": "undo", "group": undone})
    utility = judging.sheet("mead-utility", "other")
    send(utility, judging.members["other"], _judge("utility", 10, 4), {"verb": "mark", "item": 4, "to": 1})
    sentences = list_of(topic, "document_sentences")
    extract = Extract.objects.create(items=sentences, summarizer="lead", label="10%")
    for position, item in enumerate(sentences.items.order_by("-position")[:2], start=1):
        ExtractedItem.objects.create(extract=extract, item=item, position=position)
    pyramid, scu = start_pyramid(topic=topic, owner=judge), client_id(SCU_IDS, 1)
    part = {"part": str(uuid4()), "scu": scu, "summary": topic.summaries.model_summaries()[0].pk, "start": 0, "end": 8}
    send(pyramid, judge, {"verb": "create_scu", "scu": scu, "label": "Mill"}, {"verb": "add_part", **part})
    release = release_pyramid(pyramid=pyramid, by=judging.user("judge"), now=timezone.now())
    create_released_statement_list(release=release, by=judging.manager, vital_from=2)
    Membership.objects.create(project=judging.project, name="gpt", kind="program", version="4")
    make_assignment(topic, judge, kind="sheet", slot="see-2002.A")
    return judging


def _judge(question: str, value: int, item: int | None = None) -> dict[str, Any]:
    return {"verb": "judge", "question": question, "value": value, "item": item}
