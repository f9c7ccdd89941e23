"""The command line as a newcomer and a script meet it: instant help, one-line errors, exit codes."""

import os
import signal
import subprocess
import sys

import pytest

from mhaquiz import __version__, cli

HEAVY = ("textual", "numpy", "sympy", "yaml", "platformdirs", "sqlite3", "fsrs", "rich")


def mhaquiz(*arguments, stdin="", **environment):
    return subprocess.run(
        [sys.executable, "-m", "mhaquiz", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_help_and_version_import_nothing_heavy(argument):
    code = (
        "import sys\n"
        "from mhaquiz.cli import run\n"
        f"code = run([{argument!r}])\n"
        f"heavy = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "sys.stderr.write(' '.join(heavy))\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_help_lists_every_command_under_its_heading_within_80_columns():
    text = cli.help_text()
    assert all(len(line) <= 80 for line in text.splitlines())
    for command in cli.COMMANDS.values():
        assert f"\n  {command.name:<10}{command.line}\n" in text
        assert f"\n{command.group}\n" in text


@pytest.mark.parametrize("command", [command.name for command in cli.COMMANDS.values()])
def test_every_command_explains_itself(command, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.run([command, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: mhaquiz {command}")
    assert all(len(line) <= 80 for line in text.splitlines())


def test_version(capsys):
    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out == f"mhaquiz {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["quizz"], "Did you mean `mhaquiz quiz`?"),
        (["--verbose"], "there is no option `--verbose`"),
        (["quiz", "--count", "0"], "`0` is not a whole number from 1 to 1000"),
        (["quiz", "--seed", "1e3"], "`1e3` is not a whole number"),
        (["quiz", "--nope"], "unrecognized arguments: --nope"),
        (["models", "nope"], "no model is called"),
        (["compute", "1", "--model", "nope"], "no model is called"),
        (["quiz", "--model", "nope"], "no model is called"),
        (["\x1b[31mred"], "[31mred"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(arguments, says, capsys):
    assert cli.run(arguments) == cli.EXIT_USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("mhaquiz")
    assert says in err
    assert "\x1b" not in err


def test_ctrl_c_is_exit_130(monkeypatch, capsys):
    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_home", interrupt)
    assert cli.run([]) == cli.EXIT_INTERRUPTED
    assert "Traceback" not in capsys.readouterr().err


def test_a_fault_of_the_program_is_one_line_without_a_traceback(monkeypatch, capsys):
    def fail():
        raise ZeroDivisionError("division by\nzero")

    monkeypatch.setattr(cli, "_home", fail)
    assert cli.run([]) == cli.EXIT_WRONG
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "ZeroDivisionError: division by zero" in err
    assert "MHAQUIZ_DEBUG" in err


def test_a_fault_shows_where_when_asked(monkeypatch):
    def fail():
        raise ZeroDivisionError

    monkeypatch.setattr(cli, "_home", fail)
    monkeypatch.setenv("MHAQUIZ_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.run([])


def test_a_reader_that_leaves_is_not_an_error():
    done = subprocess.run(
        f"{sys.executable} -m mhaquiz --help | true; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "0\n"
    assert done.stderr == ""


def test_serve_without_its_extra_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    assert cli.run(["serve"]) == cli.EXIT_WRONG
    assert "pip install 'mhaquiz[serve]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "code", "error"),
    [
        ("--help >&-", 0, ""),
        ("--version <&- 2>&-", 0, ""),
        ("quiz --count 1 --seed 3 <&-", 0, ""),
        ("--help >/dev/full", 1, "mhaquiz: No space left on device\n"),
        ("quiz --help >/dev/full", 1, "mhaquiz: No space left on device\n"),
        ("quiz --count 3 --seed 3 --plain </dev/null | head -1", 0, ""),
    ],
)
def test_streams_that_are_closed_full_or_gone(command, code, error, tmp_path):
    done = subprocess.run(
        f"set -o pipefail; {sys.executable} -m mhaquiz {command}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MHAQUIZ_HOME": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (code, error)


def test_ctrl_c_in_a_session_ends_it_with_130(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "mhaquiz", "study", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "MHAQUIZ_HOME": str(tmp_path)},
        # A shell that runs the tests in the background hands SIGINT down ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    asked = any(line.startswith(b"Question 1.") for line in iter(process.stdout.readline, b""))
    assert asked, process.stderr.read()
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=30)
    assert (process.returncode, error) == (cli.EXIT_INTERRUPTED, b"\n")


def test_a_plan_of_no_day_draws_no_days(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path))
    assert cli.run(["plan", "--interview", "tomorrow"]) == 0
    said = capsys.readouterr().out
    assert "does not fit" in said
    assert "Minutes a day:" not in said
