"""Settings: layers, types, and one-line errors that name key, file and what is valid."""

from __future__ import annotations

import dataclasses
import functools
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "training"))
pytest.importorskip("tyro")

import settings  # noqa: E402


@dataclasses.dataclass
class Small:
    """Settings of the tests."""

    ruleset: str
    seat: Literal["random"] | int
    start_scores: Literal["random"] | tuple[int, ...] | None
    rate: float
    count: int
    fast: bool
    options: Annotated[dict[str, Any], settings.OPTIONS]
    out: str = ""


VALUES: dict[str, Any] = {
    "ruleset": "classic",
    "seat": "random",
    "start_scores": None,
    "rate": 0.5,
    "count": 3,
    "fast": True,
    "options": {"fours": [1, 2, 3, 4, 5]},
}


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("seat", 1, 1),
        ("start_scores", [100, 20], (100, 20)),
        ("start_scores", "random", "random"),
        ("rate", 2, 2.0),
        ("rate", "3e-4", 3e-4),
        ("options", {}, {}),
    ],
)
def test_values_of_every_type_are_taken(name: str, value: Any, expected: Any) -> None:
    assert settings.checked(Small, {name: value}, Path("x.yaml")) == {name: expected}


@pytest.mark.parametrize(
    ("name", "value", "valid"),
    [
        ("seat", "left", "one of random or a whole number"),
        ("seat", True, "one of random or a whole number"),
        ("start_scores", [1.5], "one of random, or a list, each entry a whole number, or null"),
        ("rate", "fast", "a finite number"),
        ("rate", float("nan"), "a finite number"),
        ("count", 2.0, "a whole number"),
        ("count", True, "a whole number"),
        ("fast", 1, "true or false"),
        ("ruleset", 5, "a text"),
        ("options", [1], "a mapping of names to values"),
    ],
)
def test_wrong_type_names_key_source_and_what_is_valid(name: str, value: Any, valid: str) -> None:
    with pytest.raises(settings.SettingsError) as caught:
        settings.checked(Small, {name: value}, Path("x.yaml"))
    assert str(caught.value) == f"x.yaml: {name} must be {valid}, not {value!r}"


def test_unknown_key_is_named_with_the_nearest_and_all_valid_ones() -> None:
    with pytest.raises(settings.SettingsError) as caught:
        settings.checked(Small, {"cout": 1}, Path("x.yaml"))
    message = str(caught.value)
    assert message.startswith("x.yaml: unknown key 'cout' (did you mean 'count'?)")
    assert "valid: ruleset, seat, start_scores, rate, count, fast, options" in message


@pytest.mark.parametrize("text", ["a: [1", "- 1\n- 2", "a: !!python/object/apply:os.getcwd []"])
def test_unreadable_files_are_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(text)
    with pytest.raises(settings.SettingsError) as caught:
        settings.read_yaml(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(settings.SettingsError, match=r"no\.yaml: cannot be read"):
        settings.read_yaml(tmp_path / "no.yaml")


@pytest.fixture
def defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "default.yaml"
    common = {name: value for name, value in VALUES.items() if name != "count"}
    path.write_text(settings.yaml.safe_dump({"common": common, "small": {"count": 3, "out": "o"}}))
    monkeypatch.setattr(settings, "DEFAULTS", path)
    return path


def test_layers_from_defaults_to_command_line(tmp_path: Path, defaults: Path) -> None:
    (tmp_path / "mine.yaml").write_text("count: 7\nrate: 0.25\n")
    argv = ["--config", str(tmp_path / "mine.yaml"), "--rate", "0.125", "--no-fast"]
    got, resume = settings.read_settings(Small, "small", [*argv, "--options", "target=300"])
    assert resume is None
    assert (got.count, got.rate, got.fast) == (7, 0.125, False)
    assert got.options == {"target": 300}


def test_resume_takes_the_runs_own_config_and_folder(tmp_path: Path, defaults: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    first, _ = settings.read_settings(Small, "small", ["--start-scores", "10", "20"])
    (run / "config.yaml").write_text(settings.as_yaml(first))
    got, resume = settings.read_settings(Small, "small", ["--resume", str(run), "--count", "9"])
    assert resume == run
    assert got == dataclasses.replace(first, count=9, out=str(run))


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--count", "many"], "Error parsing --count"),
        (["--bogus", "3"], "unknown option --bogus; valid: --config, --resume, "),
        (["--options", "target"], "name=value"),
        (["--config", "a", "--resume", "b"], "exclude each other"),
        (["--config"], "expected one argument"),
        (["--count"], "--count"),
        (["--count", "many"], "; --count takes a whole number"),
        (["--cuont", "3"], "unknown option --cuont (did you mean '--count'?)"),
        (["--resume", "nowhere"], "nowhere: there is no run there"),
        (["--config", "nowhere.yaml"], "nowhere.yaml: cannot be read: No such file"),
    ],
)
def test_command_line_errors_are_one_line(defaults: Path, argv: list[str], said: str) -> None:
    with pytest.raises(settings.SettingsError) as caught:
        settings.read_settings(Small, "small", argv)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "│" not in str(caught.value)


def test_a_script_leaves_out_what_it_does_not_know_of_the_common_settings(
    defaults: Path,
) -> None:
    values = settings.yaml.safe_load(defaults.read_text())
    values["common"]["opponents"] = ["greedy"]
    defaults.write_text(settings.yaml.safe_dump(values))
    got, _ = settings.read_settings(Small, "small", [])
    assert not hasattr(got, "opponents")
    values["small"]["opponents"] = ["greedy"]
    defaults.write_text(settings.yaml.safe_dump(values))
    with pytest.raises(settings.SettingsError, match="unknown key 'opponents'"):
        settings.read_settings(Small, "small", [])


def test_no_common_setting_is_unknown_to_every_script() -> None:
    pytest.importorskip("sb3_contrib")
    import maskable_ppo

    common = settings.read_yaml(settings.DEFAULTS)["common"]
    assert set(common) <= {field.name for field in dataclasses.fields(maskable_ppo.Arguments)}


def test_missing_default_is_named(defaults: Path) -> None:
    defaults.write_text("common: {count: 1}\nsmall: {}\n")
    with pytest.raises(settings.SettingsError, match="no value for ruleset, seat"):
        settings.read_settings(Small, "small", [])
    defaults.write_text("common: {}\n")
    with pytest.raises(settings.SettingsError, match="section 'small' is missing"):
        settings.read_settings(Small, "small", [])


def test_weights_of_a_file_go_with_its_opponents(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    import maskable_ppo

    path = tmp_path / "run.yaml"
    path.write_text("opponents: [self, greedy]\nopponent_weights: [1.0, 3.0]\n")
    read = functools.partial(settings.read_settings, maskable_ppo.Arguments, "maskable_ppo")
    assert read(["--config", str(path)])[0].opponent_weights == (1.0, 3.0)
    assert read(["--config", str(path), "--opponents", "greedy"])[0].opponent_weights == ()
    given = ["--opponents", "greedy", "--opponent-weights", "2"]
    assert read(["--config", str(path), *given])[0].opponent_weights == (2.0,)
