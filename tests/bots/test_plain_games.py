"""Games with fewer parts: without policy and belief, or without a way to sample hidden cards."""

from dataclasses import replace
from typing import cast

import pytest

from koloda.arena.batch_job import play_batch
from koloda.arena.plan import Plan
from koloda.bots.bot import Bot, Budget
from koloda.bots.engine import Engine
from koloda.bots.external.external_bot import fallback_action
from koloda.bots.knowledge import knowledge_of
from koloda.bots.levels import check_bot, levels, make_bot, usual_level
from koloda.bots.search_bot import SearchBot
from koloda.compiled.generator import stream
from koloda.core.errors import UnknownOption
from koloda.core.game import Game, Rules
from koloda.games import GAMES, mind_up, no_thanks, tugriki
from koloda.games.no_thanks.state import TAKE
from koloda.server.bots.pool import BotPool
from koloda.server.tables.stand_in import rule_choice, stand_in
from koloda.table.dealer import Dealer
from koloda.table.match import Match
from koloda.table.table import Table
from koloda.terminal.games import lines
from koloda.terminal.play import PlayOptions
from koloda.terminal.screen.form import Form
from tests.bots import no_hide


def without_bots(game: Game) -> Game:
    """A game whose folder has no bots."""
    return replace(game, package="tests.games")


def without_network(game: Game) -> Game:
    """A game whose folder has bots, but no network."""
    made = replace(game)
    vars(made)["network"] = None
    return made


PLAIN = without_bots(no_thanks.GAME)
BLIND = replace(no_thanks.GAME, rules=cast(Rules, no_hide))
OURS = without_network(no_thanks.GAME)


def opened(game: Game, players: int = 3, seed: str = "x") -> Table:
    values = game.set_up.settle(players)
    return Table.open(game, values, [f"P{seat}" for seat in range(players)], Dealer.seeded(seed, players), {})


def test_which_levels_a_game_has() -> None:
    assert [levels(game) for game in (OURS, PLAIN, BLIND)] == [(0, 1, 2, 3), (0, 3), (0,)]
    assert [usual_level(game) for game in (OURS, PLAIN, BLIND)] == [2, 3, 0]
    assert all(levels(without_network(game)) == (0, 1, 2, 3) for game in (mind_up.GAME, tugriki.GAME))


@pytest.mark.parametrize("spec", ["1", "greedy", "2", "rule"])
def test_without_a_policy_levels_1_and_2_are_refused(spec: str) -> None:
    with pytest.raises(UnknownOption) as error:
        make_bot(spec, PLAIN, 3, 0)
    assert error.value.text("en") == (
        f'No Thanks! has no bot "{spec}": the game has no policy, which levels 1 and 2 need. '
        "It has levels 0 (random), 3 (search)."
    )
    assert error.value.text("ru").startswith(f"Бота «{spec}» в игре «Нет уж, спасибо!» нет")


@pytest.mark.parametrize("spec", ["1", "rule", "3", "search:200ms", "bot.py:Mine", "cmd:mine"])
def test_without_hide_every_bot_but_the_random_one_is_refused(spec: str) -> None:
    with pytest.raises(UnknownOption) as error:
        make_bot(spec, BLIND, 3, 0)
    assert error.value.text("en") == (
        f'No Thanks! has no bot "{spec}": the game cannot sample hidden cards, which every bot except level 0 needs. '
        "It has level 0 (random) only."
    )
    assert "не умеет пересдавать скрытые карты" in error.value.text("ru")


def test_an_unknown_bot_is_unknown_everywhere() -> None:
    for game in (OURS, PLAIN, BLIND):
        with pytest.raises(UnknownOption, match='There is no bot "clever"'):
            check_bot("clever", game)


def played(game: Game, specs: list[str], seed: str) -> Table:
    table = opened(game, len(specs), seed)
    bots: dict[int, Bot] = {
        seat: make_bot(spec, game, len(specs), f"{seed} {seat}", wait=True) for seat, spec in enumerate(specs)
    }
    while not table.over:
        choice = table.bots_choice(bots, Budget())
        assert choice is not None
        table.act(*choice)
    return table


def test_games_of_random_bots_where_nothing_can_be_dealt_anew() -> None:
    assert played(BLIND, ["0", "0", "0"], "a").over


@pytest.mark.parametrize("game", [no_thanks.GAME, mind_up.GAME], ids=lambda game: game.name)
def test_random_rollouts_beat_random_bots(game: Game) -> None:
    """With tree search and with regret matching."""
    plain = without_bots(game)
    wins = 0.0
    for number in range(8):
        table = played(
            plain, ["search:120", "0"] if 2 in game.set_up.players else ["search:120", "0", "0"], f"{number}"
        )
        winners = table.game.winners(table.state)
        wins += (0 in winners) / len(winners)
    assert wins >= 6


