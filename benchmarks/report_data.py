"""What the page on game data says of sizes and speed."""

from __future__ import annotations

from tables import Result, machine_line, table


def game_data_text(result: Result) -> str:
    """Bytes per decision and decisions a second, as records and as features."""
    rows = [
        [
            f"`{row['ruleset']}`",
            f"`{row['agent']}`",
            f"{row['games']:,}",
            f"{row['decisions']:,}",
            f"{row['records']['bytes_per_decision']:.1f}",
            f"{row['features']['bytes_per_decision']:.1f}",
            f"{row['records']['decisions_per_second']:,.0f}",
            f"{row['features']['decisions_per_second']:,.0f}",
        ]
        for row in result["rows"]
    ]
    heading = ["rules", "agent in all seats", "games", "decisions", "bytes a decision, records"]
    heading += ["with `--features`", "decisions a processor second, records", "with `--features`"]
    return f"{table(heading, rows)}\n\n{machine_line(result)}"
