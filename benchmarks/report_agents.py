"""What the page of the agents says: the ladder, what a decision costs, the solvers."""

from __future__ import annotations

from collections.abc import Sequence

from tables import Result, machine_line, number, table

TIMES = ("solved_ms", "median_ms", "p95_ms", "max_ms")


def agents_text(result: Result) -> str:
    """The ladder of agents, what a decision costs, and the solvers."""
    intro = (
        f"{machine_line(result)} Duplicate matches over single deals, seed {result['seed']}, "
        f"`--scale {result['scale']:g}`; {result['processes']} processes, "
        f"{result['minutes']:.0f} minutes in all; intervals are 95 %."
    )
    parts = [intro]
    for one in result["rulesets"]:
        lines = [match_line(m) for m in result["matches"] if m["ruleset"] == one["ruleset"]]
        heading = ["agent", "against", "games", "win rate", "even", "points a deal"]
        specs = list(one["ms"])
        costs = ["ms a decision", *(f"{one['ms'][spec]:.3g}" for spec in specs)]
        costs = table(["", *(f"`{spec}`" for spec in specs)], [costs])
        parts += [f"### `{one['ruleset']}`", table(heading, lines), costs, rates_text(one)]
    if "endgames" in result:
        parts += ["### Exact last phases", endgames_text(result["endgames"])]
    return "\n\n".join(parts)


def endgames_text(rows: Sequence[Result]) -> str:
    """What the exact value costs at the first decision of a last phase, and every action's."""
    lines = []
    for row in rows:
        scores = "within reach of the target" if row["near"] else "far from it"
        times = [f"{row[name]:.3g}" for name in TIMES]
        line = [f"`{row['ruleset']}`", str(row["hands"]), scores, *times, f"{row['nodes']:,}"]
        lines.append(line)
    heading = ["rules", "cards each", "scores", "value: median ms", "of every action: median ms"]
    return table([*heading, "95 % ms", "worst ms", "positions"], lines)


def match_line(match: Result) -> list[str]:
    """One match as cells."""
    (low, high), (down, up) = match["win_rate_interval"], match["margin_interval"]
    return [
        f"`{match['high']}`",
        f"`{match['low']}`",
        str(match["games"]),
        f"{match['win_rate']:.3f} [{low:.3f}, {high:.3f}]",
        f"{match['even']:.3f}",
        f"{match['margin']:+.1f} [{down:+.1f}, {up:+.1f}]",
    ]


def rates_text(one: Result) -> str:
    """Simulations a second, and the solver's times."""
    words = f"`ismcts`: {number(one['simulations_per_s'])} simulations a second."
    solver = one["solver"]
    median, worst = solver["median_ms"], solver["max_ms"]
    return f"{words} Solver, {solver['what']}: median {median:.3g} ms, worst {worst:.3g} ms."
