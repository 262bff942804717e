"""`{{ tasks|counted }}`, `{{ tasks|next_due }}`: what tasks come to."""

from django import template

from annotator.work.tasks.overview import counted, next_due

register = template.Library()
register.filter("counted", counted)
register.filter("next_due", next_due)
