"""Fields that forms about works share."""

from typing import Any

from django import forms


class ReleaseField(forms.ModelChoiceField):
    """Releases, each named by its pyramid's owner and number."""

    def label_from_instance(self, obj: Any) -> str:
        """What stands beside the button."""
        whose = f" of {obj.owner_name}’s pyramid" if obj.owner_name else ""
        return f"Release {obj.number}{whose}, {obj.created_at:%-d %B %Y}"
