"""Filters that several lists of the API share."""

import django_filters as filters
from django import forms


class WholeNumber(filters.NumberFilter):
    """A number without a fraction."""

    field_class = forms.IntegerField
