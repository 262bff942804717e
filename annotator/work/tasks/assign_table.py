"""Assigns the tasks of a CSV table: all of them, or none if a line has a problem."""

from collections.abc import Iterable

from django.db import transaction

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.permissions import check_manage
from annotator.tables.assignment_table import AssignmentRow, read_assignments
from annotator.tables.csv_records import TableError
from annotator.web.refusals import ServiceRefused
from annotator.work.kinds import kinds
from annotator.work.release_models import Release
from annotator.work.tasks.assignments import AssignmentOutcome, PlannedTask, assign


@transaction.atomic
def assign_from_table(*, project: Project, data: bytes, by: Membership) -> AssignmentOutcome:
    """Create the tasks of a CSV file (see `annotator.tables.assignment_table`).

    Raises NotAllowed unless ``by`` manages the project, ServiceRefused with every problem and its line.
    """
    check_manage(by.role)
    try:
        rows, errors = read_assignments(data)
    except TableError as error:
        raise ServiceRefused(*error.messages) from error
    lookup = _Lookup(project, rows)
    errors += [(row.line, problem) for row in rows for problem in lookup.problems(row)]
    if errors:
        sentences = [f"Line {line}: {problem}" for line, problem in sorted(errors, key=lambda error: error[0])]
        raise ServiceRefused(*TableError(sentences).messages)  # TableError limits the number of messages
    return assign(project=project, tasks=[lookup.task(row) for row in rows], by=by)


class _Lookup:
    """The topics, members, summaries, releases and instruments of a project that the rows name."""

    def __init__(self, project: Project, rows: Iterable[AssignmentRow]) -> None:
        topics = Topic.objects.filter(project=project, key__in={row.topic for row in rows})
        self.topics = {topic.key: topic for topic in topics}
        self.members = {member.name: member for member in project.memberships.all()}
        summaries = Summary.objects.filter(topic__in=self.topics.values()).defer("text", "words", "sentences")
        self.summaries = {(summary.topic_id, summary.kind, summary.summarizer): summary for summary in summaries}
        # A row names an option by its slot, in the column "instrument".
        options = [option for kind in kinds() for option in kind.task_options(project) if option.slot]
        self.options = {(option.slot, option.per_summary): option for option in options}
        self.releases: dict[tuple[int, str, int], Release] = {}  # by topic id, owner's name and release number
        releases = Release.objects.filter(pyramid__topic__in=self.topics.values()).order_by("number")
        for release in releases.select_related("pyramid__owner").defer("document"):
            pyramid_key = (release.pyramid.topic_id, release.pyramid.owner.name)
            # Number 0 means the latest release. Numbers ascend, so the latest one is stored last and stays.
            self.releases[*pyramid_key, release.number] = self.releases[*pyramid_key, 0] = release

    def problems(self, row: AssignmentRow) -> Iterable[str]:
        """Yields a sentence for each name in a row that does not exist or cannot be assigned."""
        topic, member = self.topics.get(row.topic), self.members.get(row.member)
        if topic is None:
            yield f"there is no topic “{row.topic}”."
        elif row.peer and self._summary(topic, row) is None:
            yield f"topic “{row.topic}” has no peer “{row.peer}”."
        elif row.release_owner and (topic.pk, row.release_owner, row.release_number) not in self.releases:
            release = f"release {row.release_number}" if row.release_number else "release"
            yield f"topic “{row.topic}” has no {release} of “{row.release_owner}”."
        yield from self._instrument_problems(row, topic)
        if member is None:
            yield f"there is no member “{row.member}”."
        elif member.user_id is None or member.role == Membership.Role.VIEWER:
            status = "viewer" if member.user_id else "name without an account"
            yield f"“{row.member}” cannot be assigned anything, as a {status}."

    def _summary(self, topic: Topic, row: AssignmentRow) -> Summary | None:
        """Returns the summary that a row names: a peer, or a model if the instrument is also about models."""
        option = self.options.get((row.instrument, True))
        model = self.summaries.get((topic.pk, Summary.Kind.MODEL, row.peer)) if option and option.about_models else None
        return self.summaries.get((topic.pk, Summary.Kind.PEER, row.peer), model)

    def _instrument_problems(self, row: AssignmentRow, topic: Topic | None) -> Iterable[str]:
        if not row.instrument:
            return
        if (row.instrument, False) not in self.options:
            yield f"there is no instrument “{row.instrument}” that could be assigned."
        elif row.peer and (row.instrument, True) not in self.options:
            yield f"the instrument “{row.instrument}” is about topics; leave the column peer empty."
        elif row.model and not self.options[row.instrument, False].takes_model:
            yield f"the instrument “{row.instrument}” compares with no model; leave the column model empty."
        elif row.model and topic and (topic.pk, Summary.Kind.MODEL, row.model) not in self.summaries:
            yield f"topic “{row.topic}” has no model “{row.model}”."

    def task(self, row: AssignmentRow) -> PlannedTask:
        """Returns the task that a row without `problems` describes."""
        topic = self.topics[row.topic]
        release = self.releases.get((topic.pk, row.release_owner, row.release_number)) if row.release_owner else None
        summary = self._summary(topic, row) if row.peer else None
        member = self.members[row.member]
        if not row.instrument:
            return PlannedTask(topic, member, summary, release, row.due)
        model = self.summaries[topic.pk, Summary.Kind.MODEL, row.model] if row.model else None
        slot = f"{row.instrument}.{model.letter}" if model else row.instrument
        return PlannedTask(topic, member, summary, None, row.due, self.options[row.instrument, False].kind, slot)
