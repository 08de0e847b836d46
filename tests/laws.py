"""The laws that every game obeys, each as a function that raises if the game breaks it."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest

from koloda.bots.knowledge import knowledge_of
from koloda.compiled import loader
from koloda.compiled.generator import seed as start_stream
from koloda.compiled.generator import stream
from koloda.core.errors import KolodaError, NotLegal, NotYourTurn
from koloda.core.events import Told, facts_of
from koloda.core.facts import Fact
from koloda.core.game import Act, Draw, Game, Ply, seats_of
from koloda.core.observation import VIEW
from koloda.core.schema import pack
from koloda.core.text import LANGUAGES, say
from koloda.core.view import Criterion, encode
from koloda.table.compiled_match import StepEngine
from koloda.table.match import Match, next_state, refusal
from tests import trace
from tests.referees import REFEREES, Referee

Deal = Callable[[int], int]


class Step(NamedTuple):
    before: Any
    event: Ply
    after: Any


def choose_event(game: Game, s: Any, deal: Deal) -> Ply:
    """A random draw or decision; bystanders act now and then."""
    if n := game.rules.chance(s):
        return Draw(deal(n))
    asked = range(s.players) if deal(4) == 0 else seats_of(game.rules.actors(s))
    seats = [seat for seat in asked if game.legal(s, seat)]
    seat = seats[deal(len(seats))]
    legal = game.legal(s, seat)
    return Act(seat, legal[deal(len(legal))])


def walk(game: Game, options: dict[str, Any], seed: int) -> Iterator[Step]:
    """A random game, step by step, to its end."""
    deal = stream(seed)
    s = game.new(**options)
    for _ in range(REFEREES[game.name].LONGEST):
        if game.rules.over(s):
            return
        event = choose_event(game, s, deal)
        after = next_state(game, s, event)
        yield Step(s, event, after)
        s = after
    raise AssertionError(f"no end after {REFEREES[game.name].LONGEST} steps: {game.notation.write_position(s)}")


def law_of_conservation(game: Game, referee: Referee, s: Any) -> None:
    """Every card is somewhere, once; every number fits its field."""
    assert referee.whereabouts(s) == referee.deck(s)
    referee.check(s)
    pack(s)


def law_of_one_cause(game: Game, s: Any) -> None:
    """Either a draw is due, or somebody must act, or the game is over.

    Seats that must act can; during a draw nobody can.
    """
    due, actors, over = game.rules.chance(s) > 0, game.rules.actors(s) > 0, bool(game.rules.over(s))
    assert due + actors + over == 1
    for seat in range(s.players):
        legal = game.legal(s, seat)
        assert all(a < b for a, b in pairwise([-1, *legal, game.actions])), "ids ascend within the id space"
        assert not (due or over) or not legal
        assert legal or not game.rules.actors(s) >> seat & 1


def law_of_places(game: Game, s: Any) -> None:
    """At the end, the score and then the tie-breaks rank the seats like `standings`, and say what decided."""
    standings = [0] * s.players
    game.rules.standings(s, standings)
    view = game.view(s, None)
    assert view.ranking is not None
    assert view.scores == view.ranking.criteria[0].values
    assert view.places == [1 + sum(other > own for other in standings) for own in standings]
    assert view.winners == [seat for seat, place in enumerate(view.places) if place == 1]
    columns = [[-n if each.lowest else n for n in each.values] for each in view.ranking.criteria]
    rows = list(zip(*columns, strict=True))
    assert view.places == [1 + sum(other > own for other in rows) for own in rows]
    level = list(range(s.players))
    for number, (criterion, column) in enumerate(zip(view.ranking.criteria, columns, strict=True)):
        best = [seat for seat in level if column[seat] == max(column[seat] for seat in level)]
        compared = best if number == 0 else level
        assert criterion.compared == (compared if len(compared) > 1 else [])
        level = best
    decided = [criterion for criterion in view.ranking.criteria if criterion.decided]
    parted = [each for each in view.ranking.criteria[1:] if set(each.compared) - _first(each)]
    assert decided == parted[-1:]
    assert level == view.winners


def _first(criterion: Criterion) -> set[int]:
    """The compared seats that have the best value."""
    best = min if criterion.lowest else max
    right = best((criterion.values[seat] for seat in criterion.compared), default=0)
    return {seat for seat in criterion.compared if criterion.values[seat] == right}


def law_of_legality(game: Game, s: Any, deal: Deal) -> None:
    """Legal actions are carried out; anything else raises an error and changes nothing."""
    if game.rules.chance(s):
        return
    for seat in (*range(s.players), s.players, -1):
        legal = game.legal(s, seat) if 0 <= seat < s.players else []
        for action in legal:
            Match(game, s.copy(), deal).act(seat, action)
        play = Match(game, s.copy(), deal)
        for action in {*range(-1, game.actions + 1)} - {*legal}:
            try:  # pytest.raises would take longer than all the rest
                play.act(seat, action)
            except (NotLegal, NotYourTurn):
                continue
            pytest.fail(f"seat {seat} may do {action} in {game.notation.write_position(s)}")
        assert play.state == s


def law_of_notation(game: Game, s: Any, deal: Deal) -> None:
    """Positions, draws and moves parse back to what was written."""
    text = game.notation.write_position(s)
    read = game.notation.read_position(text)
    assert read == s, text
    if n := game.rules.chance(s):
        outcome = deal(n)
        text = game.notation.write_draw(s, outcome)
        again = game.notation.read_draw(s, text)
        assert 0 <= again < n
        assert next_state(game, s, Draw(again)) == next_state(game, s, Draw(outcome)), text
    for seat in range(s.players):
        for action in game.legal(s, seat):
            text = game.notation.write_action(s, action)
            assert game.notation.read_action(s, text) == action, text
            assert game.notation.read_action(s, text.upper()) == action, text


def all_that_reaches(game: Game, s: Any, seat: int | None, deal: Deal) -> list[bytes]:
    """Everything that a seat can get from a position: view, observation, legal moves and what they mean, refusals."""
    told = [encode(game.view(s, seat))]
    assert encode(game.view(s, seat, game.view(s, None))) == told[0], "made from the spectators' view, it is the same"
    if seat is None:
        return told
    told.append(encode(game.observation.form(VIEW).of(s, seat)))
    legal = game.legal(s, seat)
    told.append(encode(legal))
    told += [encode(game.narration.describe(s, seat, action)) for action in legal]
    told += [encode(game.moves.info(s, seat, action)) for action in legal]
    told.append(encode(game.moves.attempts(s, seat)))
    for action in {deal(game.actions) for _ in range(8)} - set(legal):
        told.append(encode(refusal(game, s, seat, action).detail))
    return told


def law_of_swapping(game: Game, referee: Referee, s: Any, seed: int) -> None:
    """Swap two cards that a seat cannot see: everything that the seat receives stays the same to the byte."""
    deal = stream(seed)
    for seat in (None, *range(s.players)):
        hidden = referee.hidden(s, seat)
        if len(hidden) < 2:
            continue
        a, b = hidden[deal(len(hidden))], hidden[deal(len(hidden))]
        other = referee.swap(s, a, b)
        assert all_that_reaches(game, s, seat, stream(seed)) == all_that_reaches(game, other, seat, stream(seed)), (
            f"seat {seat} can tell {a} from {b} in {game.notation.write_position(s)}"
        )
        _same_story(game, s, other, seat, deal)


def _same_story(game: Game, s: Any, other: Any, seat: int | None, deal: Deal) -> None:
    """The next events read the same in both states, as long as the seat cannot tell the states apart."""
    if game.rules.over(s):
        return
    if n := game.rules.chance(s):
        events = [(Draw(deal(n)), Draw(deal(game.rules.chance(other)))) for _ in range(2)]
    else:
        actor = choose_event(game, s, deal)
        assert isinstance(actor, Act)
        if actor.action not in game.legal(other, actor.seat):
            return
        events = [(actor, actor)]  # type: ignore[list-item]
    narrate = game.narration.narrate
    for here, there in events:
        after, otherwise = next_state(game, s, here), next_state(game, other, there)
        if encode(game.view(after, seat)) == encode(game.view(otherwise, seat)) and not REFEREES[game.name].shown(
            here, seat
        ):
            told = narrate(s, here, after, seat)
            assert encode(facts_of(told)) == encode(facts_of(narrate(other, there, otherwise, seat))), told


def law_of_sight(game: Game, referee: Referee, s: Any, seed: int) -> None:
    """What a bot gets of a state (`hide`) stays the same when cards that its seat cannot see are swapped."""
    if game.rules.chance(s):
        return
    deal = stream(seed)
    for seat in range(s.players):
        hidden = [place for place in referee.hidden(s, seat) if not _everybody_saw(place)]
        if len(hidden) < 2:
            continue
        other = referee.swap(s, hidden[deal(len(hidden))], hidden[deal(len(hidden))])
        assert knowledge_of(game, s, seat, list).partial_state == knowledge_of(game, other, seat, list).partial_state


def _everybody_saw(place: Any) -> bool:
    """Dobro's score piles lie face down, but everybody saw what went there."""
    return isinstance(place, tuple) and place[0] == "pile"


