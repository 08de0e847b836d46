"""How much one seat of a network wins at a table of others, on fixed deals.

Every deal is played once from every seat, with the same cards; intervals are clustered by deal. The network plays its
most likely move, or where all choose at once a random one by its policy, as a bot of level 4 does. An attacker always
plays its most likely move: a best response need not hide what it does.
"""

from collections.abc import Sequence
from typing import Any

from koloda.arena.intervals import Estimate, estimate_share
from koloda.core.game import Game
from koloda.learn.league import NOBODY
from koloda.learn.model import FORBIDDEN
from koloda.learn.rollout import SMALLEST, decoded
from koloda.learn.tables import MakeBatch, Tables
from koloda.learn.torch_extra import Tensor, torch

SEED = 1_000_003
"""Of the deals; training has other seeds."""
PATIENCE = 16
"""Steps between two looks at whether all games are over: looking waits for the GPU."""


def choose(model: Any, observations: Tensor, masks: Tensor, players: Tensor, generator: Any, sampled: bool) -> Tensor:
    """The actions that a network finds best, or if `sampled` draws by its policy."""
    logits, _, _ = model(observations, players)
    logits = logits.masked_fill(~masks, FORBIDDEN)
    if sampled:
        logits = logits - torch.empty_like(logits).exponential_(generator=generator).clamp_(min=SMALLEST).log_()
    found: Tensor = logits.argmax(1)
    return found


def shares(
    game: Game,
    model: Any,
    others: Sequence[Any],
    players: Sequence[int],
    deals: int,
    device: str,
    make: MakeBatch,
    sampled: bool | None = None,
) -> dict[tuple[int, int], Estimate]:
    """What one seat wins among each of the `others`, by its number in the list and the number of players.

    Others are levels of compiled bots, or networks. `sampled`: does the seat draw its moves by its policy? None: where
    all choose at once.
    """
    seats = [(count, seat) for count in players for seat in range(count)]
    games = deals * len(others)
    tables = Tables(game, [c for c, _ in seats], games * len(seats), device, [SEED + c for c, _ in seats], make)
    own = torch.cat([torch.full((games,), seat, device=tables.device) for _, seat in seats])
    against = torch.arange(len(others), device=tables.device).repeat_interleave(deals).repeat(len(seats))
    levels = torch.tensor([each if isinstance(each, int) else NOBODY for each in others], device=tables.device)[against]
    networks = [
        (each, (against == number).nonzero()[:, 0]) for number, each in enumerate(others) if not isinstance(each, int)
    ]
    with torch.no_grad():
        drawn = game.simultaneous if sampled is None else sampled
        won = _play(tables, model, own, levels, networks, drawn)
    found = {}
    for number in range(len(others)):
        for count in players:
            mine = (tables.players == count) & (against == number)
            by_deal = won[mine].view(count, deals).mean(0)
            found[number, count] = estimate_share(by_deal.cpu().numpy())
    return found


def _play(
    tables: Tables, model: Any, own: Tensor, levels: Tensor, networks: Sequence[tuple[Any, Tensor]], sampled: bool
) -> Tensor:
    """Play every game to its end; returns the share of the win that the own seat got."""
    game, device = tables.game, tables.device
    generator = torch.Generator(device).manual_seed(SEED)
    kind = {"i1": torch.int8, "i2": torch.int16}[game.observation.insight.width]
    observations = torch.zeros(tables.size, game.observation.insight.size, dtype=kind, device=device)
    masks = torch.zeros(tables.size, game.actions, dtype=torch.bool, device=device)
    seats = torch.zeros(tables.size, dtype=torch.int64, device=device)
    done = torch.zeros(tables.size, dtype=torch.bool, device=device)
    rewards = torch.zeros(tables.size, tables.most, device=device)
    over = torch.zeros_like(done)
    won = torch.zeros(tables.size, device=device)
    step = 0
    while step % PATIENCE or not bool(over.all()):
        tables.read(observations, masks, seats)
        actions = choose(model, observations, masks, tables.players, generator, sampled)
        for network, places in networks:
            shown = observations[places], masks[places], tables.players[places]
            theirs = choose(network, *shown, generator, game.simultaneous)
            actions[places] = torch.where(seats[places] == own[places], actions[places], theirs)
        tables.bot_actions(torch.where(seats == own, NOBODY, levels), actions)
        tables.step(actions)
        tables.read_ends(done, rewards)
        first = done & ~over
        won = torch.where(first, decoded(rewards)[0].gather(1, own[:, None])[:, 0], won)
        over |= done
        step += 1
    return won
