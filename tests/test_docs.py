"""The documentation is right: commands are parsed, snippets run, tables compared with the code."""

import inspect
import json
import re
import shlex
import subprocess
import sys
import types
import typing
from collections.abc import Iterator
from dataclasses import fields
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import koloda
from koloda.bots.bot import Budget
from koloda.bots.external import command, external_bot, program_bot, python_class
from koloda.bots.external.protocol import LONGEST_LINE, Speaker, read_answer
from koloda.cli.main import main
from koloda.cli.parser import Parser
from koloda.core import exit_codes, rulebook
from koloda.core.edition import Edition, default_text
from koloda.core.errors import KolodaError
from koloda.core.extras import MissingExtra
from koloda.core.game import Act, seats_of
from koloda.core.moves import MoveInfo
from koloda.core.text import LANGUAGES, texts
from koloda.core.view import Seat, View
from koloda.games import GAMES, find
from koloda.learn.recipe import ON_CPU, ON_CUDA, Recipe
from koloda.table import record
from tests.laws import law_of_conservation, walk
from tests.referees import REFEREES
from tests.sessions import played, sessions
from tests.table.games import opened, play_on

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md"))]
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def marked(page: str, mark: str) -> list[str]:
    """The code blocks after `<!-- mark -->`."""
    return re.findall(rf"^<!-- {re.escape(mark)} -->\n```\w+\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def table(page: str, mark: str) -> list[list[str]]:
    """The rows of the table after `<!-- mark -->`, without its head."""
    found = re.search(rf"^<!-- {re.escape(mark)} -->\n((?:\|.*\n)+)", page, re.MULTILINE)
    assert found, f"no table {mark}"
    return [cells(line) for line in found[1].splitlines()[2:]]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


# Commands and links


def commands(page: str) -> Iterator[str]:
    for block in [*blocks(page, "sh"), *blocks(page, "console")]:
        yield from (line.removeprefix("$ ").partition(" #")[0] for line in block.splitlines())
    yield from re.findall(r"`((?:koloda|make) [^`]+)`", page)


@every_page
def test_commands_are_understood(page: Path) -> None:
    goals = re.findall(r"^([a-z-]+):.*## ", text("Makefile"), re.MULTILINE)
    for line in commands(page.read_text("utf-8")):
        words = list(takewhile(lambda word: word not in (">", "<", "|"), shlex.split(line)))
        if words[:1] == ["make"]:
            assert words[1] in goals, line
        elif words[:1] == ["koloda"] and len(words) == 2:
            assert words[1] in Parser("en").commands.choices, line
        elif words[:1] == ["koloda"] and "…" not in line:
            try:
                Parser("en").parse_args(words[1:])
            except SystemExit:
                pytest.fail(f"not understood: {line}")


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
        if not link.startswith("http"):
            file, _, anchor = link.partition("#")
            target = page.parent / file if file else page
            assert target.exists(), link
            headings = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.MULTILINE) if anchor else []
            assert not anchor or anchor in [re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings], link


@every_page
def test_pages_are_not_wider_than_a_screen(page: Path) -> None:
    prose = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    wide = [line for line in prose.splitlines() if len(line) > 120 and not line.startswith(("|", "- "))]
    assert wide == []


def test_every_page_can_be_found_from_the_readmes() -> None:
    for readme in ("README.md", "README.ru.md"):
        for page in DOCS.glob("*.md"):
            assert f"(docs/{page.name})" in text(readme)


def test_the_page_about_rules_leads_to_every_rulebook() -> None:
    rows = re.findall(r"^\| .+? \| \[.+?\]\((.+?)\) \| \[.+?\]\((.+?)\) \|$", text("docs/rules.md"), re.MULTILINE)
    linked = [[(DOCS / link).read_text("utf-8") for link in row] for row in rows]
    assert linked == [[rulebook.page(game, language) for language in LANGUAGES] for game in GAMES.values()]


def test_there_are_no_symbolic_links() -> None:
    """They break checkouts on Windows."""
    kept = [part for part in ROOT.iterdir() if part.name in ("src", "tests", "docs", "bench", "examples", "web", ".ci")]
    found = [path for part in kept for path in (part, *_below(part)) if path.is_symlink()]
    assert found == []


def _below(folder: Path) -> Iterator[Path]:
    """The files of a folder, without what was installed or built."""
    for path in folder.iterdir():
        if path.name not in ("node_modules", "static", "__pycache__"):
            yield path
            if path.is_dir() and not path.is_symlink():
                yield from _below(path)


