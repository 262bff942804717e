"""The migrations of a database, the tables that they create, and migrating to the version of a backup."""

from dataclasses import dataclass

from django.db import connection
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.backup.refused import BackupRefused

# Apps and models whose rows are of no use elsewhere: sessions, sign-in attempts, runs with their results, and values
# that are computed again.
LEFT_OUT = {
    "sessions",
    "annotator.accountsession",
    "annotator.run",
    "annotator.runpart",
    "scoring.measured",
    "scoring.studyresult",
    "axes",
}
# Tables that Django fills itself, with different keys in each database.
FILLED_BY_DJANGO = ("auth_permission", "django_content_type")
Migration = tuple[str, str]  # the app and the name


@dataclass(frozen=True, slots=True)
class TableSource:
    """A table to back up, and the column that its rows are sorted by."""

    table: str
    sort_column: str


def applied_migrations() -> set[Migration]:
    """Returns the applied migrations of the installed apps.

    Raises:
        BackupRefused: a later version of Pyramidion has migrated the database.
    """
    applied = set(MigrationRecorder(connection).applied_migrations())
    loader = MigrationLoader(None)
    unknown = sorted(key for key in applied if key[0] in loader.migrated_apps and key not in loader.disk_migrations)
    if unknown:
        raise BackupRefused(
            f"The database is of a newer version of Pyramidion (it has {_latest(unknown)}): update this one first."
        )
    return applied & set(loader.disk_migrations)


def check_migrations_known(migrations: set[Migration]) -> None:
    """Raises BackupRefused unless this version has all these migrations, and they include their dependencies."""
    graph = MigrationLoader(None).graph
    unknown = sorted(migrations - set(graph.nodes))
    if unknown:
        raise BackupRefused(
            f"It is of a newer version of Pyramidion (it has {_latest(unknown)}): update this installation first."
        )
    if any(required not in migrations for migration in migrations for required in graph.forwards_plan(migration)):
        raise BackupRefused("It is not a backup of Pyramidion: migrations are missing from its list.")


def tables_of(migrations: set[Migration]) -> tuple[list[TableSource], list[str]]:
    """Returns the tables that these migrations create, as two lists: the tables to back up, and the names of the tables
    to leave out.
    """
    state = MigrationLoader(None).project_state(sorted(migrations))
    all_options = [model._meta for model in state.apps.get_models(include_auto_created=True)]
    with_table = [options for options in all_options if options.managed and not options.proxy]
    left_out = {options.db_table for options in with_table if LEFT_OUT & {options.app_label, options.label_lower}}
    to_back_up = [options for options in with_table if options.db_table not in left_out]
    tables = [TableSource(options.db_table, str(options.pk.column)) for options in to_back_up]
    return sorted(tables, key=lambda source: source.table), sorted(left_out)


def migrate_to(migrations: set[Migration]) -> None:
    """Migrates an empty database to exactly these migrations, forwards or backwards."""
    executor = MigrationExecutor(connection)
    executor.loader.check_consistent_history(connection)
    last = {app: _last_migration(executor.loader, app, migrations) for app in executor.loader.migrated_apps}
    targets = sorted(last.items())
    applied = executor.loader.applied_migrations
    # Migrating to an applied migration reverses the later ones; None reverses all of an app.
    backwards = [(app, name) for app, name in targets if name is None or (app, name) in applied]
    try:
        executor.migrate(backwards)
    except IrreversibleError as error:
        raise BackupRefused(
            "The database is newer than the backup and cannot be migrated back: restore into a new, empty database."
        ) from error
    executor = MigrationExecutor(connection)
    executor.migrate([target for target in targets if target[1] is not None])
    if applied_migrations() != migrations:
        raise BackupRefused("The database cannot be migrated to the version of the backup: restore into a new one.")


def _last_migration(loader: MigrationLoader, app: str, migrations: set[Migration]) -> str | None:
    """Returns the name of the app's last migration among these; None if there is none."""
    of_app = {migration for migration in migrations if migration[0] == app}
    leaves = [key for key in of_app if not any(child.key in of_app for child in loader.graph.node_map[key].children)]
    if len(leaves) > 1:
        raise BackupRefused(f"It is not a backup of Pyramidion: it has two last migrations of {app}.")
    return leaves[0][1] if leaves else None


def _latest(migrations: list[Migration]) -> str:
    return ".".join(migrations[-1])
