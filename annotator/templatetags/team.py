"""`{{ tasks|task_counts }}`, `{{ tasks|next_due }}`: the numbers of tasks by state, and the earliest due date."""

from django import template

from annotator.work.tasks.overview import task_counts
from annotator.work.tasks.queries import next_due

register = template.Library()
register.filter("task_counts", task_counts)
register.filter("next_due", next_due)
