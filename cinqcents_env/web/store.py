"""Games kept on disk: one file each, written whole after every move, named unguessably."""

from __future__ import annotations

import json
import secrets
import threading
import weakref
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

from cinqcents_env._files import write_whole
from cinqcents_env.notation import RecordError
from cinqcents_env.web.sessions import Session, TableError

MAX_GAMES = 5_000
"""Games that a folder holds; more are refused."""
LOADED = 256
"""Games kept in memory."""
SUFFIX = ".json"


class Listed(NamedTuple):
    """What a list of games says of one."""

    name: str
    owner: str
    kind: str
    created: float
    ruleset: str
    agents: tuple[str, ...]
    over: bool


class StoreError(ValueError):
    """A folder that cannot be read or written."""


def new_name() -> str:
    """A name that nobody guesses: 128 bits of chance."""
    return secrets.token_urlsafe(16)


class Store:
    """The games of a folder.

    What a request names is looked up among the names known; it never becomes a path.

    Args:
        folder: made if it is not there.

    Attributes:
        unread: names of files that are no games of a table; they are left alone.

    Raises:
        StoreError: the folder cannot be made or read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.unread: list[str] = []
        self._listed: dict[str, Listed] = {}
        self._loaded: OrderedDict[str, Session] = OrderedDict()
        # What has left memory but is still in somebody's hands is found here, never made twice.
        self._alive: weakref.WeakValueDictionary[str, Session] = weakref.WeakValueDictionary()
        self._lock = threading.RLock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            paths = sorted(folder.glob(f"*{SUFFIX}"))
        except OSError as error:
            raise StoreError(f"{folder} cannot be used: {error.strerror}") from None
        for path in paths:
            self._note_file(path)

    def _note_file(self, path: Path) -> None:
        try:
            data = json.loads(path.read_bytes())
            listed = Listed(
                str(data["name"]),
                str(data["owner"]),
                str(data["kind"]),
                float(data["created"]),
                str(data["record"]["rules"]),
                tuple(spec or "" for spec in data["agents"]),
                bool(data["closed"]) or data["record"]["result"] is not None,
            )
            if path.name != listed.name + SUFFIX:
                raise ValueError("another name")
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            self.unread.append(path.name)
            return
        self._listed[listed.name] = listed

    def __len__(self) -> int:
        return len(self._listed)

    def of(self, owner: str) -> list[Listed]:
        """The games of an owner, the newest first."""
        mine = [listed for listed in self._listed.copy().values() if listed.owner == owner]
        return sorted(mine, key=lambda listed: -listed.created)

    def find(self, name: str) -> Session:
        """A game by its name.

        Raises:
            KeyError: there is no such game.
            RecordError, ReplayError: its file can no longer be read.
        """
        with self._lock:
            if name not in self._listed:
                raise KeyError(name)
            alive = self._alive.get(name)
            if alive is not None:
                return self._keep(alive)
            known = self._listed[name].name
            try:
                data = json.loads((self.folder / (known + SUFFIX)).read_bytes())
            except (OSError, ValueError, RecursionError) as error:
                raise RecordError(f"game {known} cannot be read: {error}") from None
            return self._keep(Session.from_dict(data))

    def add(self, session: Session) -> None:
        """Take a new game in and write it.

        Raises:
            TableError: there are too many, or it cannot be written.
        """
        with self._lock:
            if len(self._listed) >= MAX_GAMES:
                raise TableError("too_many_games", most=MAX_GAMES)
            self.save(session)
            self._keep(session)

    def _keep(self, session: Session) -> Session:
        self._alive[session.name] = self._loaded[session.name] = session
        self._loaded.move_to_end(session.name)
        while len(self._loaded) > LOADED:
            self._loaded.popitem(last=False)
        return session

    def save(self, session: Session) -> None:
        """Write a game as it stands.

        Raises:
            TableError: it cannot be written.
        """
        text = json.dumps(session.as_dict(), separators=(",", ":"))
        try:
            write_whole(self.folder / (session.name + SUFFIX), text)
        except OSError as error:
            raise TableError("cannot_write", reason=str(error.strerror)) from None
        game = session.course.game
        self._listed[session.name] = Listed(
            session.name,
            session.owner,
            session.kind,
            session.created,
            game.rules.ruleset,
            tuple(session.labels),
            game.is_over or session.closed,
        )
