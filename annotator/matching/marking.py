"""Whether the matchers of imported annotations marked text that matches no SCU (definitions §12)."""

from django.db.models import BooleanField
from django.db.models.expressions import RawSQL

_SQL = """
    WITH RECURSIVE origin (work) AS (
        SELECT annotator_work.id
        UNION
        SELECT earlier.id FROM origin JOIN LATERAL (
            SELECT derived.derived_from_id AS id FROM annotator_work derived
            WHERE derived.id = origin.work AND derived.derived_from_id IS NOT NULL
            UNION ALL
            SELECT source.source_id FROM annotator_consensussource source WHERE source.work_id = origin.work
        ) earlier ON true
    )
    SELECT bool_or(file.marks_non_matching) FROM origin
    JOIN annotator_work own ON own.id = origin.work
    JOIN annotator_work beside ON beside.owner_id = own.owner_id AND beside.release_id = own.release_id
    JOIN annotator_matchfile file ON file.work_id = beside.id
"""


def marked_at_import() -> RawSQL:
    """Of a peer annotation: whether its matcher marked text that matches no SCU; null if no imported file says so.

    All files of one matcher against one release are judged together: marked if any of them marks such text. An
    annotation that was carried over, or a consensus, is judged by the files that it goes back to.
    """
    return RawSQL(_SQL, [], output_field=BooleanField(null=True))  # noqa: S611  # a constant
