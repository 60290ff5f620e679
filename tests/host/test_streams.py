"""Standard input and output that were closed, or have another encoding."""

import io
import os
import subprocess
import sys

import pytest

from host.cli import streams
from tests.host.program import ROOT

CLOSED = """
import os, sys
os.close(int(sys.argv[1]))
os.execv(sys.executable, [sys.executable, "-m", "host", *sys.argv[2:]])
"""


@pytest.fixture
def output(monkeypatch):
    """Return a function that makes standard output a file in this encoding, and returns it."""

    def made(encoding):
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
        return sys.stdout

    return made


def test_output_into_a_file_can_be_read_again(output, monkeypatch):
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    file = output("cp1252")
    streams.prepare()
    print("José, Łukasz ▶ \ud800", file=file, flush=True)
    assert file.buffer.getvalue().split() == [
        "José,".encode(),
        "Łukasz".encode(),
        "▶".encode(),
        b"?",
    ]


def test_a_chosen_encoding_is_used_and_can_print_anything(output, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    file = output("cp1252")
    streams.prepare()
    print("José ▶", file=file, flush=True)
    assert file.buffer.getvalue().split() == [b"Jos\xe9", b"?"]


@pytest.mark.skipif(sys.platform == "win32", reason="no program closes its streams there")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_stream_may_be_closed(number, tmp_path):
    words = ("practice", "--day", "--history", tmp_path / "games.sqlite")
    done = subprocess.run(
        [sys.executable, "-c", CLOSED, str(number), *words],
        input="q\n",
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [("card", "noddy"), ("--help",)])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_reported(words, unbuffered):
    if sys.platform != "linux":
        pytest.skip("only Linux has a file that is always full")
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "host", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            check=False,
            timeout=60,
        )
    text = "Error: The disk is full: free some space, and try again.\n"
    assert (done.returncode, done.stderr) == (1, text)
