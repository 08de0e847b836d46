"""Settings: the command line, the environment and the file, in this order."""

import argparse
import json
import tomllib
from argparse import Namespace
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from koloda.cli.main import main
from koloda.cli.parser import Parser
from koloda.cli.settings import CommandLine, Setting, Settings, Wrong, settings_of
from koloda.core.errors import UnknownOption
from koloda.core.numbers import whole_number
from koloda.core.text import say
from tests.test_docs import text

COMMANDS = Parser("en").by_name
BY_COMMAND = settings_of(COMMANDS)
SERVE = {setting.key: setting for setting in BY_COMMAND["serve"]}
ALL = [setting for settings in BY_COMMAND.values() for setting in settings if setting.command]


def parsed(arguments: list[str], environment: Mapping[str, str], document: str = "", file: Path = Path()) -> Namespace:
    parser = Parser("en")
    return Settings(environment, file, tomllib.loads(document)).parse(parser, parser.by_name, arguments)


@pytest.mark.parametrize("given", list(product((False, True), repeat=3)))
def test_the_command_line_before_the_environment_before_the_file(given: tuple[bool, bool, bool]) -> None:
    typed, variable, key = given
    options = parsed(
        ["serve", *(["--port", "1", "--trust-proxy", "1.1.1.1", "--log", "json"] if typed else [])],
        {"KOLODA_PORT": "2", "KOLODA_TRUST_PROXY": "2.2.2.2,3.3.3.3", "KOLODA_LOG": "plain"} if variable else {},
        '[serve]\nport = 3\ntrust_proxy = ["4.4.4.4"]\nlog = "json"' if key else "",
    )
    wanted: dict[tuple[bool, ...], tuple[Any, ...]] = {
        (True,): (1, ["1.1.1.1"], "json"),
        (False, True): (2, ["2.2.2.2", "3.3.3.3"], "plain"),
        (False, False, True): (3, ["4.4.4.4"], "json"),
        (False, False, False): (None, [], "plain"),
    }
    (expected,) = [value for start, value in wanted.items() if given[: len(start)] == start]
    assert (options.port, options.trust_proxy, options.log) == expected


def sample(setting: Setting) -> tuple[list[str], str, Any]:
    """A value of a setting: as typed, as a variable, as a value of TOML."""
    if setting.is_flag:
        return [setting.option], "true", True
    if setting.is_list:
        return [setting.option, "a=1", setting.option, "b=2"], "a=1, b=2", ["a=1", "b=2"]
    if setting.action.choices is not None:
        last = list(setting.action.choices)[-1]
        return [setting.option, last], last, last
    return [setting.option, "9"], "9", 9 if setting.action.type in (int, float, whole_number) else "9"


@pytest.mark.parametrize("setting", ALL, ids=lambda setting: f"{setting.command}.{setting.key}")
def test_every_option_can_be_set_in_all_three_ways(setting: Setting) -> None:
    typed, variable, value = sample(setting)
    parser = COMMANDS[setting.command]
    needed = [action for action in parser._actions if action.required and not (action.option_strings or action.choices)]
    asked = [action for action in parser._actions if action.required and action.option_strings]
    options = [word for action in asked if action.dest != setting.key for word in (action.option_strings[0], "1,2")]
    below = ["check"] if setting.command == "admin" else []
    command = [setting.command, *below, *("x" for _ in needed), *options]
    found = [
        parsed([*command, *typed], {}),
        parsed(command, {setting.variable: variable}),
        parsed(command, {}, f"[{setting.command}]\n{setting.key} = {json.dumps(value)}"),
    ]
    assert len({str(getattr(each, setting.action.dest)) for each in found}) == 1
    assert getattr(found[0], setting.action.dest) != setting.default


def test_names() -> None:
    for setting in SERVE.values():
        assert setting.variable == f"KOLODA_{setting.option.lstrip('-').replace('-', '_').upper()}"
    variables = {(setting.command, setting.key): setting.variable for setting in ALL}
    assert [variables["play", key] for key in ("name", "level", "pause")] == [
        "KOLODA_NAME",
        "KOLODA_LEVEL",
        "KOLODA_PAUSE",
    ]
    assert (variables["serve", "bot"], variables["play", "bot"]) == ("KOLODA_BOT", "KOLODA_PLAY_BOT")
    assert {setting.variable for setting in ALL}.isdisjoint({"KOLODA_CACHE", "KOLODA_CONFIG", "KOLODA_SEED"})


def test_no_setting_makes_deals_predictable() -> None:
    assert not [setting.key for setting in ALL if "seed" in setting.key or "entropy" in setting.key]
    assert parsed(["play"], {"KOLODA_SEED": "1"}).seed is None
    with pytest.raises(UnknownOption, match="has no setting"):
        parsed(["play"], {}, '[play]\nseed = "1"')


