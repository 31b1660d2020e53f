"""Learns the weights of the steps that rank parts, and how likely a score makes it that a part is needed.

    fit_parts.py fit WORK QUESTIONS [SET ...]       weights, and what they reach
    fit_parts.py ablate WORK QUESTIONS [SET ...]    what is lost without each step

WORK/evidence holds what `deno task bench:evidence` wrote for the commits of each repository, QUESTIONS what it
wrote for questions whose lines were found by reading. By SETs, files of it too, is only measured. What is
measured of a repository is always by weights that were learned from others. What is found goes to WORK.
Needs numpy and scipy.
"""

import argparse
import glob
import json
import os

import numpy as np
from scipy.optimize import minimize

# What a neighbour adds falls with the distance of its score from the best: NEIGHBOUR_SCALE of the product.
NEIGHBOUR_SCALE = 2
# Steps that lower a part; all others can only raise one, so that an explanation says what one expects.
LOWERING = {"part-test", "part-imports", "part-outside"}
# Too few questions name lines, quote text or ask for documents to learn from: these stay as they are.
GIVEN = {"part-line", "part-phrase", "part-documentary"}
# Commits change tests, documents and imports along with their subject, whatever was asked.
ASIDE = {"test", "example", "generated", "document"}
FOLDS = 5
# One of so many commits is asked when steps are left out.
ABLATED = 3
# What a neighbour adds depends on the weights that are sought: found anew as often.
ROUNDS = 2
# What a part costs besides its lines: about what its header does.
PASSAGE_TOKENS = 20
# Of the loss, far less than what any measure shows.
TOLERANCE = 1e-6
# Pulls weights towards 0; with a tenth or ten times as much the results are the same.
RIDGE = 0.003
BUDGETS = [1000, 2000, 4000, 8000]
FIRST = [1, 5, 10]
CHANCES = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.01]


class Pool:
    """The parts that one question is answered from."""

    def __init__(self, line, is_commit):
        self.id, self.tree, self.kind = line["query_id"], line["tree"], line["kind"]
        # The last are of what neighbours add, which depends on all else.
        self.steps = list(line["steps"])
        self.today = np.array(list(line["steps"].values()))
        self.verbosity, self.total = line["verbosity"], line["essential"]
        parts = line["parts"]
        self.values = np.array([part["values"] for part in parts], dtype=np.float32)
        self.tokens = np.array([part["tokens"] for part in parts])
        self.essential = np.array([part["essential"] for part in parts], dtype=float)
        self.helpful = np.array([part["helpful"] for part in parts], dtype=float)
        self.lines = np.array([part["end"] - part["start"] + 1 for part in parts])
        pairs = [(i, other) for i, part in enumerate(parts) for other in part["uses"]]
        self.uses = np.array(pairs, dtype=int).reshape(-1, 2)
        aside = np.array([bool(ASIDE & set(part["kinds"])) for part in parts], dtype=bool)
        aside |= self.values[:, self.steps.index("part-imports")] > 0
        self.is_commit = is_commit
        self.learned = ~aside if is_commit else np.ones(len(parts), dtype=bool)
        # A line that is needed is worth most where it costs least.
        self.gain = self.essential / (self.tokens + PASSAGE_TOKENS)


def read_pools(path, is_commit=False):
    with open(path, encoding="utf-8") as lines:
        pools = [Pool(line, is_commit) for line in map(json.loads, lines) if line["parts"]]
    return pools


def neighbours(pool, own):
    """Returns how good the best part is that each part uses, and the best that uses it."""
    near = np.exp((own - own.max()) / NEIGHBOUR_SCALE)
    found = np.zeros((len(own), 2))
    if len(pool.uses):
        np.maximum.at(found[:, 0], pool.uses[:, 0], near[pool.uses[:, 1]])
        np.maximum.at(found[:, 1], pool.uses[:, 1], near[pool.uses[:, 0]])
    return found


def score(pool, weights):
    own_count = pool.values.shape[1]
    own = pool.values @ weights[:own_count]
    return own + neighbours(pool, own) @ weights[own_count:]


