"""Finds out whether matchers of imported annotations marked text that matches no SCU (definitions §12)."""

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
    JOIN annotator_work sibling ON sibling.owner_id = own.owner_id AND sibling.release_id = own.release_id
    JOIN annotator_matchfile file ON file.work_id = sibling.id
"""


def marked_at_import() -> RawSQL:
    """SQL for peer annotations: whether the matcher marked text that matches no SCU; null without imported files.

    Among the imported files of one matcher for one release, it is enough that one file marks such text. For an
    annotation that was carried over, and for a consensus, the files of the original annotations count.
    """
    return RawSQL(_SQL, [], output_field=BooleanField(null=True))  # noqa: S611  # a constant
