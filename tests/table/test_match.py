"""The match: who may act, what is refused, how it goes on with and without a history and a dealer."""

import pickle
from copy import deepcopy
from typing import Any

import pytest

import koloda
from koloda.compiled.generator import stream
from koloda.core.errors import KolodaError, NotLegal, NotYourTurn, UnknownOption
from koloda.core.events import facts_of
from koloda.core.game import Act, Draw, Game
from koloda.games import GAMES
from koloda.games.no_thanks.state import PASS, TAKE
from koloda.table.match import Match, Undo, narrate
from tests import laws

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def test_step_api_plays_to_the_end() -> None:
    match = koloda.play("No Thanks!", players=5, seed=3)
    while not match.over:
        match.act(match.actor, match.legal(match.actor)[-1])
    assert sum(match.scores()) == sum(match.view(None).scores or [])
    assert match.winners() == match.view(None).winners
    assert (match.actors, match.actor) == ([], -1)


def test_the_same_seed_gives_the_same_cards() -> None:
    assert koloda.play("no_thanks", seed=4).state == koloda.play("no_thanks", seed=4).state
    assert any(koloda.play("no_thanks", seed=4).state != koloda.play("no_thanks", seed=k).state for k in range(5, 9))


@pytest.mark.parametrize(
    ("seat", "action", "error", "message"),
    [
        (1, PASS, NotYourTurn, "Not your turn: it is Player 1's turn."),
        (4, PASS, NotYourTurn, "There is no seat 5; there are 4."),
        (-1, PASS, NotYourTurn, "There is no seat 0; there are 4."),
        (0, 7, NotLegal, "There is no action 7; they are numbered 0 to 1."),
        (0, PASS, NotLegal, "Refusing is not possible: without a chip you must take card 17 (NT-4)."),
    ],
)
def test_refused_actions_say_why_and_change_nothing(
    seat: int, action: int, error: type[KolodaError], message: str
) -> None:
    game = koloda.find("no_thanks")
    position = "no_thanks[players=4] turn=1 card=17 pot=11 chips=0/11/11/11"
    match = koloda.Match(game, game.notation.read_position(position), lambda n: 0)
    with pytest.raises(error) as refused:
        match.act(seat, action)
    assert str(refused.value) == message
    assert game.notation.write_position(match.state) == game.notation.write_position(
        game.notation.read_position(position)
    )
    match.act(0, TAKE)


def test_changing_the_list_of_legal_actions_changes_nothing() -> None:
    match = koloda.play("no_thanks", seed=1)
    match.legal(match.actor).append(7)
    with pytest.raises(NotLegal):
        match.act(match.actor, 7)


def test_an_action_of_the_seat_before_is_no_seats_action() -> None:
    match = koloda.play("no_thanks", seed=1)
    match.act(match.actor, match.legal(match.actor)[0])
    for action in (PASS, TAKE):
        with pytest.raises(NotYourTurn):
            match.act(-1, action)


@pytest.mark.parametrize("given", ["chess", "", "no thanks?"])
def test_an_unknown_game(given: str) -> None:
    with pytest.raises(UnknownOption, match="There is no game"):
        koloda.play(given)


class Cards:
    """Draws that can be copied and pickled."""

    def __init__(self, key: int) -> None:
        self.key = key

    def __call__(self, n: int) -> int:
        self.key = self.key * 69069 % (1 << 32) + 1
        return (self.key >> 8) % n


def new(game: Game, key: int = 1, history: bool = True) -> Match:
    return Match(game, game.new(), Cards(key), history=history)


def play_on(match: Match, decisions: int = 1 << 20) -> Match:
    choose = stream(7)
    while not match.over and decisions:
        legal = match.legal(match.actor)
        match.act(match.actor, legal[choose(len(legal))])
        decisions -= 1
    return match


def position(match: Match) -> tuple[Any, ...]:
    return match.state, match.mask, match.actor, match.over