def fit(pools, without=frozenset()):
    """Returns the weights under which the softmax of scores is nearest to the shares of what is gained."""
    steps, start = pools[0].steps, pools[0].today
    pools = [pool for pool in pools if pool.gain[pool.learned].sum() > 0]
    free = np.array([name not in without and name not in GIVEN for name in steps])
    given = np.where([name in without for name in steps], 0, start)
    bounds = [
        (value, value) if not is_free else (None, 0) if name in LOWERING else (0, None)
        for name, value, is_free in zip(steps, given, free)
    ]
    weights = np.where(free, start, given).astype(float)
    starts = np.cumsum([0, *(pool.learned.sum() for pool in pools[:-1])])
    sizes = np.array([pool.learned.sum() for pool in pools])
    gain = np.concatenate([pool.gain[pool.learned] / pool.gain[pool.learned].sum() for pool in pools])
    # Commits and questions count alike, though there are fifty times as many commits.
    commits = np.array([pool.is_commit for pool in pools])
    share = np.where(commits, 1 / max(commits.sum(), 1), 1 / max((~commits).sum(), 1))
    share = share / share.sum()
    target = gain * np.repeat(share, sizes)
    own_count = pools[0].values.shape[1]
    for _ in range(ROUNDS):
        # What neighbours add depends on the other weights, which are held for a round.
        rows = []
        for pool in pools:
            near = neighbours(pool, pool.values @ weights[:own_count])
            rows.append(np.hstack([pool.values, near])[pool.learned])
        values = np.vstack(rows).astype(np.float32)

        def loss(tried):
            scores = values @ tried.astype(np.float32)
            top = np.maximum.reduceat(scores, starts)
            powers = np.exp(scores - np.repeat(top, sizes))
            sums = np.add.reduceat(powers, starts)
            logs = scores - np.repeat(top + np.log(sums), sizes)
            chances = powers / np.repeat(sums, sizes) * np.repeat(share, sizes)
            pull = RIDGE * free * tried
            slope = values.T @ (chances - target).astype(np.float32) + 2 * pull
            return -(target * logs).sum() + pull @ tried, slope.astype(float)

        found = minimize(loss, weights, jac=True, method="L-BFGS-B", bounds=bounds, tol=TOLERANCE)
        weights = found.x
    return weights


# ---- measures -----------------------------------------------------------------------------------


def measure(pools, weights_of):
    """Returns whether the first parts hold a line that is needed, and the share of all in the first tokens."""
    rows = []
    for pool in pools:
        scores = np.where(pool.learned, score(pool, weights_of(pool)), -np.inf)
        order = np.argsort(-scores, kind="stable")[: pool.learned.sum()]
        ordered = list(zip(pool.tokens[order].tolist(), pool.essential[order].tolist()))
        least = pool.tokens.min()
        row = [(pool.essential[order[:count]] > 0).any() for count in FIRST]
        for budget in BUDGETS:
            used = held = 0
            for tokens, essential in ordered:
                if used + tokens <= budget:
                    used += tokens
                    held += essential
                elif used + least > budget:
                    break
            row.append(held / max(pool.total, 1))
        rows.append(row)
    return np.array(rows, dtype=float)


def fold_of(pool):
    """Returns the fold of a question's repository: an order that is the same in every run."""
    value = 0x811C9DC5
    for byte in pool.tree.encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return (value ^ (value >> 15)) % FOLDS


def cross_fit(pools, without=frozenset()):
    """Returns for each fold the weights that the others teach, and last those of all."""
    folds = [[pool for pool in pools if fold_of(pool) != fold] for fold in range(FOLDS)]
    return [fit(some, without) for some in [*folds, pools]]


