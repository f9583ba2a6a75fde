"""The steps of CONTRIBUTING.md that add a rule set, followed to the letter in a copy."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COPIED = "cinqcents_env configs docs examples tests mkdocs.yml pyproject.toml README.md"
COPIED += " CONTRIBUTING.md"
BLOCK = re.compile(r"(?:`([\w./-]+\.\w+)`:\n\n)?```(\w+)\n(.*?)```", re.DOTALL)
CHECKS = (
    "tests/docs/test_docs.py::test_generated_files_are_not_stale",
    "tests/docs/test_docs.py::test_every_rule_set_has_its_page",
    "tests/docs/test_site.py::test_every_page_is_in_the_navigation",
    "tests/golden/test_golden.py",
    "tests/perft/test_perft.py",
    "tests/notation/test_names.py",
    "tests/notation/test_sheets.py",
    "tests/web/test_words.py",
    "tests/test_package.py::test_public_names_resolve",
)
CHOSEN = "duel or every_rule_set or stale or every_page or public_names or missing or made_up"


def steps() -> list[tuple[str, str, str]]:
    """(path, language, text) of every block of the section, in order."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text[text.index("## Add a rule set") :].split("\n## ")[0]
    return [(path, language, body) for path, language, body in BLOCK.findall(section)]


def changed(text: str, diff: str) -> str:
    """A text with every run of ``-`` lines replaced by the run of ``+`` lines behind it."""
    for old, new in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)+)", diff, re.MULTILINE):
        before = "".join(line[1:] + "\n" for line in old.splitlines())
        after = "".join(line[1:] + "\n" for line in new.splitlines())
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def command(words: list[str], folder: Path) -> str:
    """Output of a command in the copy, which must succeed."""
    done = subprocess.run(
        words,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copy_of_the_repository(folder: Path) -> Path:
    without = shutil.ignore_patterns("__pycache__", ".*", "_checkpoints")
    for name in COPIED.split():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=without)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.mark.slow
def test_the_steps_add_a_rule_set(tmp_path: Path) -> None:
    copy = copy_of_the_repository(tmp_path)
    found = steps()
    assert [language for _, language, _ in found].count("sh") == 1
    for path, language, text in found:
        if language == "sh":
            for line in text.splitlines():
                command([sys.executable, *line.split()[1:]], copy)
        elif language == "diff":
            file = copy / path
            file.write_text(changed(file.read_text(encoding="utf-8"), text), encoding="utf-8")
        else:
            assert not (copy / path).exists(), path
            (copy / path).write_text(text, encoding="utf-8")
    code = "import cinqcents_env as cc; print(cc.Game('duel', seed=1).rules.target, cc.duel_v0)"
    assert command([sys.executable, "-c", code], copy).startswith("200 <module")
    pytest_words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", CHOSEN, *CHECKS]
    told = command([sys.executable, *pytest_words], copy)
    assert "duel" in (copy / "docs" / "rules" / "duel.md").read_text(encoding="utf-8")
    assert "passed" in told