def test_what_must_be_given_may_come_from_anywhere() -> None:
    assert parsed(["arena", "dobro"], {"KOLODA_ARENA_BOTS": "1,2"}).bots == "1,2"
    assert parsed(["arena", "dobro"], {}, '[arena]\nbots = "1,2"').bots == "1,2"
    with pytest.raises(SystemExit):
        parsed(["arena", "dobro"], {"KOLODA_ARENA_BOTS": ""})


def test_of_options_that_exclude_each_other_the_nearest_counts() -> None:
    arena = ["arena", "dobro", "--bots", "1,2"]
    options = parsed([*arena, "--csv"], {"KOLODA_JSON": "1"}, "[arena]\njson = true")
    assert (options.csv, options.json) == (True, False)
    options = parsed(arena, {"KOLODA_CSV": "1"}, "[arena]\njson = true")
    assert (options.csv, options.json) == (True, False)
    with pytest.raises(UnknownOption, match="--json and --csv exclude each other"):
        parsed(arena, {}, "[arena]\njson = true\ncsv = true")


def test_paths_in_the_file_count_from_its_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / "etc" / "koloda.toml"
    for given, found in (
        ("x/tables.db", tmp_path / "etc/x/tables.db"),
        ("/var/tables.db", Path("/var/tables.db")),
        ("~/tables.db", tmp_path / "tables.db"),
    ):
        assert parsed(["serve"], {}, f'[serve]\ndatabase = "{given}"', file).database == found


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ("[serve", "is not TOML"),
        ("[serv]", 'there is no table or key "serv"; did you mean "serve"?'),
        ("[xyz]", 'there is no table or key "xyz"; there are lang, games, play'),
        ("serve = 1", "serve should be a table: [serve]"),
        ("lang = 'de'", 'lang should be one of these: en, ru, not "de".'),
        ("[serve]\nprot = 1", '[serve] has no setting "prot"; did you mean "port"?'),
        ("[serve]\ntrust-proxy = ['x']", '[serve] has no setting "trust-proxy"; did you mean "trust_proxy"?'),
        ("[serve]\nxyz = 1", '[serve] has no setting "xyz"; it has host, port'),
        ("[serve]\nbackup = 'x'", '[serve] has no setting "backup"'),
        ("[serve]\nport = '1'", '[serve] port should be a whole number, not "1".'),
        ("[serve]\nport = true", '[serve] port should be a whole number, not "True".'),
        ("[serve]\nport = 1.5", '[serve] port should be a whole number, not "1.5".'),
        ("[serve]\nno_browser = 1", '[serve] no_browser should be true or false, not "1".'),
        ("[serve]\nbot = 'x=1'", '[serve] bot should be a list of texts: ["a", "b"], not "x=1".'),
        ("[serve]\nlog = 'xml'", '[serve] log should be one of these: plain, json, not "xml".'),
        ("[serve]\nhost = ['x']", "[serve] host should be a text"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(
    document: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "koloda.toml"
    file.write_text(document, "utf-8")
    assert main(["games", "--config", str(file), "--lang", "en"]) == 2
    captured = capsys.readouterr()
    assert str(file) in captured.err
    assert said in captured.err
    assert captured.out == ""


def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for name, said in (("none", "No such file"), ("", "Is a directory"), ("binary", "is not a text file")):
        assert main(["games", "--config", str(tmp_path / name), "--lang", "en"]) == 2
        assert said in capsys.readouterr().err
    with pytest.raises(SystemExit) as left:
        main(["--config", str(tmp_path / "none"), "games", "--help"])
    assert left.value.code == 0, "help is there also if the settings are wrong"
    assert main(["games", "--conf", str(tmp_path / "binary"), "--lang", "en"]) == 2
    assert "--config in full" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("KOLODA_PORT", "x", 'KOLODA_PORT should be a whole number, not "x".'),
        ("KOLODA_NO_BROWSER", "maybe", 'KOLODA_NO_BROWSER should be 1 or 0 (or true, false), not "maybe".'),
        ("KOLODA_LOG", "xml", 'KOLODA_LOG should be one of these: plain, json, not "xml".'),
        ("KOLODA_LANG", "de", 'KOLODA_LANG should be one of these: en, ru, not "de".'),
    ],
)
def test_a_wrong_variable_is_named(variable: str, value: str, said: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        parsed(["serve"], {variable: value})
    assert refused.value.text("en") == said
    if variable != "KOLODA_LANG":
        assert parsed(["games"], {variable: value}).command == "games", "what other commands take does not matter"


def test_flags_and_empty_variables() -> None:
    for word, chosen in (("1", True), ("Yes", True), ("0", False), ("false", False), ("", False)):
        assert parsed(["serve"], {"KOLODA_NO_BROWSER": word}).no_browser is chosen
    assert parsed(["serve"], {"KOLODA_PORT": ""}, "[serve]\nport = 3").port == 3, "an empty variable is none"
    assert parsed(["serve"], {"KOLODA_UNHEARD_OF": "1"}).port is None


def test_where_the_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`--config`, else KOLODA_CONFIG, else the user's config folder."""
    monkeypatch.delenv("KOLODA_CONFIG")
    monkeypatch.setattr("koloda.cli.settings.config_folder", lambda: tmp_path)

    def shown(*arguments: str) -> tuple[str, int]:
        assert main([*arguments, "config", "serve", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        return Path(told["file"]).name, {row["key"]: row["value"] for row in told["settings"]}["pace"]

    assert shown() == ("koloda.toml", 900)
    for pace, name in enumerate(("koloda.toml", "variable.toml", "typed.toml")):
        (tmp_path / name).write_text(f"[serve]\npace = {pace}", "utf-8")
    assert shown() == ("koloda.toml", 0)
    monkeypatch.setenv("KOLODA_CONFIG", str(tmp_path / "variable.toml"))
    assert shown() == ("variable.toml", 1)
    assert shown("--config", str(tmp_path / "typed.toml")) == ("typed.toml", 2)


def test_the_language_is_a_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "koloda.toml"
    file.write_text('lang = "ru"', "utf-8")

    def language(*arguments: str) -> str:
        assert main(["rules", "no_thanks", "NT-99", "--config", str(file), *arguments]) == 2
        return "en" if "There is no rule" in capsys.readouterr().err else "ru"

    assert language() == "ru"
    monkeypatch.setenv("KOLODA_LANG", "en")
    assert language() == "en"
    assert language("--lang", "ru") == "ru"


def test_config_shows_a_file_that_sets_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOLODA_PACE", "5")
    monkeypatch.setenv("KOLODA_TRUST_PROXY", "10.0.0.1,10.0.0.2")
    file = tmp_path / "koloda.toml"
    file.write_text('[serve]\npages = "pages"\npace = 3\n[play]\nname = "Аня"', "utf-8")
    assert main(["config", "--config", str(file), "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert tomllib.loads(shown) == {
        **{command: {} for command, settings in BY_COMMAND.items() if any(each.command for each in settings)},
        "serve": {"pages": str(tmp_path / "pages"), "pace": 5, "trust_proxy": ["10.0.0.1", "10.0.0.2"]},
        "play": {"name": "Аня"},
    }
    assert 'host = "0.0.0.0"' in shown, "defaults are shown as comments"
    assert "from KOLODA_PACE" in shown
    assert main(["config", "serv", "--lang", "en"]) == 2
    assert 'There is no command "serv"' in capsys.readouterr().err


def test_the_rule_of_names_is_documented() -> None:
    page = text("docs/operations.md")
    for word in ("KOLODA_PUBLIC_URL", "public_url", "KOLODA_CONFIG", "koloda.toml", "`koloda config`"):
        assert word in page


def natural(text: str) -> int:
    if not text.isdecimal():
        raise UnknownOption.of("errors.at_least", option="n", given=text, least=0)
    return int(text)


@pytest.mark.parametrize(
    ("options", "document", "value"),
    [
        ({"type": natural}, "x = 3", 3),
        ({"type": natural}, "x = 'a'", "a whole number"),
        ({"type": natural}, "x = '3'", "a whole number"),
        ({"type": natural}, "x = -3", "a whole number"),
        ({"type": float}, "x = 3", 3.0),
        ({"type": float}, "x = 0.5", 0.5),
        ({"type": float}, "x = '1'", "a number"),
        ({"action": argparse.BooleanOptionalAction}, "x = true", True),
        ({"action": argparse.BooleanOptionalAction, "default": True}, "x = false", False),
        ({"action": "store_false"}, "x = true", False),
        ({"action": "extend", "nargs": "+"}, "x = ['a']", ["a"]),
    ],
)
def test_any_kind_of_option_is_understood(options: dict[str, Any], document: str, value: Any) -> None:
    parser = CommandLine()
    parser.add_argument("-x", "--x", **options)
    (setting,) = settings_of({"command": parser})["command"]
    try:
        found = setting.from_toml(tomllib.loads(document)["x"], Path())
    except Wrong as wrong:
        found = say(wrong.needed, "en")
    assert found == value


def test_options_of_subcommands_belong_to_the_command() -> None:
    """As those of `koloda serve` do, if they have the same name and form: one database for all."""
    serve, admin = CommandLine(), CommandLine()
    serve.add_argument("--database", type=Path, metavar="FILE")
    subcommands = admin.add_subparsers(parser_class=CommandLine)
    for name in ("list", "check"):
        subcommands.add_parser(name).add_argument("--database", type=Path, metavar="FILE")
    found = settings_of({"admin": admin, "serve": serve})
    assert [each.variable for settings in found.values() for each in settings] == ["KOLODA_DATABASE"] * 2
    (setting,) = found["admin"]
    assert (setting.command, setting.key, len(setting.actions)) == ("admin", "database", 2)