# The READMEs


@pytest.mark.parametrize("readme", ["README.md", "README.ru.md"])
def test_readmes_start_with_what_it_is_a_picture_and_how_to_begin(readme: str) -> None:
    title, about, picture, heading = text(readme).split("\n\n")[:4]
    assert title.startswith("# ")
    assert not about.startswith(("#", "`", "|", "!"))
    assert picture.startswith("![")
    assert heading.startswith("## ")
    install, clone, *_ = blocks(text(readme), "sh")
    assert re.findall(r"^\w+", install, re.MULTILINE) == ["pip", "pipx", "uvx"]
    assert re.findall(r"^make \w+", clone, re.MULTILINE) == ["make run", "make test"]
    assert len(text(readme).splitlines()) <= 150


def test_both_readmes_have_the_same_commands_and_sections() -> None:
    english, russian = text("README.md"), text("README.ru.md")
    assert blocks(english, "python") == blocks(russian, "python")
    assert re.findall(r"^\| (`.+?`) \|", english, re.MULTILINE) == re.findall(r"^\| (`.+?`) \|", russian, re.MULTILINE)
    assert len(re.findall(r"^## ", english, re.MULTILINE)) == len(re.findall(r"^## ", russian, re.MULTILINE))


def test_every_command_is_in_the_readmes() -> None:
    known = list(Parser("en").commands.choices)
    for readme in ("README.md", "README.ru.md"):
        rows = re.findall(r"^\| `koloda (\w+) ", text(readme), re.MULTILINE)
        assert set(rows) == set(known)


def test_the_sum_in_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    """ "… the score sheet of a real table: prints 51"."""
    found = re.search(r"^\| `koloda (score .+?)` \| .*?(\d+)", text("README.md"), re.MULTILINE)
    assert found
    assert main([*shlex.split(found[1]), "--lang", "en"]) == 0
    assert found[2] in re.findall(r"\d+", capsys.readouterr().out)


@pytest.mark.parametrize("page", ["README.md", "README.ru.md"])
def test_sessions_go_as_they_are_shown(page: str) -> None:
    shown = list(sessions(page))
    assert shown
    assert [played(session) for session in shown] == shown, "python -m tests.sessions writes them anew"


def test_the_snippet_in_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = blocks(text("README.md"), "python")
    exec(snippet, {})
    scores, winners = re.findall(r"\[(.*?)\]", capsys.readouterr().out)
    assert len(scores.split(",")) == 4
    assert winners


# docs/commands.md


def test_every_exit_code_and_error_code_is_explained() -> None:
    page = text("docs/commands.md")
    codes = [int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)]
    assert codes == [value for name, value in vars(exit_codes).items() if name.isupper()]
    errors = {kind.code for kind in vars(koloda).values() if isinstance(kind, type) and issubclass(kind, KolodaError)}
    others = {"usage", "interrupted", MissingExtra.code}
    assert {cell.strip("`") for cell, _ in table(page, "error codes")} == errors | others


def test_the_example_of_a_record_holds(capsys: pytest.CaptureFixture[str]) -> None:
    records = sorted((ROOT / "examples" / "records").glob("*.koloda"))
    assert records
    assert main(["verify", *map(str, records)]) == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_page_about_rules_explains_every_entry_of_an_edition(game: str) -> None:
    file = default_text(GAMES[game])
    rows = [cells(line) for line in text("docs/rules.md").partition("## Your own deck")[2].splitlines() if "|" in line]
    title = ""
    explained = set()
    for name, entry, *_ in rows:
        title = name or title
        if title == texts("en")[f"{game}.title"]:
            explained |= set(re.findall(r"`\[?(\w+)\]?`", entry))
    assert explained == set(Edition.parse(file or "").tables)


# docs/architecture.md