def render(head, rows):
    lines = ["| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines) + "\n"


def thousandths(values):
    return [f"{value:.3f}".lstrip("0") for value in values]


# ---- how likely a part is needed ----------------------------------------------------------------


def worth_rows(pool, weights):
    """Returns what the chance of each part is told by: its score, how far the best is, and how many rival it."""
    scores = score(pool, weights)
    gap = scores.max() - scores
    rivals = np.full(len(scores), np.log(np.exp(-gap).sum()))
    return np.column_stack([np.ones(len(scores)), scores, gap, rivals])


def fit_worth(pools, weights_of):
    """Returns the logistic function of `worth_rows` for whether a part holds a line that is needed."""
    rows = np.vstack([worth_rows(pool, weights_of(pool))[pool.learned] for pool in pools])
    needed = np.concatenate([pool.essential[pool.learned] > 0 for pool in pools])

    def loss(tried):
        odds = rows @ tried
        miss = np.logaddexp(0, odds) - needed * odds
        return miss.mean(), rows.T @ (1 / (1 + np.exp(-odds)) - needed) / len(rows)

    return minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B").x


def reliability(pools, weights_of, worth):
    """Returns for each range of chances how many parts have one, the mean of theirs, and how many are needed."""
    chances = np.concatenate(
        [1 / (1 + np.exp(-worth_rows(pool, weights_of(pool))[pool.learned] @ worth)) for pool in pools]
    )
    needed = np.concatenate([pool.essential[pool.learned] > 0 for pool in pools])
    cells = []
    for low, high in zip(CHANCES, CHANCES[1:]):
        inside = (low <= chances) & (chances < high)
        cells.append(f"{chances[inside].mean():.2f}: {needed[inside].mean():.2f}" if inside.any() else "-")
    return cells


# ---- commands -----------------------------------------------------------------------------------


def read_all(work, questions, sets):
    commits = [
        pool for path in sorted(glob.glob(f"{work}/evidence/*.jsonl")) for pool in read_pools(path, True)
    ]
    read = read_pools(questions)
    others = {os.path.basename(path).split(".")[0]: read_pools(path) for path in sets}
    return commits, read, {"commits": commits, "questions": read, **others}


def command_fit(commits, read, measured):
    steps, today = read[0].steps, read[0].today
    learned = {
        "today": [today] * (FOLDS + 1),
        "commits": cross_fit(commits),
        "messages": cross_fit([pool for pool in commits if pool.kind == "message"]),
        "questions": cross_fit(read),
        "both": cross_fit(commits + read),
    }
    text = f"{len(commits)} commits of {len({pool.tree for pool in commits})} repositories, "
    text += f"{len(read)} questions about {len({pool.tree for pool in read})}.\n\n"
    rows = []
    for name, pools in measured.items():
        for source, folds in learned.items():
            own = name in ("commits", "questions")
            found = measure(pools, lambda pool: folds[fold_of(pool) if own else FOLDS])
            rows.append([name, source, *thousandths(found.mean(axis=0))])
    head = ["set", "learned from", *(f"first {count}" for count in FIRST), *(f"{b:,}" for b in BUDGETS)]
    text += render(head, rows) + "\n"
    weights = [[step, *(f"{folds[FOLDS][i]:.2f}" for folds in learned.values())] for i, step in enumerate(steps)]
    text += render(["step", *learned], weights) + "\n"
    rows = []
    for source, taught in (("questions", read), ("commits", commits)):
        folds = learned["both"]
        worth = fit_worth(taught, lambda pool: folds[fold_of(pool)])
        for name, pools in measured.items():
            own = name in ("commits", "questions")
            cells = reliability(pools, lambda pool: folds[fold_of(pool) if own else FOLDS], worth)
            rows.append([source, name, *cells])
        text += f"Chance by {source}: " + ", ".join(f"{value:.2f}" for value in worth) + "\n\n"
    head = ["chance by", "set", *(f"from {low:g}" for low in CHANCES[:-1])]
    return "## Weights\n\n" + text + render(head, rows)


def command_ablate(commits, read, measured):
    rows = []
    # A part of the commits tells as much as all, in a fraction of the time.
    commits = measured["commits"] = commits[::ABLATED]
    for left_out in ["", *read[0].steps]:
        folds = cross_fit(commits + read, frozenset([left_out]))
        row = [left_out or "nothing"]
        for name, pools in measured.items():
            own = name in ("commits", "questions")
            found = measure(pools, lambda pool: folds[fold_of(pool) if own else FOLDS]).mean(axis=0)
            row += thousandths(found[[1, *range(len(FIRST), len(FIRST) + 3)]])
        rows.append(row)
        print(" | ".join(row), flush=True)
    head = ["left out"]
    for name in measured:
        head += [f"{name}: first 5", *(f"{budget:,}" for budget in BUDGETS[:3])]
    return "## Without a step\n\n" + render(head, rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["fit", "ablate"])
    parser.add_argument("work")
    parser.add_argument("questions")
    parser.add_argument("sets", nargs="*")
    given = parser.parse_args()
    found = read_all(given.work, given.questions, given.sets)
    command = command_fit if given.command == "fit" else command_ablate
    text = command(*found)
    print(text)
    with open(f"{given.work}/{given.command}.md", "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
