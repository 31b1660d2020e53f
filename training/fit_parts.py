"""Learns the weights of the steps that rank parts, and the probability that a part with a score is needed.

    fit_parts.py fit WORK QUESTIONS [SET ...]       weights, and their scores
    fit_parts.py ablate WORK QUESTIONS [SET ...]    the loss without each step

WORK/evidence contains the output of `deno task bench:evidence` for the commits of each repository, and QUESTIONS
its output for questions whose lines were found by reading. SETs are further outputs, used only for measurements.
A repository is always measured with weights that were learned from others. The results are written to WORK.
Needs numpy and scipy.
"""

import argparse
import glob
import json
import os

import numpy as np
from scipy.optimize import minimize

# Scale at which a neighbour's contribution falls with the distance of its score from the best: NEIGHBOUR_SCALE of the product.
NEIGHBOUR_SCALE = 2
# Steps that lower a part. All others can only raise one, so that explanations are intuitive.
LOWERING = {"part-test", "part-imports", "part-outside"}
# Too few questions name lines, quote text or request documents, so these weights are not learned.
GIVEN = {"part-line", "part-phrase", "part-documentary"}
# Commits change tests, documents and imports along with their subject, independently of the question.
ASIDE = {"test", "example", "generated", "document"}
FOLDS = 5
# One in this many commits is used when steps are left out.
ABLATED = 3
# The contribution of neighbours depends on the learned weights, and is computed again in each round.
ROUNDS = 2
# Cost of a part in addition to its lines: about that of its header.
PASSAGE_TOKENS = 20
# Tolerance of the loss, far below the resolution of any measure.
TOLERANCE = 1e-6
# Strength of the regularisation. A tenth or ten times as much gives the same results.
RIDGE = 0.003
BUDGETS = [1000, 2000, 4000, 8000]
FIRST = [1, 5, 10]
CHANCES = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.01]


class Pool:
    """Candidate parts of one question."""

    def __init__(self, line, is_commit):
        self.id, self.tree, self.kind = line["query_id"], line["tree"], line["kind"]
        # The last columns are the contributions of neighbours, which depend on all others.
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
        # A needed line is worth most where it costs least.
        self.gain = self.essential / (self.tokens + PASSAGE_TOKENS)


def read_pools(path, is_commit=False):
    with open(path, encoding="utf-8") as lines:
        pools = [Pool(line, is_commit) for line in map(json.loads, lines) if line["parts"]]
    return pools


def neighbours(pool, own):
    """Returns the score of the best part that each part uses, and of the best that uses it."""
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
    """Returns the weights under which the softmax of scores is nearest to the shares of the gain."""
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
    # Commits and questions have equal weight, although there are fifty times as many commits.
    commits = np.array([pool.is_commit for pool in pools])
    share = np.where(commits, 1 / max(commits.sum(), 1), 1 / max((~commits).sum(), 1))
    share = share / share.sum()
    target = gain * np.repeat(share, sizes)
    own_count = pools[0].values.shape[1]
    for _ in range(ROUNDS):
        # The contribution of neighbours depends on the other weights, which are fixed for a round.
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
    """Returns whether the first parts contain a needed line, and the share of all needed lines in the first tokens."""
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
    """Returns for each fold the weights learned from the others, and last those learned from all."""
    folds = [[pool for pool in pools if fold_of(pool) != fold] for fold in range(FOLDS)]
    return [fit(some, without) for some in [*folds, pools]]


def render(head, rows):
    lines = ["| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines) + "\n"


def thousandths(values):
    return [f"{value:.3f}".lstrip("0") for value in values]


# ---- probability of a needed part ----------------------------------------------------------------


def worth_rows(pool, weights):
    """Returns the inputs of each part's probability: its score, its distance to the best, and the number of its rivals."""
    scores = score(pool, weights)
    gap = scores.max() - scores
    rivals = np.full(len(scores), np.log(np.exp(-gap).sum()))
    return np.column_stack([np.ones(len(scores)), scores, gap, rivals])


def fit_worth(pools, weights_of):
    """Returns the logistic function of `worth_rows` that predicts whether a part contains a needed line."""
    rows = np.vstack([worth_rows(pool, weights_of(pool))[pool.learned] for pool in pools])
    needed = np.concatenate([pool.essential[pool.learned] > 0 for pool in pools])

    def loss(tried):
        odds = rows @ tried
        miss = np.logaddexp(0, odds) - needed * odds
        return miss.mean(), rows.T @ (1 / (1 + np.exp(-odds)) - needed) / len(rows)

    return minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B").x


def reliability(pools, weights_of, worth):
    """Returns for each range of probabilities the number of its parts, their mean, and the number of needed parts."""
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
    # A part of the commits gives the same result as all, in a fraction of the time.
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
