"""What serializers of the API share."""

from typing import Any

from rest_framework import serializers

Plain = serializers.Serializer[Any]


class Body(serializers.Serializer[Any]):
    """A body with the declared fields and no others."""

    def to_internal_value(self, data: Any) -> Any:
        """The validated fields. Raises ValidationError, also for unknown fields."""
        if isinstance(data, dict) and (unknown := [name for name in data if name not in self.fields]):
            raise serializers.ValidationError({name: ["There is no such field."] for name in unknown})
        return super().to_internal_value(data)

    @classmethod
    def read(cls, data: Any) -> dict[str, Any]:
        """The fields of a body. Raises ValidationError."""
        body = cls(data=data)
        body.is_valid(raise_exception=True)
        fields: dict[str, Any] = body.validated_data
        return fields


class FewItems(serializers.ListField):
    """A list whose length is checked before its items."""

    def to_internal_value(self, data: Any) -> Any:
        """The validated items. Raises ValidationError, for a list that is too long without looking at its items."""
        if isinstance(data, list) and self.max_length is not None and len(data) > self.max_length:
            raise serializers.ValidationError(
                f"This list has {len(data)} items; at most {self.max_length} are allowed."
            )
        return super().to_internal_value(data)
