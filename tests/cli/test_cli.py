"""The command line: every verb with good and bad input, exit statuses, one line on stderr."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from cinqcents_env.cli import VERBS

NAMES = tuple(
    "rules play match tournament benchmark regret exploit analyse replay generate draw film table "
    "info import-sb3".split()
)
ONE_DEAL = ("--option", "single_deal=true")


# the command line itself


def test_version_and_help(cli):
    assert cli("--version").out.startswith("cinqcents 0.")
    answer = cli("--help")
    assert answer.status == 0
    assert all(name in answer.out for name in NAMES)
    assert len(VERBS) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_help_of_each_verb_has_examples(cli, name):
    answer = cli(name, "--help")
    assert (answer.status, answer.errors) == (0, [])
    assert f"examples:\n  cinqcents {name}" in answer.out


@pytest.mark.parametrize(
    "argv",
    [
        (),
        ("mach",),
        ("rules", "--jso"),
        ("rules", "classic", "too many"),
        ("match", "classic", "random"),
        ("match", "classic", "random", "random", "--games", "0"),
        ("match", "classic", "random", "random", "--games", "x"),
        ("match", "classic", "random", "random", "--seed", "-1"),
        ("match", "classic", "random", "random", "--seed", str(2**63)),
        ("match", "classic", "random", "random", "--episode", "week"),
        ("play", "classic"),
        ("play", "classic", "--against", "random", "--hints", "maybe"),
        ("replay", "x", "--game", "0"),
        ("import-sb3", "x.zip"),
    ],
)
def test_bad_arguments(cli, argv, refused):
    assert refused(cli(*argv), "--help")


def test_modules_that_rules_does_not_need_stay_out():
    code = (
        "import sys; from cinqcents_env.cli import main; main(['rules', 'classic']);"
        "sys.exit(any(m in sys.modules for m in ('torch', 'numba', 'rich', 'safetensors')))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=120)


def shell(command, **settings):
    """Run a shell command in which $cinqcents is the program."""
    program = f'"{sys.executable}" -m cinqcents_env'
    command = command.replace("$cinqcents", program)
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=120, **settings
    )


def test_broken_pipe_is_quiet(recorded):
    many = recorded.with_name("many.jsonl")
    many.write_text(recorded.read_text() * 20)
    done = shell(f"$cinqcents replay '{many}' --moves | head -1; exit ${{PIPESTATUS[0]}}")
    assert (done.returncode, done.stdout[:6]) == (0, "game 1")
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_full_disk_is_one_line():
    done = shell("$cinqcents rules classic > /dev/full")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "cannot be written" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_interrupt_is_one_line():
    # A process started in the background inherits SIGINT ignored; take it up again.
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from cinqcents_env.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    argv = [sys.executable, "-c", program, "play", "classic", "--against", "random"]
    pipe = subprocess.PIPE
    with subprocess.Popen(argv, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        while process.stdout.read(1) != ">":
            pass
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        errors = [line for line in process.stderr.readlines() if "compiling" not in line]
    assert process.returncode == 1
    assert errors == ["cinqcents play: interrupted\n"]


def test_unexpected_error_is_one_line(cli, monkeypatch, refused):
    def fail(*args, **kwargs):
        raise RuntimeError("a\nb")

    monkeypatch.setattr("cinqcents_env.cli.rules.title", fail)
    assert refused(cli("rules"), "unexpected RuntimeError: a b", status=1)
    monkeypatch.setenv("CINQCENTS_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        cli("rules")


# match


def test_match(cli):
    argv = ("match", "classic", "greedy", "random", "--games", "20", *ONE_DEAL)
    answer = cli(*argv)
    assert (answer.status, answer.errors) == (0, [])
    assert "win rate" in answer.out
    first, second = cli(*argv, "--json").json, cli(*argv, "--json").json
    assert (first["games"], first["illegal"], first["seed"]) == (20, 0, 0)
    low, high = first["win_rate_interval"]
    assert low - 1e-9 <= first["win_rate"] <= high + 1e-9
    for result in (first, second):
        del result["decisions_per_second"]
    assert first == second
    assert cli(*argv, "--json", "--seed", "1").json["margin"] != first["margin"]


def test_match_tells_contracts_where_there_are_any(cli):
    argv = ("match", "us3", "greedy", "passive", "--games", "30", "--episode", "deal")
    lines = cli(*argv).out.splitlines()
    assert [line.split(" declares")[0] for line in lines if line.startswith("contracts")] == [
        "contracts: greedy",
        "contracts: passive",
    ]
    first, second = cli(*argv, "--json").json["contracts"]
    assert (first["agent"], first["opponents"], first["deals"]) == ("greedy", "passive", 10)
    assert first["declared"] > 0.2
    assert second["declared"] == 0.0
    assert "contracts" not in cli("match", "classic", "random", "random", *ONE_DEAL, "--json").json


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("nogame", "random", "random"), "unknown rule set"),
        (("classic", "rndom", "random"), "did you mean 'random'"),
        (("classic", "random", "checkpoint"), "checkpoint:PATH"),
        (("classic", "random", "checkpoint:nowhere"), "nowhere"),
        (("classic", "random", "classic/nothing"), "classic/nothing"),
        (("classic", "random", "random", "--option", "target=0"), "target"),
    ],
)
def test_match_refuses(cli, argv, words, refused):
    assert refused(cli("match", *argv), words)


def test_match_refuses_a_checkpoint_of_other_rules(cli, checkpoint, refused):
    spec = f"checkpoint:{checkpoint}"
    assert cli("match", "classic", spec, "random", "--games", "2", *ONE_DEAL).status == 0
    assert refused(cli("match", "foster", spec, "random"), "classic", "foster")


# regret


def test_regret(cli):
    argv = ("regret", "classic", "greedy", "--deals", "20")
    answer = cli(*argv)
    assert (answer.status, answer.errors) == (0, [])
    assert "points lost" in answer.out
    shown = cli(*argv, "--json").json
    assert (shown["agent"], shown["opponent"], shown["deals"]) == ("greedy", "greedy", 20)
    low, high = shown["lost_interval"]
    assert low <= shown["lost"] <= high
    assert shown == cli(*argv, "--json").json
    assert shown["lost"] != cli(*argv, "--json", "--seed", "1").json["lost"]
    exact = cli("regret", "classic", "endgame", "--opponent", "random", "--deals", "9", "--json")
    assert (exact.json["lost"], exact.json["faultless"], exact.json["phases"]) == (0.0, 1.0, 18)
    one = cli("regret", "mini", "random", "--deals", "1", "--json").json
    assert one["lost_interval"][1] is None


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("nogame", "random"), "unknown rule set"),
        (("us3", "greedy"), "two-player"),
        (("classic", "rndom"), "did you mean 'random'"),
        (("classic", "random", "--opponent", "nobody"), "nobody"),
        (("classic", "random", "--option", "target=0"), "target"),
        (("classic", "random", "--deals", "0"), "whole number"),
        (
            ("classic", "random", "--option", "target=1", "--option", "win_at_once=yes"),
            "last phase",
        ),
    ],
)
def test_regret_refuses(cli, argv, words, refused):
    assert refused(cli("regret", *argv), words)


def test_regret_measures_a_checkpoint(cli, checkpoint):
    answer = cli("regret", "classic", f"checkpoint:{checkpoint}", "--deals", "3", "--json")
    assert (answer.status, answer.json["phases"]) == (0, 6)


# info and import-sb3


def test_info(cli, checkpoint):
    answer = cli("info", checkpoint)
    assert (answer.status, answer.errors) == (0, [])
    assert "train it" in answer.out
    shown = cli("info", f"checkpoint:{checkpoint}", "--json").json
    assert shown["ruleset"] == "classic"
    assert shown["parameters"] > 1000
    assert shown["training"]["steps"] == 100


def test_info_tells_long_values_in_words(cli):
    lines = cli("info", "us3/ppo").out.splitlines()
    told = " ".join(" ".join(lines).split())
    assert all(len(line) <= 120 for line in lines)
    assert re.search(r"training steps +6,019,343\b", told)
    assert "versions python 3." in told
    assert re.search(r"matches against random 0\.\d{3} of 2001 deals won; against passive", told)
    assert re.search(r"contracts self@\d+ against random declares \d+\.\d%", told)
    assert "... (--json shows all)" in told, "the settings are many"
    assert "options none, episode deal" in told


def test_info_refuses(cli, checkpoint, tmp_path, refused):
    assert refused(cli("info", tmp_path / "nowhere"), "nowhere")
    assert refused(cli("info", tmp_path), "not a checkpoint folder")
    assert refused(cli("info", checkpoint.parent), f"do you mean {checkpoint}?")
    weights = checkpoint / "weights.safetensors"
    weights.write_bytes(weights.read_bytes()[:-40])
    assert refused(cli("info", checkpoint), "truncated")
    (checkpoint / "checkpoint.json").write_text("{")
    assert refused(cli("info", checkpoint), "not valid JSON")


def test_import_sb3_refuses(cli, checkpoint, tmp_path, refused):
    nothing, out = tmp_path / "nothing.zip", tmp_path / "out"
    argv = ("import-sb3", nothing, "--ruleset", "classic", "--out")
    assert refused(cli(*argv, out), "nothing.zip")
    nothing.write_bytes(b"PK no zip")
    assert refused(cli(*argv, out), "not a readable zip")
    assert refused(cli(*argv, checkpoint), "exists", "--overwrite")
    assert refused(cli("import-sb3", nothing, "--ruleset", "x", "--out", out), "unknown rule set")
    assert not out.exists()


@pytest.mark.slow
def test_import_sb3(cli, tmp_path, refused):
    maskable = pytest.importorskip("sb3_contrib")
    from cinqcents_env.envs.sb3 import make_sb3

    venv = make_sb3("classic", num_envs=2, opponents=["random"], seed=0)
    model = maskable.MaskablePPO("MlpPolicy", venv, n_steps=8, batch_size=8, device="cpu")
    model.save(tmp_path / "model.zip")
    argv = ("import-sb3", tmp_path / "model.zip", "--ruleset", "classic", "--out")
    answer = cli(*argv, tmp_path / "out")
    assert (answer.status, answer.errors) == (0, [])
    assert cli("info", tmp_path / "out", "--json").json["ruleset"] == "classic"
    assert refused(cli(*argv, tmp_path / "out"), "--overwrite")
    assert cli(*argv, tmp_path / "out", "--overwrite").status == 0
    wrong = ("import-sb3", tmp_path / "model.zip", "--ruleset", "mini", "--out", tmp_path / "mini")
    assert refused(cli(*wrong), "mini")
    assert not (tmp_path / "mini").exists()
