"""Imports files of judgments into a project: each file whole or not at all."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime

from django.db import transaction

from annotator.interchange.judgment_files.reading import JudgmentFile
from annotator.interchange.judgments.new_sheets import SheetImport
from annotator.interchange.judgments.new_texts import add_missing_texts
from annotator.interchange.judgments.report import JudgmentImportReport
from annotator.judgments.models import Instrument
from annotator.judgments.presets.base import Preset
from annotator.judgments.services.instruments import create_instrument
from annotator.projects.models import Project
from annotator.texts.errors import FormatError
from annotator.web.refusals import ServiceRefused


@transaction.atomic
def import_judgments(
    *,
    project: Project,
    key: str,
    files: Sequence[tuple[str, bytes]],
    read: Callable[[bytes], JudgmentFile],
    now: datetime,
    preset: Preset | None = None,
    program_version: str = "",
    dry_run: bool = False,
) -> JudgmentImportReport:
    """Import the judgments of files, given as names and bytes, into the sheets of an instrument.

    ``read``: returns the content of a file, or raises FormatError. ``preset``: makes the instrument if the project has
    none with this key. ``program_version``: the judges are programs of this version, not people. With ``dry_run``, or
    if no file is imported, nothing is changed. Raises ServiceRefused if there is no instrument or it is closed; what is
    wrong with a file is in the report.
    """
    report = JudgmentImportReport()
    Project.objects.select_for_update().get(pk=project.pk)
    instrument = Instrument.objects.filter(project=project, key=key).first()
    is_new = instrument is None
    if instrument is None:
        if preset is None:
            raise ServiceRefused(f"The project has no instrument “{key}”; name a preset to make it.")
        instrument = create_instrument(project=project, key=key, name="", kind="", preset=preset, by=None)
    elif instrument.state == Instrument.State.CLOSED:
        raise ServiceRefused(f"The instrument “{key}” is closed and takes no judgments; a manager can open it again.")
    for name, data in files:
        try:
            content = read(data)
            with transaction.atomic():
                repairs = [*content.repairs, *add_missing_texts(project, content)]
                sheet_import = SheetImport(instrument, name, program_version, now)
                sheet_import.run(content)
        except (FormatError, ServiceRefused) as error:
            report.refused.append({"file": name, "why": str(error)})
            continue
        report.files += 1
        for count, value in sheet_import.counts.items():
            setattr(report, count, getattr(report, count) + value)
        report.repairs += [{"file": name, **asdict(repair)} for repair in repairs]
    if is_new:
        Instrument.objects.filter(pk=instrument.pk).update(state=Instrument.State.OPEN)
    if dry_run or not report.files:
        transaction.set_rollback(True)
    return report