@every_game
def test_a_history_changes_nothing(game: Game) -> None:
    kept, fleeting = play_on(new(game)), play_on(new(game, history=False))
    assert position(kept) == position(fleeting)
    assert kept.over


@every_game
def test_a_match_is_applied_again_entry_by_entry(game: Game) -> None:
    match = play_on(new(game), 40)
    for history in (True, False):
        again = Match(game, game.new(), history=history)
        for entry in match.entries:
            again.apply(entry)
        assert position(again) == position(match)


@every_game
def test_whose_turn_it_is_holds_at_every_entry(game: Game) -> None:
    match = Match(game, game.new(), history=True)
    for before, event, after in laws.walk(game, {}, 3):
        assert match.state == before
        match.apply(event)
        assert match.state == after
        assert match.mask == game.rules.actors(after)
        assert match.over == game.rules.over(after)


@every_game
def test_no_state_of_a_history_changes(game: Game) -> None:
    match = play_on(new(game), 20)
    before = [step.before.copy() for step in match.steps]
    play_on(match)
    assert [step.before for step in match.steps[: len(before)]] == before
    for one, following in zip(match.steps, match.steps[1:], strict=False):
        assert one.after is following.before


@every_game
def test_the_story_is_that_of_the_steps(game: Game) -> None:
    match = play_on(new(game), 10)
    for seat in (None, 0, 1):
        told = [event for step in match.steps for event in game.narration.narrate(*step, seat)]
        assert match.events(seat) == told == narrate(game, match.steps, seat)
        assert match.events(seat, 3) == narrate(game, match.steps[3:], seat)
        assert match.story(seat, 3) == facts_of(match.events(seat, 3))
    assert match.knowledge(0).events == match.events(0)
    assert match.knowledge(0).story == match.story(0)
    assert match.knowledge(0, story=False).story == []


@every_game
def test_what_is_legal_is_what_is_not_refused(game: Game) -> None:
    match = new(game)
    for seat in range(match.state.players):
        legal = match.legal(seat)
        for action in range(-1, game.actions + 1):
            for asked in (True, False):  # right after `legal`, and without having asked
                match = match.copy(match.deal)
                if asked:
                    match.legal(seat)
                if action in legal:
                    match.check(seat, action)
                else:
                    with pytest.raises((NotLegal, NotYourTurn)):
                        match.check(seat, action)


@pytest.mark.parametrize("history", [True, False])
def test_actions_that_were_listed_are_not_listed_again(history: bool) -> None:
    match = new(GAMES["no_thanks"], history=history)
    listed = match.legal(match.actor)
    with pytest.raises(NotLegal):
        match.act(match.actor, 7, listed)
    match.act(match.actor, listed[0], listed)
    with pytest.raises(NotYourTurn):
        match.act(-1, listed[0], listed)


def test_a_draw_that_is_not_due_is_refused() -> None:
    match = Match(GAMES["no_thanks"], GAMES["no_thanks"].new(3), history=True)
    due = GAMES["no_thanks"].rules.chance(match.state)
    for outcome in (-1, due):
        with pytest.raises(NotLegal, match=f"Outcome {outcome} cannot be drawn"):
            match.apply(Draw(outcome))
    with pytest.raises(NotLegal):
        Match(GAMES["no_thanks"], GAMES["no_thanks"].new(3), lambda n: n, history=True)
    assert match.entries == []


def test_entries_are_applied_up_to_the_first_that_is_refused() -> None:
    whole = play_on(new(GAMES["no_thanks"]), 4)
    match = Match(GAMES["no_thanks"], GAMES["no_thanks"].new(), history=True)
    with pytest.raises(NotLegal):
        match.apply(*whole.entries, Draw(0), Draw(0))
    assert match.entries == whole.entries
    assert position(match) == position(whole)


