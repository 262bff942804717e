"""`{{ tasks|counted }}`, `{{ tasks|next_due }}`: summaries of tasks."""

from django import template

from annotator.work.tasks.overview import counted
from annotator.work.tasks.queries import next_due

register = template.Library()
register.filter("counted", counted)
register.filter("next_due", next_due)
