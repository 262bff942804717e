"""The schemas of plain fields, which have the names of database columns, derived from these columns."""

from typing import Any

from django.db import models

from annotator.interchange.project_file.fields import PLAIN_FIELDS, ModelOrKind
from annotator.interchange.project_file.schema_types import (
    BOOLEAN,
    DATE,
    NATURAL,
    POSITION,
    TEXT,
    TIME,
    UUID,
    Schema,
    or_null,
    text,
)
from annotator.work.models import Work


def plain(model_or_work_kind: ModelOrKind, **overrides: Schema) -> dict[str, Schema]:
    """The schemas of a model's or work kind's plain fields. ``overrides`` are for JSON columns and stricter schemas."""
    model: Any = Work if isinstance(model_or_work_kind, str) else model_or_work_kind
    return {
        name: overrides.get(name) or _column_schema(model._meta.get_field(name))
        for name in PLAIN_FIELDS[model_or_work_kind]
    }


def _column_schema(field: Any) -> Schema:
    if field.choices:
        schema: Schema = {"enum": [choice for choice, _ in field.choices]}
    elif isinstance(field, models.CharField):
        schema = text(max_length=field.max_length)
    else:
        schema = next(schema for type_, schema in _SCHEMAS_BY_FIELD_TYPE.items() if isinstance(field, type_))
    return or_null(schema) if field.null else schema


_SCHEMAS_BY_FIELD_TYPE: dict[type, Schema] = {
    models.TextField: TEXT,
    models.DateTimeField: TIME,  # before DateField, from which it derives
    models.DateField: DATE,
    models.UUIDField: UUID,
    models.BooleanField: BOOLEAN,
    models.FloatField: POSITION,  # the only floats are positions in an order
    models.PositiveIntegerField: NATURAL,
    models.PositiveSmallIntegerField: NATURAL,
}
