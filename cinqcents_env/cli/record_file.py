"""The record of a game under way: a line at the end of a file, written anew after each move."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from cinqcents_env.cli.common import BadInput, Failed

if TYPE_CHECKING:
    from cinqcents_env.game import Game


class RecordFile:
    """The file that a game's record is added to.

    Args:
        name: of the file; games that it holds stay as they are.

    Raises:
        BadInput: it cannot be written.
    """

    def __init__(self, name: str) -> None:
        self.path = Path(name).expanduser()
        try:
            with self.path.open("ab") as file:
                self._start = self._end = file.seek(0, os.SEEK_END)
        except OSError as error:
            raise BadInput(self._cannot(error)) from None

    def keep(self, game: Game) -> None:
        """Let the file end with the record of this game as it now stands.

        Where somebody else has written meanwhile, it becomes a further line after theirs.

        Raises:
            Failed: it cannot be written.
        """
        try:
            with self.path.open("r+b") as file:
                size = file.seek(0, os.SEEK_END)
                self._start = self._start if size == self._end else size
                file.seek(self._start)
                file.write((game.record_line() + "\n").encode("utf-8"))
                self._end = file.tell()
                file.truncate()
        except OSError as error:
            raise Failed(self._cannot(error)) from None

    def _cannot(self, error: OSError) -> str:
        return f"record file {self.path} cannot be written: {error.strerror or error}"
