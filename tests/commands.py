"""Commands of `manage.py` as the command line runs them, but in this process: a new one takes seconds to start."""

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from subprocess import CompletedProcess

from django.core.management import get_commands, load_command_class


def manage(name: str, *arguments: object) -> CompletedProcess[str]:
    """The exit status of a command, and what it prints. In a test without a database it proves to need none."""
    argv = ["manage.py", name, *map(str, arguments)]
    out, err, status = StringIO(), StringIO(), 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            load_command_class(get_commands()[name], name).run_from_argv(argv)
        except SystemExit as end:
            status = int(end.code or 0)
    return CompletedProcess(argv, status, out.getvalue(), err.getvalue())
