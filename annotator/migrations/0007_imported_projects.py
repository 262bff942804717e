"""Names of people of another installation, for projects that were exported there (docs/adr/0090)."""

from django.db import migrations, models


def kept_name():
    return models.CharField(blank=True, db_default="", default="", editable=False, max_length=150)


class Migration(migrations.Migration):
    dependencies = [("annotator", "0006_api_tokens")]

    operations = [
        migrations.AddField(model_name="assignment", name="creator_name", field=kept_name()),
        migrations.AddField(model_name="edit", name="actor_name", field=kept_name()),
        migrations.AddField(model_name="membership", name="account_name", field=kept_name()),
        migrations.AddField(
            model_name="membership",
            name="host",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(model_name="notethread", name="resolver_name", field=kept_name()),
        migrations.AddField(model_name="release", name="creator_name", field=kept_name()),
    ]