def test_no_undo_of_the_last_decision_of_a_game() -> None:
    whole = play_on(new(GAMES["no_thanks"]))
    last = whole.entries[-1]
    assert isinstance(last, Act)
    match = Match(GAMES["no_thanks"], GAMES["no_thanks"].new(), history=True)
    with pytest.raises(NotLegal, match="There is nothing to undo"):
        match.apply(*whole.entries, Undo(last.seat))
    assert position(match) == position(whole)


def test_a_history_can_be_forgotten() -> None:
    match = play_on(new(GAMES["no_thanks"]), 4)
    before, told = position(match), match.steps
    match.forget_history()
    assert position(match) == before
    assert (match.steps, match.entries) == ([], [])
    assert told
    assert match.last_decision(match.actor) is None


def test_without_a_dealer_draws_stay_due() -> None:
    match = Match(GAMES["no_thanks"], GAMES["no_thanks"].new(3), history=True)
    assert (match.mask, match.actor, match.over) == (0, -1, False)
    match.deal_from(Cards(1))
    assert match.actor >= 0
    match.deal = None
    match.act(match.actor, TAKE)
    assert (match.mask, match.over) == (0, False)
    assert GAMES["no_thanks"].rules.chance(match.state)


def test_a_decision_is_taken_back_with_all_that_came_after() -> None:
    match = new(GAMES["no_thanks"])
    first, before = match.actor, match.state
    match.act(first, PASS)
    match.act(match.actor, PASS)
    assert match.last_decision(first) == len(match.steps) - 2
    match.apply(Undo(first))
    assert (match.state, match.actor) == (before, first)
    assert [type(entry) for entry in match.entries[-3:]] == [Act, Act, Undo]
    with pytest.raises(NotLegal, match="There is nothing to undo"):
        match.apply(Undo(first))


def test_without_a_history_there_is_nothing_to_tell_or_to_undo() -> None:
    match = koloda.play("no_thanks", players=3)
    for ask in (lambda: match.steps, lambda: match.entries, lambda: match.story(0), lambda: match.apply(Undo(0))):
        with pytest.raises(ValueError, match="keeps no history"):
            ask()
    assert match.knowledge(0, story=False).view == match.view(0)


@every_game
@pytest.mark.parametrize("history", [True, False])
def test_copies_go_their_own_way(game: Game, history: bool) -> None:
    match = play_on(new(game, history=history), 8)
    copies = [match.copy(deepcopy(match.deal)), deepcopy(match), pickle.loads(pickle.dumps(match))]
    before = match.state.copy()
    assert all(position(each) == position(match) for each in copies)
    played = [play_on(each) for each in copies]
    assert match.state == before
    assert all(position(each) == position(play_on(match)) for each in played)
    if history:
        assert all(each.entries == match.entries and len(each.steps) == len(match.steps) for each in played)


def test_where_decided_plies_lead_is_worked_out_once() -> None:
    match = Match(GAMES["no_thanks"], GAMES["no_thanks"].new(3), history=True)
    match.apply(Draw(0), Draw(4))
    ahead = match.copy(lambda n: 0)
    ahead.act(0, TAKE)
    plies = [step.ply for step in ahead.steps[2:]]
    assert len(plies) == 2, "somebody takes the card, and another one is turned up"
    match.decided(plies, ahead)
    assert match.after(plies) is ahead
    again = match.after(plies)
    assert again is not ahead, "each has its own"
    assert (again.state, again.steps, again.actor) == (ahead.state, ahead.steps, ahead.actor)
    assert ahead.deal is None


def test_other_plies_than_the_decided_ones_are_carried_out() -> None:
    match = Match(GAMES["no_thanks"], GAMES["no_thanks"].new(3), history=True)
    match.apply(Draw(0), Draw(4))
    ahead = match.copy()
    ahead.act(0, TAKE)
    match.decided([Act(0, TAKE)], ahead)
    passed = match.after([Act(0, PASS)])
    assert passed.steps[-1].ply == Act(0, PASS)
    assert match.steps[-1].ply == Draw(4)