def law_of_resampling(game: Game, referee: Referee, s: Any, seed: int) -> None:
    """Sample what a seat cannot see: the seat sees the same, and the position is sound."""
    if game.rules.chance(s):
        return
    for seat in range(s.players):
        deal = stream(seed, seat)
        other = s.copy()
        game.rules.hide(other, seat)
        while n := game.rules.chance(other):
            game.rules.draw(other, deal(n))
        law_of_conservation(game, referee, other)
        assert all_that_reaches(game, s, seat, stream(seed)) == all_that_reaches(game, other, seat, stream(seed)), (
            f"seat {seat}: {game.notation.write_position(s)} -> {game.notation.write_position(other)}"
        )


def law_of_memory(game: Game, options: dict[str, Any], seed: int) -> None:
    """At every decision a seat that heard all events knows the same numbers as somebody who watched every step."""
    memory = game.observation.nothing_remembered()
    told: list[list[Told]] = [[] for _ in range(game.seats)]
    for before, event, after in walk(game, options, seed):
        game.observation.watch(before, memory, event)
        for seat in range(after.players):
            told[seat] += game.narration.narrate(before, event, after, seat)
        if game.rules.actors(after):
            for seat in range(after.players):
                known = knowledge_of(game, after, seat, told[seat].copy)
                assert game.observation.parts(known.observation) == game.observation.parts(
                    game.observe(after, seat, memory)
                ), f"seat {seat} in {game.notation.write_position(after)}"
                insight = game.observation.insight
                assert insight.parts(known.insight) == insight.parts(insight.of(after, seat, memory))


