"""What comes from elsewhere is refused, and nothing that is sent brings the table down."""

from __future__ import annotations

import contextlib
import random
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from cinqcents_env.web.guard import POLICY, Guard
from tests.web.client import FORM, Client, chooser, running

SECURITY = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


@pytest.mark.parametrize(
    "path", ["/", "/static/table.css", "/cards/en/AS.svg", "/nothing", "/games"]
)
def test_every_answer_has_its_headers(client, path):
    answer = client.get(path)
    for name, value in SECURITY.items():
        assert answer.headers[name] == value
    assert "server" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_pages_are_not_stored_and_pictures_are(client):
    assert client.get("/").headers["cache-control"] == "no-store"
    assert "max-age" in client.get("/cards/en/AS.svg").headers["cache-control"]


def test_no_page_holds_a_script_or_style_of_its_own(client):
    path = client.begin("classic")
    for page in ("/", path, "/new/classic", "/tournaments", "/rules/classic"):
        text = client.get(page).text
        assert text.count("<script") == text.count("<script src=")
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick" not in text


def test_cookies_are_kept_from_scripts_and_other_sites(port):
    header = Client(port).get("/?lang=fr").headers.get_all("set-cookie")
    assert len(header) == 2
    for line in header:
        assert "HttpOnly" in line
        assert "SameSite=lax" in line


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8500", True),
        ("127.0.0.1", True),
        ("localhost:1", True),
        ("LOCALHOST", True),
        ("[::1]:8500", True),
        ("192.168.1.7:80", True),
        ("table.example", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("127.0.0.1@evil.example", False),
        ("", False),
        ("a b", False),
        ("[::1", False),
        ("127.0.0.1:x", True),
    ],
)
def test_hosts(host, known):
    assert Guard(None, ["Table.example"]).knows_host(host) is known


