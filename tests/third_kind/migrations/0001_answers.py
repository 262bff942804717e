"""The table of answers."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [("annotator", "0002_constraints")]

    operations = [
        migrations.CreateModel(
            name="Answer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("item", models.UUIDField()),
                ("value", models.BooleanField()),
                (
                    "work",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="answers", to="annotator.work"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("work", "item"), name="answer_once_for_item")],
            },
        ),
    ]
