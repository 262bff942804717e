"""Relations between SCUs, also of releases."""

from django.db import migrations, models
from django.db.models import CASCADE


class Migration(migrations.Migration):
    dependencies = [("annotator", "0007_judgments")]

    operations = [
        migrations.AddField("releasedscu", "relations", models.JSONField(default=list)),
        migrations.CreateModel(
            name="ScuRelation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=10)),
                ("pyramid", models.ForeignKey(on_delete=CASCADE, related_name="relations", to="annotator.work")),
                ("scu", models.ForeignKey(on_delete=CASCADE, related_name="relations", to="annotator.scu")),
                ("to_scu", models.ForeignKey(on_delete=CASCADE, related_name="relations_from", to="annotator.scu")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("scu", "to_scu", "kind"), name="relation_once_between_scus"),
                    models.CheckConstraint(
                        condition=models.Q(("scu", models.F("to_scu")), _negated=True), name="relation_not_to_itself"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ("depends", "implies"))), name="relation_kind_known"
                    ),
                ],
            },
        ),
    ]
