"""Files are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cinqcents_env import _files


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content, kept in (("é", b"\xc3\xa9"), (b"\0", b"\0")):
        _files.write_whole(path, content)
        assert path.read_bytes() == kept
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_what_cannot_be_written_leaves_the_old_file_and_no_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    def fail(*_: object) -> None:
        raise error

    path = tmp_path / "file"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(error):
        _files.write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_in_the_way_is_an_error_and_stays(tmp_path: Path) -> None:
    (tmp_path / "file.part").mkdir()
    with pytest.raises(IsADirectoryError):
        _files.write_whole(tmp_path / "file", "new")
    assert (tmp_path / "file.part").is_dir()
