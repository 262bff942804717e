"""Which tables a database has by the migrations it has been through, and how it gets to those of a backup."""

from dataclasses import dataclass

from django.db import connection
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.backup.refused import BackupRefused

# Of no use elsewhere, or of the moment: who is signed in, who tried to.
LEFT_OUT = {
    "sessions",
    "annotator.accountsession",
    "annotator.run",
    "annotator.runpart",
    "axes",
}  # whole apps, or models
# Django fills these by itself, with keys of its own in each database.
MACHINE_MADE = ("auth_permission", "django_content_type")
Migration = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Source:
    """A table and the column that puts its rows in order."""

    table: str
    key: str


def applied() -> set[Migration]:
    """What this database has been through, of the apps that are installed.

    Raises:
        BackupRefused: a later version of Pyramidion has been at work on it.
    """
    done = set(MigrationRecorder(connection).applied_migrations())
    loader = MigrationLoader(None)
    unknown = sorted(one for one in done if one[0] in loader.migrated_apps and one not in loader.disk_migrations)
    if unknown:
        raise BackupRefused(
            f"The database is of a newer version of Pyramidion (it has {_named(unknown)}): update this one first."
        )
    return {one for one in done if one in loader.disk_migrations}


def check_known(migrations: set[Migration]) -> None:
    """Refuse migrations of a backup that this version does not have, or that leave out what they rest on."""
    graph = MigrationLoader(None).graph
    unknown = sorted(one for one in migrations if one not in graph.nodes)
    if unknown:
        raise BackupRefused(
            f"It is of a newer version of Pyramidion (it has {_named(unknown)}): update this installation first."
        )
    if any(before not in migrations for one in migrations for before in graph.forwards_plan(one)):
        raise BackupRefused("It is no backup of Pyramidion: migrations are missing in its list.")


def sources(migrations: set[Migration]) -> tuple[list[Source], list[str]]:
    """The tables that these migrations made: those of a backup, in order, and the names of those left out of it."""
    state = MigrationLoader(None).project_state(sorted(migrations))
    models = [m for m in state.apps.get_models(include_auto_created=True) if m._meta.managed and not m._meta.proxy]
    left_out = {m._meta.db_table for m in models if LEFT_OUT & {m._meta.app_label, m._meta.label_lower}}
    found = [Source(m._meta.db_table, str(m._meta.pk.column)) for m in models if m._meta.db_table not in left_out]
    return sorted(found, key=lambda one: one.table), sorted(left_out)


def migrate_to(migrations: set[Migration]) -> None:
    """Bring an empty database to exactly these migrations, forward or back."""
    executor = MigrationExecutor(connection)
    executor.loader.check_consistent_history(connection)
    last = {app: _last(executor.loader, app, migrations) for app in executor.loader.migrated_apps}
    targets = [(app, name) for app, name in sorted(last.items())]
    done = executor.loader.applied_migrations
    back = [(app, name) for app, name in targets if name is None or (app, name) in done]
    try:
        executor.migrate(back)
    except IrreversibleError as error:
        raise BackupRefused(
            "The database is of a newer version than the backup and cannot go back: restore into a new, empty database."
        ) from error
    executor = MigrationExecutor(connection)
    executor.migrate([target for target in targets if target[1] is not None])
    if applied() != migrations:
        raise BackupRefused("The database cannot be brought to the version of the backup: restore into a new one.")


def _last(loader: MigrationLoader, app: str, migrations: set[Migration]) -> str | None:
    """The migration of an app that no other one of it rests on."""
    own = [one for one in migrations if one[0] == app]
    ends = [one for one in own if not any(child.key in own for child in loader.graph.node_map[one].children)]
    if len(ends) > 1:
        raise BackupRefused("It is no backup of Pyramidion: its list of migrations has two ends.")
    return ends[0][1] if ends else None


def _named(migrations: list[Migration]) -> str:
    return ".".join(migrations[-1])
