"""A browser without a screen: cookies, forms, and what a page offers."""

from __future__ import annotations

import contextlib
import functools
import html
import http.client
import re
import threading
import urllib.parse

from cinqcents_env.web import server

LONGEST = 300
"""Seconds: a first game may wait for the compiler, and for others that compile."""
FORM = "application/x-www-form-urlencoded"


class Answer:
    """What the table answered."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self):
        return self.body.decode()

    @property
    def turn(self):
        found = re.search(r'name="turn" value="(\d+)"', self.text)
        return found[1] if found else ""

    @property
    def buttons(self):
        """move -> why it may not be made, "" where it may."""
        found = re.findall(r'<button name="move" value="([^"]+)"([^>]*)>', self.text)
        why = {move: re.search(r'data-why="([^"]*)"', rest) for move, rest in found}
        return {
            html.unescape(move): html.unescape(reason[1]) if reason else ""
            for move, reason in why.items()
        }

    @property
    def moves(self):
        """Moves that the page offers."""
        return [move for move, why in self.buttons.items() if not why]

    @property
    def cards(self):
        """Cards whose pictures are on the page."""
        return set(re.findall(r"/cards/\w\w/(\w+)\.svg", self.text)) - {"back"}


class Client:
    """One browser."""

    def __init__(self, port, cookies=None):
        self.host, self.cookies = f"127.0.0.1:{port}", dict(cookies or {})
        self.wire = []

    def ask(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection(self.host, timeout=LONGEST)
        sent = {"Origin": f"http://{self.host}", "Accept-Language": "en"}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        with contextlib.closing(connection):
            connection.request(method, path, body, {**sent, **(headers or {})})
            reply = connection.getresponse()
            answer = Answer(reply.status, reply.headers, reply.read())
        for line in answer.headers.get_all("set-cookie") or []:
            name, _, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        self.wire.append(f"{answer.headers}\n".encode() + answer.body)
        return answer

    def get(self, path, **headers):
        return self.ask("GET", path, None, headers)

    def post(self, path, fields=None, *, part=True, **headers):
        """Send a form, by default as the page's script does."""
        sent = {"Content-Type": FORM, **({"X-Fragment": "1"} if part else {}), **headers}
        return self.ask("POST", path, urllib.parse.urlencode(fields or {}), sent)

    def begin(self, ruleset, seat="0", agent="greedy", seed="5", **options):
        """Begin a game; the path of its page."""
        fields = {"ruleset": ruleset, "seat": seat, "agent": agent, "seed": seed}
        fields |= {f"option-{name}": value for name, value in options.items()}
        answer = self.post("/games", fields, part=False)
        assert answer.status == 303, answer.text
        return answer.headers["location"]

    def move(self, path, answer, move):
        return self.post(path + "/moves", {"move": move, "turn": answer.turn})


@functools.cache
def _warm():
    server.warm_up()


@contextlib.contextmanager
def running(folder, **settings):
    """A table that answers on a port of its own, which is given."""
    _warm()
    listener = server.listening("127.0.0.1", 0)
    made = server.make_server(folder, **settings)
    thread = threading.Thread(target=made.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        made.should_exit = True
        thread.join(timeout=30)
        listener.close()
        assert not thread.is_alive()


def chooser(number):
    """A way to choose: draws and passes where it may, else goes round the moves offered."""

    def choose(moves, count):
        calm = [move for move in moves if move in ("draw", "pass")]
        return (calm or moves)[(count * number) % len(calm or moves)]

    return choose


def play(client, path, count, number=3):
    """Make some moves in a game, fewer where it ends; the last answer."""
    answer = client.get(path)
    for at in range(count):
        if not answer.moves:
            break
        answer = client.move(path, answer, chooser(number)(answer.moves, at))
        assert answer.status == 200, answer.text
    return answer