def names_in(page: str, heading: str) -> set[str]:
    """The names in the first column of the first table below a heading."""
    rows = re.findall(r"^\| (`[^|]+) \|", page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0], re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([\w./]+)`", row)}


def test_every_package_is_in_the_architecture() -> None:
    packages = {f"{path.parent.name}/" for path in (ROOT / "src" / "koloda").glob("*/__init__.py")}
    assert names_in(text("docs/architecture.md"), "Layers") == packages | {"locale/"}


def test_files_that_games_share_are_in_the_architecture() -> None:
    named = names_in(text("docs/architecture.md"), "A game is one folder")
    found = [
        {path.name + "/" * path.is_dir() for path in Path(str(game.folder)).iterdir() if path.name != "__pycache__"}
        for game in GAMES.values()
    ]
    assert set.intersection(*found) <= named <= set.union(*found)


# docs/records.md


def test_the_record_in_the_docs_is_one() -> None:
    (shown,) = marked(text("docs/records.md"), "record")
    found = record.read(shown)
    record.verify(found)
    assert record.write(found) == shown


@pytest.mark.parametrize("seed", [None, "1", "2"])
def test_verifying_by_hand(seed: str | None, tmp_path: Path) -> None:
    page = text("docs/records.md")
    (program,) = marked(page, "verify")
    (shown,) = marked(page, "record")
    written = shown if seed is None else record.write(play_on(opened("no_thanks", seed, players=4), undo=True).record)
    draws = record.read(written).match.draws
    file = tmp_path / "game.koloda"

    def verified(text_of_record: str) -> "subprocess.CompletedProcess[str]":
        file.write_text(text_of_record, "utf-8")
        return subprocess.run([sys.executable, "-c", program, str(file)], capture_output=True, text=True)

    assert verified(written).stdout == f"{draws} draws are right\n"
    wrong = re.sub(r"^1\. first (\d)", lambda found: f"1. first {int(found[1]) % 2 + 1}", written, flags=re.MULTILINE)
    assert "draw 0 was not first" in verified(wrong).stderr


def test_header_and_closing_keys_are_documented() -> None:
    page = text("docs/records.md")
    written = record.write(play_on(opened("no_thanks", players=3)).record)
    keys = {re.sub(r"\d+$", "N", key) for key in re.findall(r"^([a-z][\w ]*): ", written, re.MULTILINE)}
    keys = {re.sub(r"^option .*", "option NAME", key) for key in keys}
    assert keys == set(re.findall(r"^\| `([a-z][\w ]*)` \|", page, re.MULTILINE)) - {"status"} | {"status"}


@pytest.mark.parametrize("game", GAMES)
def test_draws_and_decisions_are_documented(game: str) -> None:
    """Every first word of a draw, and every word of a decision, is in the row of the game."""
    found = find(game)
    row = next(line for line in text("docs/records.md").splitlines() if line.startswith(f"| {title(game)} | `"))
    draws, decisions = cells(row)[1:3]
    for key in range(3):
        for step in walk(found, {"players": 3}, key):
            if isinstance(step.event, Act):
                written = found.notation.write_action(step.before, step.event.action)
                words = re.findall(r"[a-z]+", written)
                assert all(re.search(rf"\b{word}\b", decisions) for word in words if word not in COLOURS), written
            else:
                word = found.notation.write_draw(step.before, step.event.outcome).split()[0]
                assert f"`{word} " in draws, word


COLOURS = ("red", "yellow", "green", "purple", "blue", "orange")


def title(game: str) -> str:
    return texts("en")[f"{game}.title"]


# docs/positions.md


def test_positions_in_the_docs_are_read() -> None:
    shown = [line.strip() for line in marked(text("docs/positions.md"), "position")]
    assert {line.partition("[")[0] for line in shown} == set(GAMES)
    for line in shown:
        notation = find(line.partition("[")[0]).notation
        s = notation.read_position(line)
        assert notation.read_position(notation.write_position(s)) == s


def test_positions_in_the_docs_can_occur() -> None:
    """As far as a referee can tell."""
    for line in marked(text("docs/positions.md"), "position"):
        game = find(line.strip().partition("[")[0])
        law_of_conservation(game, REFEREES[game.name], game.notation.read_position(line.strip()))


@pytest.mark.parametrize("game", GAMES)
def test_keys_of_a_position_are_documented(game: str) -> None:
    source = inspect.getsource(typing.cast(Any, find(game).notation).write_position)
    keys = set(re.findall(r'^\s+"([\w-]+)": ', source, re.MULTILINE))
    section = text("docs/positions.md").partition(f"\n## {title(game)}\n")[2].partition("\n## ")[0]
    first = [cells(line)[0] for line in section.partition("<!-- actions")[0].splitlines() if line.startswith("| `")]
    assert {key for cell in first for key in re.findall(r"`([\w-]+)`", cell)} == keys


