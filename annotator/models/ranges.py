"""Range expressions for exclusion constraints."""

from django.contrib.postgres.fields import BigIntegerRangeField, IntegerRangeField
from django.db.models import F, Func, Value


def int8range(key: str) -> Func:
    """``int8range(key, key + 1)``: overlaps exactly where the keys are equal."""
    return Func(F(key), F(key) + Value(1), function="int8range", output_field=BigIntegerRangeField())


def int4range(start: str, end: str) -> Func:
    """``int4range(start, end)``, half-open as all spans are."""
    return Func(F(start), F(end), function="int4range", output_field=IntegerRangeField())