class Watched(NamedTuple):
    """A state, and what was remembered on the way to it."""

    state: Any
    memory: Any

    def after(self, game: Game, event: Ply) -> "Watched":
        memory = self.memory.copy()
        game.observation.watch(self.state, memory, event)
        return Watched(next_state(game, self.state, event), memory)


def law_of_twins(game: Game, options: dict[str, Any], seed: int) -> int:
    """Two games whose stories are the same to a seat give it the same numbers, whatever the others hold.

    Wherever the twin cannot follow, it begins again as a copy. Returns how often the games differed.
    """
    deal = stream(seed, 8)
    start = game.new(**options)
    seat = deal(start.players)
    one = twin = Watched(start, game.observation.nothing_remembered())
    differences = 0
    for _ in range(REFEREES[game.name].LONGEST):
        if game.rules.over(one.state):
            return differences
        event = choose_event(game, one.state, deal)
        after = one.after(game, event)
        found = _same_for(game, seat, (one.state, event, after.state), twin, deal)
        one, twin = after, found or after
        if game.rules.actors(one.state):
            for form in (game.observation, game.observation.insight):
                assert form.of(one.state, seat, one.memory) == form.of(twin.state, seat, twin.memory), (
                    f"seat {seat}: {game.notation.write_position(one.state)} {game.notation.write_position(twin.state)}"
                )
            differences += one.state != twin.state
    raise AssertionError("no end")


def _same_for(game: Game, seat: int, step: tuple[Any, Ply, Any], twin: Watched, deal: Deal) -> Watched | None:
    """The twin after a ply of the same kind that looks to the seat as the step does; None if there is none."""
    before, event, after = step
    told = encode(facts_of(game.narration.narrate(before, event, after, seat)))
    seen = encode(game.view(after, seat))
    plies: list[Ply]
    if isinstance(event, Draw):
        plies = [Draw(outcome) for outcome in range(game.rules.chance(twin.state))]
    elif event.seat == seat:
        plies = [event] if event.action in game.legal(twin.state, seat) else []
    else:
        plies = [Act(event.seat, action) for action in game.legal(twin.state, event.seat)]
    first = deal(len(plies)) if plies else 0
    for ply in (*plies[first:], *plies[:first]):
        otherwise = next_state(game, twin.state, ply)
        if (
            encode(game.view(otherwise, seat)) == seen
            and encode(facts_of(game.narration.narrate(twin.state, ply, otherwise, seat))) == told
        ):
            return twin.after(game, ply)
    return None


def law_of_second_thoughts(game: Game, s: Any, seed: int) -> None:
    """A decision that reveals nothing tells its player nothing: it is the same in any state that may be true."""
    for seat in seats_of(game.rules.actors(s)):
        deal = stream(seed, seat)
        other = s.copy()
        game.rules.hide(other, seat)
        while n := game.rules.chance(other):
            game.rules.draw(other, deal(n))
        for action in game.legal(s, seat):
            after, otherwise = next_state(game, s, Act(seat, action)), next_state(game, other, Act(seat, action))
            drawn = game.rules.chance(after) or game.rules.chance(otherwise)
            if not (drawn or game.rules.over(after) or game.narration.uncovers(s, action)):
                assert encode(game.view(after, seat)) == encode(game.view(otherwise, seat)), (
                    f"seat {seat} learns something by {game.notation.write_action(s, action)} in "
                    f"{game.notation.write_position(s)}"
                )