@pytest.mark.parametrize("game", GAMES)
def test_action_ids_are_documented(game: str) -> None:
    """Every id has one row, and the move in the row is written that way."""
    found = find(game)
    s = found.new()
    known: set[int] = set()
    for ids, move, _, _ in table(text("docs/positions.md"), f"actions: {game}"):
        rows = set(ids_of(ids))
        assert not rows & known
        known |= rows
        assert found.notation.read_action(s, move.strip("`")) in rows, move
        shape = re.sub(r"\d+|purple|[RYGPBO][\dX]", "*", move.strip("`"))
        for action in rows:
            written = re.sub("|".join(COLOURS) + r"|\b[RYGPBO][\dX]\b|\d+", "*", found.notation.write_action(s, action))
            assert written == shape, f"{action} is not like {move}"
    assert known == set(range(found.actions))


def ids_of(text_of_ids: str) -> Iterator[int]:
    if "(n - 2)" in text_of_ids:
        yield from (eval(text_of_ids.replace("5 (", "5 * ("), {"n": n}) for n in range(2, 13))
    else:
        low, _, high = text_of_ids.partition(" … ")
        yield from range(int(low), int(high or low) + 1)


# docs/bots.md


def test_the_class_in_the_docs_plays() -> None:
    names: dict[str, Any] = {}
    first, second = blocks(text("docs/bots.md"), "python")
    exec(first, names)
    exec(second, names)
    for game in GAMES:
        bot, random = names["Cautious"](seed=1), Random(1)
        at = opened(game, "docs", players=3)
        while not at.over:
            seat = at.actors[0]
            knowledge = at.knowledge(seat)
            possible = names["possible"](knowledge, random)
            assert at.game.view(possible, seat) == knowledge.view
            at.act(seat, bot.choose(knowledge, Budget()))


