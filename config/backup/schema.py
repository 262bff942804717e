"""Which tables a database has according to its migrations, and how to migrate it to those of a backup."""

from dataclasses import dataclass

from django.db import connection
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.backup.refused import BackupRefused

# Useless elsewhere: who is signed in, who tried to, and runs with their results.
LEFT_OUT = {  # whole apps, or models
    "sessions",
    "annotator.accountsession",
    "annotator.run",
    "annotator.runpart",
    "axes",
}
# Django fills these itself, with different keys in each database.
MACHINE_MADE = ("auth_permission", "django_content_type")
Migration = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Source:
    """A table and the column that its rows are sorted by."""

    table: str
    key: str


def applied() -> set[Migration]:
    """Returns the applied migrations of the installed apps.

    Raises:
        BackupRefused: a later version of Pyramidion has migrated the database.
    """
    done = set(MigrationRecorder(connection).applied_migrations())
    loader = MigrationLoader(None)
    unknown = sorted(key for key in done if key[0] in loader.migrated_apps and key not in loader.disk_migrations)
    if unknown:
        raise BackupRefused(
            f"The database is of a newer version of Pyramidion (it has {_latest(unknown)}): update this one first."
        )
    return done & set(loader.disk_migrations)


def check_known(migrations: set[Migration]) -> None:
    """Refuses migrations of a backup that this version does not have, or without those that they depend on."""
    graph = MigrationLoader(None).graph
    unknown = sorted(migrations - set(graph.nodes))
    if unknown:
        raise BackupRefused(
            f"It is of a newer version of Pyramidion (it has {_latest(unknown)}): update this installation first."
        )
    if any(needed not in migrations for migration in migrations for needed in graph.forwards_plan(migration)):
        raise BackupRefused("It is no backup of Pyramidion: migrations are missing in its list.")


def sources(migrations: set[Migration]) -> tuple[list[Source], list[str]]:
    """Returns the tables that these migrations make: those in a backup, in order, and the names of those left out."""
    state = MigrationLoader(None).project_state(sorted(migrations))
    models = [m for m in state.apps.get_models(include_auto_created=True) if m._meta.managed and not m._meta.proxy]
    left_out = {m._meta.db_table for m in models if LEFT_OUT & {m._meta.app_label, m._meta.label_lower}}
    kept = [Source(m._meta.db_table, str(m._meta.pk.column)) for m in models if m._meta.db_table not in left_out]
    return sorted(kept, key=lambda source: source.table), sorted(left_out)


def migrate_to(migrations: set[Migration]) -> None:
    """Migrates an empty database to exactly these migrations, forwards or backwards."""
    executor = MigrationExecutor(connection)
    executor.loader.check_consistent_history(connection)
    last = {app: _last(executor.loader, app, migrations) for app in executor.loader.migrated_apps}
    targets = [(app, name) for app, name in sorted(last.items())]
    done = executor.loader.applied_migrations
    backwards = [(app, name) for app, name in targets if name is None or (app, name) in done]
    try:
        executor.migrate(backwards)
    except IrreversibleError as error:
        raise BackupRefused(
            "The database is of a newer version than the backup and cannot go back: restore into a new, empty database."
        ) from error
    executor = MigrationExecutor(connection)
    executor.migrate([target for target in targets if target[1] is not None])
    if applied() != migrations:
        raise BackupRefused("The database cannot be brought to the version of the backup: restore into a new one.")


def _last(loader: MigrationLoader, app: str, migrations: set[Migration]) -> str | None:
    """Returns the last migration of an app; None if it has none."""
    own = [migration for migration in migrations if migration[0] == app]
    ends = [key for key in own if not any(child.key in own for child in loader.graph.node_map[key].children)]
    if len(ends) > 1:
        raise BackupRefused("It is no backup of Pyramidion: its list of migrations has two ends.")
    return ends[0][1] if ends else None


def _latest(migrations: list[Migration]) -> str:
    return ".".join(migrations[-1])
