"""What serializers of the API share."""

from typing import Any

from rest_framework import serializers

Plain = serializers.Serializer[Any]


class Body(serializers.Serializer[Any]):
    """An object with the fields that are declared and no others."""

    def to_internal_value(self, data: Any) -> Any:
        """The checked fields. Raises ValidationError, for unknown ones too."""
        if isinstance(data, dict) and (unknown := [name for name in data if name not in self.fields]):
            raise serializers.ValidationError({name: ["There is no such field."] for name in unknown})
        return super().to_internal_value(data)

    @classmethod
    def read(cls, data: Any) -> dict[str, Any]:
        """The fields of a body. Raises ValidationError."""
        body = cls(data=data)
        body.is_valid(raise_exception=True)
        taken: dict[str, Any] = body.validated_data
        return taken


class FewItems(serializers.ListField):
    """A list that is counted before any of its items is looked at."""

    def to_internal_value(self, data: Any) -> Any:
        """The checked items. Raises ValidationError, for too many without looking at them."""
        if isinstance(data, list) and self.max_length is not None and len(data) > self.max_length:
            raise serializers.ValidationError(f"These are {len(data)}; at most {self.max_length} are taken at once.")
        return super().to_internal_value(data)