def test_fields_of_the_knowledge_are_documented() -> None:
    page = text("docs/bots.md")
    known = {name for name in dir(opened("no_thanks").knowledge(0)) if not name.startswith("_")}
    rows = page.partition("| `knowledge.` |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE)) == known


def test_messages_in_the_docs_have_the_fields_of_real_ones() -> None:
    page = text("docs/bots.md")
    at = play_on(opened("no_thanks", "docs", players=3), 5)
    seat = at.actors[0]
    speaker = Speaker()
    real: dict[str, Any] = {
        "hello": json.loads(speaker.hello(at.knowledge(seat), "5eed")),
        "decide": json.loads(speaker.decide(1, at.knowledge(seat), 1, None)),
        "over": json.loads(speaker.over(at.view(seat), at.story(seat))),
    }
    for kind, message in real.items():
        (shown,) = map(json.loads, marked(page, f"message: {kind}"))
        assert list(shown) == list(message)
        if kind == "decide":
            assert list(shown["view"]) == list(message["view"])
            assert [list(move) for move in shown["legal"]] == [list(move) for move in message["legal"]]
            assert [list(move["info"]) for move in shown["legal"]] == [list(move["info"]) for move in message["legal"]]
            assert list(shown["story"][0]) == list(message["story"][0])
    answers = marked(page, "message: answer")
    assert len(answers) == 3
    assert all(read_answer(answer.encode()) for answer in answers)


def test_the_program_in_the_docs_is_the_example() -> None:
    page = text("docs/bots.md")
    assert marked(page, "file: examples/bots/thrifty.js") == [text("examples/bots/thrifty.js")]


def test_faults_are_documented() -> None:
    page = text("docs/bots.md")
    rows = set(re.findall(r"^\| `(\w+)` \|", page.partition("## When a bot goes wrong")[2].partition("\n## ")[0], re.M))
    source = "".join(inspect.getsource(module) for module in (command, external_bot, program_bot, python_class))
    assert rows == set(re.findall(r'(?:Failed|_lost)\(\s*"(\w+)"', source))
    assert f"{LONGEST_LINE:,}" in page


def structs(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """A view and its parts."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        for field in msgspec.structs.fields(kind):
            yield from structs(field.type)
    for part in typing.get_args(kind):
        yield from structs(part)


def described(kind: Any) -> str:
    """A type as the docs write it."""
    if kind == Seat:
        return "seat"
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return " or ".join(described(part) for part in parts)
    if origin is list:
        return f"[{described(parts[0])}]"
    if origin is dict:
        return f"{{{described(parts[1])}}}"
    plain = {int: "number", str: "text", bool: "true/false", type(None): "null"}
    return plain.get(kind) or str(kind.__name__)


VIEWS = [game.view_type for game in GAMES.values()]
STRUCTS = [View, *dict.fromkeys(struct for view in VIEWS for struct in structs(view))]


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: str(struct.__name__))
def test_every_field_of_a_view_is_documented(struct: type[msgspec.Struct]) -> None:
    common = View.__struct_fields__ if struct in VIEWS else ()
    fields = [f for f in msgspec.structs.fields(struct) if f.name not in common]
    rows = table(text("docs/bots.md"), f"view: {struct.__name__}")
    assert [row[:2] for row in rows] == [[f"`{field.name}`", described(field.type)] for field in fields]
    assert all(row[2] for row in rows)


MOVES = [game.move_type for game in GAMES.values()]


@pytest.mark.parametrize("struct", [MoveInfo, *MOVES], ids=lambda struct: str(struct.__name__))
def test_every_field_of_a_moves_info_is_documented(struct: type[MoveInfo]) -> None:
    common = () if struct is MoveInfo else MoveInfo.__struct_fields__
    fields = [f for f in msgspec.structs.fields(struct) if f.name not in common]
    page = text("docs/bots.md")
    if not fields:
        assert f"<!-- move: {struct.__name__} -->" not in page
        return
    rows = table(page, f"move: {struct.__name__}")
    assert [row[:2] for row in rows] == [[f"`{field.name}`", described(field.type)] for field in fields]
    assert all(row[2] for row in rows)


@pytest.mark.parametrize("game", GAMES)
def test_kinds_of_moves_are_documented(game: str) -> None:
    found = find(game)
    kinds = {row[0]: row[1] for row in table(text("docs/bots.md"), "moves: kinds")}
    assert list(kinds) == [f"`{name}`" for name in GAMES]
    seen = set()
    for chosen in REFEREES[game].GOLDEN.values():
        for before, _, _ in walk(found, chosen["options"], chosen["seed"]):
            for seat in range(before.players):
                seen |= {found.moves.info(before, seat, action).kind for action in found.legal(before, seat)}
    assert set(re.findall(r"`(\w+)`", kinds[f"`{game}`"])) == seen


@pytest.mark.parametrize("game", GAMES)
def test_phases_that_a_bot_meets_are_documented_as_such(game: str) -> None:
    found = find(game)
    meaning = table(text("docs/bots.md"), f"view: {found.view_type.__name__}")[0][2]
    met = set(re.findall(r"`([\w-]+)`", meaning.partition("A bot does not meet")[0]))
    seen = {"over"}
    for chosen in REFEREES[game].GOLDEN.values():
        for before, _, _ in walk(found, chosen["options"], chosen["seed"]):
            if seats_of(found.rules.actors(before)):
                seen.add(typing.cast(Any, found.view(before, 0)).phase)
    assert seen == met


# docs/environments.md


@pytest.mark.parametrize("game", GAMES)
def test_layouts_of_observations_are_documented(game: str) -> None:
    page = text("docs/environments.md")
    observation = find(game).observation
    expected, at = [], 0
    for part in observation.layout:
        numbers = (at, part.size, part.lowest, part.highest)
        expected.append([f"`{part.name}`", *map(str, numbers), part.meaning])
        at += part.size
    assert table(page, f"layout {game}") == expected
    assert f"{observation.size} numbers, `{observation.width}`.\n\n<!-- layout {game} -->" in page


def test_what_an_insight_has_besides_the_memory_is_documented() -> None:
    expected = [
        [
            texts("en")[f"{name}.title"],
            f"`{part.name}`",
            *map(str, (part.size, part.lowest, part.highest)),
            part.meaning,
        ]
        for name in GAMES
        for part in find(name).observation.insight.layout
        if part not in find(name).observation.layout
    ]
    assert table(text("docs/environments.md"), "insight") == expected


def test_snippets_about_environments(capsys: pytest.CaptureFixture[str]) -> None:
    """Each prints what the comment on its last line says."""
    for snippet in blocks(text("docs/environments.md"), "python"):
        exec(snippet, {})
        assert capsys.readouterr().out.strip() == snippet.strip().rpartition("  # ")[2]


# Training


def test_settings_of_a_recipe_are_documented() -> None:
    def shown(value: float) -> str:
        return f"{value:,}" if isinstance(value, int) else f"{value:g}"

    settings = {
        each.name: each.default for each in fields(Recipe) if each.name not in ("game", "players", "seed", "start")
    }
    devices = [{**settings, **on_device} for on_device in (ON_CPU, ON_CUDA)]
    expected = [[f"`{name}`", *(shown(device[name]) for device in devices)] for name in settings]
    assert [row[:3] for row in table(text("docs/training.md"), "recipe")] == expected
