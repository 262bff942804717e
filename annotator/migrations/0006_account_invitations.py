"""Invitations of accounts by user name, which their holders accept."""

from django.conf import settings
from django.db import migrations, models

USER = settings.AUTH_USER_MODEL


class Migration(migrations.Migration):
    dependencies = [migrations.swappable_dependency(USER), ("annotator", "0005_marks_non_matching")]

    operations = [
        migrations.CreateModel(
            name="AccountInvitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("username", models.CharField(max_length=150)),
                ("role", models.CharField(max_length=10)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("declined_at", models.DateTimeField(null=True)),
                ("created_by", models.ForeignKey(USER, models.PROTECT, related_name="+")),
                ("member", models.ForeignKey("annotator.membership", models.CASCADE, null=True, related_name="+")),
                (
                    "project",
                    models.ForeignKey("annotator.project", models.CASCADE, related_name="account_invitations"),
                ),
                (
                    "user",
                    models.ForeignKey(USER, models.CASCADE, null=True, related_name="received_invitations"),
                ),
            ],
            options={"ordering": ["-created_at", "-id"]},
        ),
        migrations.AddConstraint(
            "accountinvitation",
            models.UniqueConstraint(fields=["project", "username"], name="account_invitation_once_in_project"),
        ),
        migrations.AddConstraint(
            "accountinvitation",
            models.CheckConstraint(
                condition=models.Q(role__in=["manager", "annotator", "viewer"]), name="account_invitation_role_known"
            ),
        ),
    ]
