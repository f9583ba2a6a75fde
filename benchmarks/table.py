"""How long the table in the browser takes to answer a move.

    python benchmarks/table.py [--rulesets classic au4 au6] [--moves 300]

Starts a table on this machine and plays against agents that move at random, so that nearly
all of the time is the table's own: reading the form, the rules, writing the record to disk,
making the page. Prints, by rule set, the median, the 99th percentile and the longest answer
in milliseconds of wall time, and the processor's time a move.
"""

from __future__ import annotations

import argparse
import http.client
import re
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

from cinqcents_env.web.server import listening, make_server, warm_up

FORM = "application/x-www-form-urlencoded"
BUTTON = re.compile(r'<button name="move" value="([^"]+)"(?![^>]*aria-disabled)')


class Player:
    """A client that plays the first move offered, over one connection."""

    def __init__(self, port: int) -> None:
        self.host = f"127.0.0.1:{port}"
        self.connection = http.client.HTTPConnection(self.host)

    def post(self, path: str, fields: dict[str, str], part: bool = True) -> tuple[str, str]:
        """(text, location) of the answer to a form."""
        headers = {"Origin": f"http://{self.host}", "Content-Type": FORM}
        headers |= {"X-Fragment": "1"} if part else {}
        self.connection.request("POST", path, urllib.parse.urlencode(fields), headers)
        answer = self.connection.getresponse()
        return answer.read().decode(), answer.headers.get("location", "")

    def page(self, path: str) -> str:
        """The text of a page."""
        self.connection.request("GET", path)
        return self.connection.getresponse().read().decode()

    def play(self, ruleset: str, moves: int) -> list[float]:
        """Seconds of so many moves, games begun anew as they end."""
        times: list[float] = []
        text, path = "", ""
        while len(times) < moves:
            offered = BUTTON.findall(text)
            if not offered:
                fields = {"ruleset": ruleset, "seat": "0", "agent": "random"}
                path = self.post("/games", fields, part=False)[1]
                text = self.page(path)
                continue
            turn = re.search(r'name="turn" value="(\d+)"', text)
            assert turn is not None
            move = offered[len(times) % len(offered)]
            start = time.perf_counter()
            text, _ = self.post(path + "/moves", {"move": move, "turn": turn[1]})
            times.append(time.perf_counter() - start)
        return times


def main() -> None:
    """Start the table, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rulesets", nargs="+", default=["classic", "au4", "au6"])
    parser.add_argument("--moves", type=int, default=300)
    args = parser.parse_args()
    warm_up()
    with tempfile.TemporaryDirectory() as folder, listening("127.0.0.1", 0) as listener:
        server = make_server(Path(folder))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        player = Player(listener.getsockname()[1])
        try:
            print("rule set   median ms   99 % ms   longest ms   processor ms a move")
            for ruleset in args.rulesets:
                player.play(ruleset, 20)
                before = time.process_time()
                times = sorted(player.play(ruleset, args.moves))
                spent = (time.process_time() - before) / args.moves
                figures = (times[len(times) // 2], times[int(len(times) * 0.99)], times[-1], spent)
                print(f"{ruleset:<10}" + "".join(f"{1000 * x:>11.1f}" for x in figures))
        finally:
            server.should_exit = True
            thread.join()


if __name__ == "__main__":
    main()
