"""The code on the pages about data and OpenSpiel runs as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cinqcents_env.cli import main

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", ["data.md", "use-with-openspiel.md"])
def test_the_code_of_a_page_runs(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    ran = 0
    for language, code in BLOCK.findall((DOCS / page).read_text(encoding="utf-8")):
        if language == "python":
            exec(compile(code, page, "exec"), names)
            ran += 1
        elif language == "sh":
            for line in code.splitlines():
                program, *words = shlex.split(line)
                assert program == "cinqcents"
                assert main([*words, "--workers", "1"]) == 0, capsys.readouterr().err
                ran += 1
    assert ran >= 4
    assert capsys.readouterr().out