def test_a_name_that_was_made_to_resolve_here_is_refused(client):
    assert client.get("/", Host="evil.example").status == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "https://HOST"},
        {"Origin": "http://HOST.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_requests_from_other_sites_change_nothing(client, headers):
    path = client.begin("classic")
    page = client.get(path)
    sent = {name: value.replace("HOST", client.host) for name, value in headers.items()}
    fields = {"move": page.moves[0], "turn": page.turn}
    for action in ("/moves", "/undo", "/end", "/steps", "/analysis"):
        assert client.post(path + action, fields, **sent).status == 403
    assert client.post("/games", {"ruleset": "mini"}, **sent).status == 403
    assert client.post("/replays", {"record": "{}"}, **sent).status == 403
    assert client.get(path).buttons == page.buttons


def test_sizes_and_kinds_of_forms(client):
    path = client.begin("classic")
    many = "&".join(f"a{i}=1" for i in range(1000))
    for body, kind, status in (
        (b"x" * 100_000, FORM, 413),
        (many.encode(), FORM, 400),
        (b"%zz", FORM, 400),
        (b"move=%ff", FORM, 400),
        (b"move=\xff", FORM, 400),
        (b"move", FORM, 400),
        (b"{}", "application/json", 415),
        (b"", "multipart/form-data; boundary=x", 415),
    ):
        answer = client.ask("POST", path + "/moves", body, {"Content-Type": kind})
        assert answer.status == status, (body[:20], kind)
    assert client.get("/" + "x" * 5000).status == 414


def raw(port, data, wait=0.3):
    """Send bytes as they are; the beginning of what comes back."""
    with socket.create_connection(("127.0.0.1", port), timeout=wait) as connection:
        connection.sendall(data)
        with contextlib.suppress(TimeoutError, ConnectionError):
            return connection.recv(200)
    return b""


def malformed_body(rng):
    """The body of such a request: none, too long, or of fields that do not go."""
    return rng.choice(
        [
            b"",
            b"move=AS&turn=",
            b"turn=99999999999999999999&move=AS",
            b"ruleset=classic&seat=%F0%9F%98%80",
            rng.randbytes(200),
            b"{" * 5000,
            b"&" * 200,
            b"ruleset=classic&agent=checkpoint%3A%2Fetc%2Fpasswd",
        ]
    )


def malformed(rng, path, host):
    """A request that is broken in one of many ways."""
    method = rng.choice(["GET", "POST", "PUT", "BREW", "get", "\x00", ""])
    target = rng.choice(
        [
            path,
            path + "/moves",
            "/games/" + "%00" * 5,
            "/" + rng.randbytes(8).hex(),
            "//../..",
            "*",
            "/games?" + "a=1&" * 300,
            "/replays",
            "/cards/en/..%2f..%2fAS.svg",
            path + "/replay?ply=" + "9" * 400,
        ]
    )
    body = malformed_body(rng)
    headers = [
        f"Host: {rng.choice([host, host, host, 'evil', '', 'a b', host + ', ' + host])}",
        f"Origin: {rng.choice(['http://' + host, 'http://' + host, 'null', '', 'x' * 3000])}",
        f"Content-Type: {rng.choice([FORM, 'application/x-ndjson', 'text/plain', '', 'x/'])}",
        f"Content-Length: {rng.choice([len(body), len(body), 0, 10**12, -1, 'x', 3])}",
        f"Cookie: cinqcents_owner={rng.choice(['', 'x' * 22, '../../x', ';;;', '=' * 40])}",
        rng.choice(["X-Fragment: 1", "Transfer-Encoding: chunked", "X: " + "y" * 9000, "Broken"]),
        "Connection: close",
    ]
    rng.shuffle(headers)
    lines = "\r\n".join([f"{method} {target} HTTP/1.{rng.choice([0, 1, 1, 1, 7])}", *headers])
    return lines.encode("latin-1") + b"\r\n\r\n" + body


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thousand_malformed_requests_leave_it_standing(tmp_path):
    rng = random.Random(7)
    with running(tmp_path) as port:
        client = Client(port)
        path = client.begin("classic")
        before = client.get(path)
        requests = [malformed(rng, path, client.host) for _ in range(960)]
        requests += [rng.randbytes(rng.randrange(1, 400)) for _ in range(40)]
        with ThreadPoolExecutor(32) as pool:
            answers = list(pool.map(lambda data: raw(port, data), requests))
        statuses = {answer[9:12] for answer in answers if answer.startswith(b"HTTP/1.")}
        assert {b"400", b"403", b"404", b"405", b"415", b"421"} <= statuses
        assert not any(status.startswith(b"5") for status in statuses)
        after = client.get(path)
        assert (after.status, after.buttons, after.turn) == (200, before.buttons, before.turn)
        assert client.move(path, after, after.moves[0]).status == 200


def test_a_hundred_games_at_once(tmp_path):
    """Each in the hands of a browser of its own, all of them moving at the same time."""
    rulesets = ["mini", "classic", "us3", "au4", "bordelais"]

    def play(port, number):
        client = Client(port)
        path = client.begin(rulesets[number % len(rulesets)], seed=str(number))
        answer = client.get(path)
        for at in range(8):
            if not answer.moves:
                break
            answer = client.move(path, answer, chooser(number)(answer.moves, at))
            assert answer.status == 200
        return path, client, answer

    with running(tmp_path) as port, ThreadPoolExecutor(100) as pool:
        played = list(pool.map(lambda number: play(port, number), range(100)))
        assert len({path for path, _, _ in played}) == 100
        for path, client, answer in played:
            again = client.get(path)
            assert (again.turn, again.buttons) == (answer.turn, answer.buttons)


def test_a_slow_sender_keeps_nobody_waiting(port):
    with socket.create_connection(("127.0.0.1", port)) as slow:
        slow.sendall(b"POST /games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n")
        start = time.monotonic()
        assert Client(port).get("/").status == 200
        assert time.monotonic() - start < 5
