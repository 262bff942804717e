from django.db import migrations, models


class Migration(migrations.Migration):
    """Names the creator of an imported study who has no account here."""

    dependencies = [("scoring", "0002_studies")]

    operations = [
        migrations.AddField(
            model_name="study",
            name="creator_name",
            field=models.CharField(max_length=150, blank=True, default="", db_default="", editable=False),
        )
    ]
