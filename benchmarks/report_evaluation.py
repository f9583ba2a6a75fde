"""What the pages say of agents: strength, exploitability and its curves, OpenSpiel's check."""

from __future__ import annotations

from tables import Result, machine_line, table

from cinqcents_env.agents.checkpoint import shipped_checkpoints


def between(figure: list[float], form: str = ".3f") -> str:
    """A figure with its interval."""
    value, low, high = figure
    return f"{value:{form}} [{low:{form}}, {high:{form}}]"


ANCHORS = ("random", "greedy", "pimc:16")
"""Whose regret stands beside a checkpoint's."""


SUMMARY = (("greedy", "game"), ("pimc:16", "game"), ("pimc:16", "deal"))
"""Matches of the summary."""


def regret_specs(row: Result) -> tuple[str, ...]:
    """Columns of the table of regrets."""
    return (row["name"], *ANCHORS)


def strength_text(result: Result) -> str:
    """Each shipped checkpoint against `greedy` and a searcher; its regret; seconds a decision."""
    matches, others = [], []
    for row in result["rows"]:
        for match in row["matches"]:
            words = [f"`{row['name']}`", f"`{match['against']}`", f"{match['episode']}s"]
            words += [f"{match['games']:,}", f"{match['even']:.3f}", between(match["win_rate"])]
            seats = [f"{rate:.3f}" for rate, _, _ in match["seats"]]
            matches.append([*words, " ".join(seats), between(match["margin"], "+.1f")])
        regret = row.get("regret", {})
        lost = [
            between(regret[spec], ".2f") if spec in regret else "-" for spec in regret_specs(row)
        ]
        times = [f"`{spec}` {1000 * s:.3g} ms" for spec, s in row["seconds"].items()]
        others.append([f"`{row['name']}`", *lost, ", ".join(times)])
    heading = ["checkpoint", "against", "played", "games", "even", "win rate", "in each seat"]
    heading.append("points more, a game or deal")
    more = ["checkpoint", "points lost in a last phase", *(f"`{spec}`" for spec in ANCHORS)]
    more.append("processor time of a decision")
    seed = f"Deals drawn for this table, seed {result['seed']}; 95 % intervals over the deals. "
    seed += "Rows may stem from runs of their own; the machine's load is that of the last."
    return "\n\n".join(
        [f"{machine_line(result)} {seed}", table(heading, matches), table(more, others)]
    )


def strength_summary(result: Result) -> str:
    """Win rates of the shipped checkpoints, one a line, for the README."""
    lines = []
    for row in result["rows"]:
        rates = {(m["against"], m["episode"]): between(m["win_rate"]) for m in row["matches"]}
        cells = [rates[one] for one in SUMMARY]
        lines.append([f"`{row['name']}`", f"{row['matches'][0]['even']:.3f}", *cells])
    heading = ["checkpoint", "even", *(f"`{agent}`, {episode}s" for agent, episode in SUMMARY)]
    measured = {row["name"] for row in result["rows"]}
    missing = [f"`{name}`" for name in shipped_checkpoints() if name not in measured]
    rest = f"\n\nNot measured yet: {', '.join(missing)}." if missing else ""
    return table(heading, lines) + rest


def best_response_text(result: Result) -> str:
    """What responses win against shipped checkpoints, beyond an equal share."""
    rows = []
    for row in result["rows"]:
        beyond = [value - row["even"] for value in row["win_rate"]]
        line = [f"`{row['against']}`", f"{row['steps']:,}", f"{row['games']:,} {row['episode']}s"]
        rows.append([*line, between(row["margin"], "+.1f"), between(beyond, "+.3f")])
    heading = ["against", "decisions", "measured over", "points more", "win rate beyond even"]
    settings = f"`{result['rows'][0]['settings']}`"
    said = f"The response imitates the checkpoint first, then learns with {settings}."
    return f"{machine_line(result)} {said}\n\n{table(heading, rows)}"


def exploitability_text(result: Result) -> str:
    """Exact exploitability on `mini`, and the solver's way to zero."""
    rows = [
        [
            f"`{row['agent']}`",
            f"{row['exploitability']:.4f}",
            *(f"{value:+.4f}" for value in row["best_responses"]),
            *(f"{row[name]:+.4f}" for name in ("as_leader", "as_dealer")),
        ]
        for row in result["rows"]
    ]
    heading = ["agent", "exploitability", "best response as seat 0", "as seat 1"]
    heading += ["leading first", "dealing"]
    steps = [
        [str(s["iterations"]), f"{s['exploitability']:.5f}", f"{s['cpu_seconds']:.1f} s"]
        for s in result["solver"]
    ]
    tree = result["rows"][0]
    size = (
        f"Points a deal, exact over all {tree['deals']:,} deals: {tree['nodes']:,} nodes, "
        f"{tree['information_sets']:,} information sets of perfect recall, "
        f"{tree['views']:,} views."
    )
    way = table(["iterations of CFR+", "exploitability", "processor time"], steps)
    return "\n\n".join([size, table(heading, rows), way, machine_line(result)])


def open_spiel_text(result: Result) -> str:
    """The same exploitability by OpenSpiel's best response."""
    rows = [
        [
            f"`{row['agent']}`",
            f"{row['exploitability']:.9f}",
            f"{row['open_spiel']:.9f}",
            f"{row['cpu_seconds']:.2f} s",
            f"{row['open_spiel_cpu_seconds']:.1f} s",
        ]
        for row in result["rows"]
    ]
    heading = ["agent", "here", "OpenSpiel", "processor time here", "OpenSpiel's"]
    size = f"{result['rows'][0]['deals']} deals, {result['rows'][0]['nodes']:,} nodes."
    return f"{size} {machine_line(result)}\n\n{table(heading, rows)}"


def mini_curves_text(result: Result) -> str:
    """Exploitability on `mini` half-way through and at the end of training."""
    rows = []
    for variant in dict.fromkeys(run["variant"] for run in result["runs"]):
        runs = [run["points"] for run in result["runs"] if run["variant"] == variant]
        half = [f"{points[len(points) // 2][1]:.3f}" if len(points) > 1 else "-" for points in runs]
        ends = [f"{points[-1][1]:.3f}" for points in runs]
        options = result["options"].get(variant)
        words = f"`{options}`" if options else "`--opponents self`"
        rows.append([variant, words, f"{runs[0][-1][0]:,}", ", ".join(half), ", ".join(ends)])
    heading = ["policy", "settings", "decisions", "half-way, one figure a seed", "at the end"]
    said = f"All self-play runs: `{result['common']}`."
    picture = "![exploitability while training](performance/mini_curves.png)"
    return f"{machine_line(result)} {said}\n\n{table(heading, rows)}\n\n{picture}"