def law_of_secret_choices(game: Game, step: Step) -> None:
    """Where all choose simultaneously, a choice that shows nothing leaves the others' moves as they are."""
    before, ply, after = step
    if not game.simultaneous or not isinstance(ply, Act) or game.narration.reveals(before, ply.action):
        return
    for seat in set(range(before.players)) - {ply.seat}:
        assert _moves(game, after, seat) == _moves(game, before, seat)


def _moves(game: Game, s: Any, seat: int) -> list[Any]:
    """The moves of a seat, and what they mean."""
    legal, must = game.legal(s, seat), game.rules.actors(s) >> seat & 1
    meant = [(game.narration.describe(s, seat, action), game.moves.info(s, seat, action)) for action in legal]
    return [must, [game.notation.write_action(s, action) for action in legal], meant, game.moves.attempts(s, seat)]


def law_of_words(game: Game, step: Step, deal: Deal) -> None:
    """What happens is told to every seat, every move described and every refusal explained, in both languages."""
    before, event, after = step
    told: list[Fact] = []
    for seat in (None, *range(before.players)):
        told += facts_of(game.narration.narrate(before, event, after, seat))
    for seat in range(before.players):
        legal = game.legal(before, seat)
        told += [game.narration.describe(before, seat, action) for action in legal]
        action = deal(game.actions)
        if action not in legal:
            told.append(game.narration.refuse(before, seat, action))
    for fact in told:
        for language in LANGUAGES:
            sentence = say(fact, language, reader=deal(before.players))
            assert sentence.strip()
            assert "{" not in sentence


def law_of_two_speeds(game: Game, options: dict[str, Any], seed: int) -> None:
    """Interpreted and compiled rules give the same bytes after every step."""
    import numpy as np

    s = game.new(**options)
    most = REFEREES[game.name].LONGEST
    kept = np.zeros(most + 1, loader.records([s]).dtype)
    kept[0] = loader.records([s])[0]
    words = [0, 0, 0, 0]
    start_stream(words, seed, 0)
    compiled_words = np.array(words, np.int64)
    compiled, interpreted = _at_both_speeds(game)
    n = compiled(trace.trace)(kept, compiled_words, np.empty(game.widest, np.int16))
    step = interpreted(trace.step)
    out = [0] * game.widest
    for i in range(1, n + 1):
        step(s, words, out)
        assert pack(s) == kept[i].tobytes(), f"step {i}: {s} and {kept[i]}"
    assert game.rules.over(s)
    assert list(compiled_words) == words


@cache
def _at_both_speeds(game: Game) -> tuple[loader.Driver, loader.Driver]:
    return loader.compiled(game, trace), loader.interpreted(game, trace)


def law_of_compiled_steps(game: Game, options: dict[str, Any], seed: int) -> None:
    """A match on compiled rules is the interpreted one: the same cards, moves, bystanders, refusals and results."""
    random, choose = Random(seed).random, stream(seed)
    one = Match(game, game.new(**options), lambda n: int(random() * n))
    others = {name: value for name, value in options.items() if name != "players"}
    engine = game.once(StepEngine)
    engine.load()
    other = engine.play(options["players"], others, Random(seed))
    seats = range(options["players"])
    _compare_matches(one, other)
    while not one.over:
        if choose(3) == 0:  # any seat and action, legal or not
            seat, action = choose(len(seats) + 2) - 1, choose(game.actions + 2) - 1
        else:
            able = [seat for seat in seats if one.legal(seat)] if choose(4) == 0 else [one.actor]
            seat = able[choose(len(able))]
            legal = one.legal(seat)
            action = legal[choose(len(legal))]
        if choose(2):  # else nobody asks what is legal
            assert one.legal(one.actor) == other.legal(other.actor)
        assert outcome(one, seat, action) == outcome(other, seat, action)
        _compare_matches(one, other)
    assert other.compiled
    assert (one.scores(), one.winners()) == (other.scores(), other.winners())
    assert encode(one.view(0)) == encode(other.view(0))
    assert one.state == other.state


def outcome(match: Match, seat: Any, action: Any) -> tuple[type, str] | None:
    """What comes of an action: None, or the error."""
    try:
        match.act(seat, action)
    except (KolodaError, TypeError) as error:
        return type(error), str(error)
    return None


def _compare_matches(one: Match, other: Match) -> None:
    """All that look at the matches see the same. (A copy is interpreted, so that it shows the state.)"""
    assert one.state == other.copy().state
    for seat in range(one.state.players):
        assert one.legal(seat) == other.legal(seat)
    assert (one.mask, one.actor, one.actors, one.over) == (other.mask, other.actor, other.actors, other.over)
