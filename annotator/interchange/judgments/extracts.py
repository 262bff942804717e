"""Imports extracts of systems from MEAD's ``.extract`` files into a topic."""

from collections.abc import Sequence

from django.db import transaction

from annotator.interchange.judgment_files.mead import read_extract
from annotator.judgments.models import Extract
from annotator.judgments.services.extracts import add_extract
from annotator.projects.models import Membership, Topic
from annotator.projects.permissions import check_manage
from annotator.texts.errors import FormatError
from annotator.web.refusals import ServiceRefused


@transaction.atomic
def import_extracts(
    *, topic: Topic, files: Sequence[tuple[str, bytes]], by: Membership
) -> tuple[list[Extract], list[str]]:
    """Add the extracts in files (pairs of name and content) to a topic, all or none.

    Returns the extracts, and notes that begin with the file's name. Raises NotAllowed unless ``by`` manages the
    project, and ServiceRefused with a reason for each file that cannot be added, such as an extract of another topic.
    """
    check_manage(by.role)
    keys = set(Topic.objects.filter(project=topic.project_id).values_list("key", flat=True))
    extracts, notes, problems = list[Extract](), list[str](), list[str]()
    for name, data in files:
        try:
            content = read_extract(data)
            if content.topic != topic.key and content.topic in keys:
                raise ServiceRefused(f"it is an extract of topic “{content.topic}”.")
            extract, repairs = add_extract(
                topic=topic,
                summarizer=content.summarizer,
                label=content.label,
                sentences=content.items,
                by=by,
                file_name=name,
            )
        except (FormatError, ServiceRefused) as error:
            problems.append(f"{name}: {error}")
            continue
        extracts.append(extract)
        notes += [f"{name}: {note}" for note in (content.repairs if content.items else repairs)]
    if problems:
        raise ServiceRefused(*problems)
    return extracts, notes