def test_random_rollouts_of_players_and_of_bystanders_who_may_step_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, for Tugriki's search takes half a minute to compile."""
    monkeypatch.setattr(Engine, "load_aside", lambda self: None)
    plain = without_bots(tugriki.GAME)
    engine, bot = Engine(plain), SearchBot(plain, 5)
    match = Match(plain, plain.start(plain.set_up.settle(3, rounds=1)), Dealer.seeded("calls", 3).deal, history=True)
    asked = {True: 0, False: 0}
    while not match.over and not (asked[True] >= 5 and asked[False] >= 5):
        for seat in range(3):
            knowledge = match.knowledge(seat)
            if knowledge.legal and asked[knowledge.must] < 5:
                asked[knowledge.must] += 1
                state = engine.State(bot.question(knowledge), False)
                state.go_on(engine.at_hand[0], 5)
                choices = {each.action for each in state.estimates()}
                assert choices == {*knowledge.legal, *([] if knowledge.must else [None])}
                assert state.choice() in choices
        silent = plain.notation.read_action(match.state, "silent")
        legal = match.legal(match.actor)
        match.act(match.actor, silent if silent in legal else legal[0])
    assert asked == {True: 5, False: 5}


@pytest.mark.parametrize("game", [no_thanks.GAME, mind_up.GAME], ids=lambda game: game.name)
def test_compiled_and_interpreted_rollouts_agree(game: Game) -> None:
    plain = without_bots(game)
    interpreted, compiled = Engine(plain), plain.once(Engine)
    compiled.load()
    table = opened(plain)
    bot = SearchBot(plain, 5, wait=True)
    question = bot.question(table.knowledge(table.actors[0]))
    found = []
    for engine in (interpreted, compiled):
        driver, ready = engine.at_hand
        state = engine.State(question, ready)
        state.go_on(driver, 20)
        found.append(state.estimates())
    assert found[0] == found[1]


def test_a_search_takes_the_card_that_wins() -> None:
    position = "no_thanks[players=3 chips=11] turn=1 card=33 pot=9 chips=8/8/8 taken=32,34/10/20"
    known = knowledge_of(PLAIN, PLAIN.notation.read_position(position), 0, list)
    assert make_bot("search:400", PLAIN, 3, 1, wait=True).choose(known, Budget()) == TAKE


def test_the_set_up_offers_the_levels_that_a_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        GAMES, "_built_in", {"no_thanks": PLAIN, "dobro": BLIND, "mind_up": without_network(mind_up.GAME)}
    )
    form = Form(PlayOptions(game="no_thanks", level="2"))
    assert (form.row("bot_1").values, form.row("bot_1").value) == (["0", "3"], "3")
    form.change(0, 1)
    assert (form.row("bot_1").values, form.row("bot_1").value) == (["0"], "0")
    form.change(0, 1)
    assert (form.row("bot_1").values, form.row("bot_1").value) == (["0", "1", "2", "3"], "0")


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (OURS, "bots of level 0, 1, 2, 3 (no levels 4 and 5: the game has no trained network)"),
        (
            PLAIN,
            "bots of level 0, 3 (no levels 1 and 2: the game has no policy; "
            "no levels 4 and 5: the game has no trained network)",
        ),
        (BLIND, "bots of level 0 (no other levels: the game cannot sample hidden cards)"),
    ],
    ids=["ours", "plain", "blind"],
)
def test_the_list_of_games_says_which_levels_there_are_and_why(game: Game, told: str) -> None:
    assert lines(game, "en")[1].endswith(told)


@pytest.mark.parametrize("game", [PLAIN, BLIND], ids=["plain", "blind"])
def test_the_arena_plays_the_levels_that_a_game_has(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "_built_in", {"no_thanks": game})
    with pytest.raises(UnknownOption, match='has no bot "greedy"'):
        Plan.of("no_thanks", ["0", "greedy"], 4)
    plan = Plan.of("no_thanks", ["0", "0", "search:3" if game is PLAIN else "random"], 2)
    assert len(play_batch(plan, 0)["games"]) > 0


@pytest.mark.parametrize("game", [PLAIN, BLIND], ids=["plain", "blind"])
def test_who_stands_in_where_there_is_no_rule(game: Game) -> None:
    assert stand_in(game) == "random"
    table = opened(game)
    known = table.knowledge(table.actors[0])
    assert rule_choice(known) in known.legal
    seated = BotPool({}).seat("rule", "seed", ["A", "B", "C"], "en")
    assert seated.choose(known) in known.legal


def test_who_stands_in_for_a_guest_where_there_is_no_greedy_player() -> None:
    deal = stream(1)
    table = opened(PLAIN)
    chosen = set()
    while not table.over:
        seat = table.actors[0]
        known = table.knowledge(seat)
        choice = fallback_action(known)
        assert choice == fallback_action(table.knowledge(seat))
        assert choice in known.legal
        chosen.add(choice)
        table.act(seat, known.legal[deal(len(known.legal))])
    assert len(chosen) > 1
