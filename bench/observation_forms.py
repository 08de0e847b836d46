"""What it costs a batch that players remember, and work things out: `python bench/observation_forms.py`.

For every game, a batch with each form of the observation takes the same steps by turns, on one core; the figures are
medians, in processor time.
"""

from statistics import median
from time import process_time

from koloda import envs
from koloda.core.observation import FORMS, INSIGHT, MEMORY, VIEW
from koloda.games import GAMES

PLAYERS, SIZE, STEPS, ROUNDS = 4, 1024, 150, 15


def main() -> None:
    print("| game | numbers: view | memory | insight | ns a step: view | memory | insight |")
    print("|---|---|---|---|---|---|---|")
    for name, game in GAMES.items():
        batches = {form: envs.batch(name, PLAYERS, SIZE, seed=1, threads=1, observation=form) for form in FORMS}
        taken: dict[str, list[float]] = {form: [] for form in FORMS}
        for batch in batches.values():
            stepped(batch)
        for _ in range(ROUNDS):
            for form, batch in batches.items():
                taken[form].append(stepped(batch))
        numbers = [str(batches[form].observation.size) for form in (VIEW, MEMORY, INSIGHT)]
        speeds = [f"{median(taken[form]):.0f}" for form in (VIEW, MEMORY, INSIGHT)]
        print(f"| {game.name} | {' | '.join([*numbers, *speeds])} |", flush=True)


def stepped(batch: envs.Batch) -> float:
    """Nanoseconds for a step of one game, with a random action."""
    began = process_time()
    for _ in range(STEPS):
        batch.step(batch.random_actions())
    return (process_time() - began) / (STEPS * batch.size) * 1e9


if __name__ == "__main__":
    main()
