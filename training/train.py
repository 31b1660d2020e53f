"""Learns the vectors of words from pairs of a question and a passage that answers it.

    train.py distil WORK ENCODER             vectors of words by a sentence encoder
    train.py train WORK [options]            a table, and its scores on the held-out repositories
    train.py compare WORK [options]          scores of tables with other settings

The last two write RESULTS.md.

WORK is the output folder of `main.ts encode`. Needs numpy, torch and, for `distil`, onnxruntime; two
cores and 8 GB are enough.
"""

import argparse
import json
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

KINDS = ["doc", "comment", "name", "section", "mention", "commit"]
PARTS = ["query", "capsule", "body"]
# A word in a single repository is a project-specific name.
MIN_REPOSITORIES = 2
# Number of words with a vector of the encoder: the maximum of any table.
DISTILLED_WORDS = 45_000
# Number of pieces for words that a table lacks: the most frequent ones of the encoder, and all letters.
PIECES = 3_000
# Smooth inverse frequency: Arora et al., 2017.
SIF = 1e-3
CONTINUED = "##"


def read_words(work):
    """Returns the words in order of their numbers, with the number of texts and repositories of each."""
    words, texts, repositories = [], [], []
    with open(f"{work}/words.tsv", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            word, text_count, repository_count = line.rstrip("\n").split("\t")
            words.append(word)
            texts.append(int(text_count))
            repositories.append(int(repository_count))
    return words, np.array(texts), np.array(repositories)


def wanted_words(work):
    """Returns the words, the number of texts of each, and the numbers of those that may have a row.

    The words of most repositories come first.
    """
    words, texts, repositories = read_words(work)
    numbers = np.nonzero(repositories >= MIN_REPOSITORIES)[0]
    return words, texts, numbers[np.lexsort((-texts[numbers], -repositories[numbers]))]


# ---- distil -------------------------------------------------------------------------------------


def word_pieces(word, vocabulary):
    """Cuts a word into the longest known pieces from the left. Returns none when a part is unknown."""
    pieces, start = [], 0
    while start < len(word):
        prefix = CONTINUED if start else ""
        end = len(word)
        while end > start and prefix + word[start:end] not in vocabulary:
            end -= 1
        if end == start:
            return []
        pieces.append(prefix + word[start:end])
        start = end
    return pieces


def distil(work, encoder):
    """Writes `distilled.words` and `distilled.npy`: the encoder's vector of each single word."""
    import onnxruntime

    with open(f"{encoder}/vocab.txt", encoding="utf-8") as lines:
        vocabulary = {line.rstrip("\n"): number for number, line in enumerate(lines)}
    words, texts, numbers = wanted_words(work)
    chosen = [words[number] for number in numbers[:DISTILLED_WORDS]]
    pieces = [piece for piece in vocabulary if piece.startswith(CONTINUED) and piece.isascii()]
    items = [(word, word_pieces(word, vocabulary)) for word in chosen]
    items += [(piece, [piece]) for piece in pieces]
    items = [(text, parts) for text, parts in items if parts]
    items.sort(key=lambda item: len(item[1]))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    session = onnxruntime.InferenceSession(
        f"{encoder}/onnx/model_quantized.onnx", options, providers=["CPUExecutionProvider"]
    )
    names = {value.name for value in session.get_inputs()}
    rows = []
    for start in range(0, len(items), 256):
        batch = items[start : start + 256]
        length = max(len(parts) for _, parts in batch) + 2
        ids = np.zeros((len(batch), length), np.int64)
        mask = np.zeros((len(batch), length), np.int64)
        for row, (_, parts) in enumerate(batch):
            tokens = [vocabulary["[CLS]"], *(vocabulary[part] for part in parts), vocabulary["[SEP]"]]
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = session.run(None, {name: feeds[name] for name in names})[0]
        rows.append((hidden * mask[..., None]).sum(1) / mask.sum(1)[:, None])
    np.save(f"{work}/distilled.npy", np.concatenate(rows).astype(np.float32))
    with open(f"{work}/distilled.words", "w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{text}\n" for text, _ in items)
    print(f"{len(items)} words and pieces")


# ---- data ---------------------------------------------------------------------------------------


class Ragged:
    """Lists of numbers, one after another."""

    def __init__(self, values, ends):
        self.values = values
        self.starts = np.concatenate([[0], ends[:-1]]).astype(np.int64)
        self.lengths = (ends - self.starts).astype(np.int64)

    def take(self, indexes):
        """Returns the joined values of some lists, and the start of each."""
        lengths = self.lengths[indexes]
        offsets = np.cumsum(lengths) - lengths
        at = np.repeat(self.starts[indexes] - offsets, lengths) + np.arange(lengths.sum())
        return self.values[at], offsets


def distinct_rows(parts, rows_of):
    """Joins parts of texts and returns the distinct rows of each text."""
    first, count = rows_of.starts, rows_of.lengths
    keys = []
    for ids, ends in parts:
        owners = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
        counts = count[ids]
        values, _ = rows_of.take(ids)
        keys.append(np.repeat(owners, counts).astype(np.int64) << 32 | values)
    keys = np.unique(np.concatenate(keys))
    owners = (keys >> 32).astype(np.int64)
    ends = np.cumsum(np.bincount(owners, minlength=len(parts[0][1])))
    return Ragged((keys & 0xFFFFFFFF).astype(np.int64), ends)


class Data:
    """Pairs as rows of a table."""

    def __init__(self, work, size, with_capsule=True):
        words, texts, numbers = wanted_words(work)
        with open(f"{work}/distilled.words", encoding="utf-8") as lines:
            distilled = {line.rstrip("\n"): row for row, line in enumerate(lines)}
        pieces = self.choose_pieces(words, texts, numbers, distilled)
        chosen = [number for number in numbers if words[number] in distilled]
        whole = [words[number] for number in chosen[: size - len(pieces)]]
        self.words = whole + pieces
        self.distilled = np.load(f"{work}/distilled.npy")[[distilled[word] for word in self.words]]
        row_of = {word: row for row, word in enumerate(self.words)}
        cut = [
            [row_of[word]] if word in row_of else [row_of[p] for p in word_pieces(word, row_of)]
            for word in words
        ]
        ends = np.cumsum([len(rows) for rows in cut])
        rows_of = Ragged(np.array([row for rows in cut for row in rows], np.int64), ends)
        self.coverage = float(texts[[len(rows) == 1 for rows in cut]].sum() / texts.sum())
        read = lambda name: np.fromfile(f"{work}/{name}", np.uint32).astype(np.int64)
        parts = {part: (read(f"{part}.ids"), read(f"{part}.ends")) for part in PARTS}
        self.queries = distinct_rows([parts["query"]], rows_of)
        passage = ["capsule", "body"] if with_capsule else ["body"]
        self.passages = distinct_rows([parts[part] for part in passage], rows_of)
        with open(f"{work}/pairs.tsv", encoding="utf-8") as lines:
            table = [line.rstrip("\n").split("\t") for line in lines]
        self.is_dev = np.array([row[0] == "dev" for row in table])
        names = sorted({row[1] for row in table})
        number_of = {name: number for number, name in enumerate(names)}
        self.repository = np.array([number_of[row[1]] for row in table])
        self.kind = np.array([KINDS.index(row[2]) for row in table])
        self.language = np.array([row[3] for row in table])
        self.question = np.array([int(row[4]) for row in table])
        self.usable = (self.queries.lengths > 0) & (self.passages.lengths > 0)
        counts = np.bincount(self.passages.values, minlength=len(self.words))
        self.share = counts / counts.sum()

    @staticmethod
    def choose_pieces(words, texts, numbers, distilled):
        """Returns the continuations into which words without a row are cut, and all single characters."""
        known = {words[number] for number in numbers[:30_000]} | {
            piece for piece in distilled if piece.startswith(CONTINUED)
        }
        counts = {}
        for word, count in zip(words, texts):
            if word not in known:
                for piece in word_pieces(word, known)[1:]:
                    counts[piece] = counts.get(piece, 0) + int(count)
        singles = [CONTINUED + c for c in "abcdefghijklmnopqrstuvwxyz0123456789"]
        singles = [piece for piece in singles if piece in distilled]
        common = sorted(counts, key=lambda piece: -counts[piece])[:PIECES]
        return singles + [piece for piece in common if piece not in singles]

    def keep_share(self, share):
        """Keeps a share of the repositories for training, the same each time."""
        repositories = np.unique(self.repository[~self.is_dev])
        kept = np.random.default_rng(1).permutation(repositories)[: int(len(repositories) * share)]
        self.usable &= self.is_dev | np.isin(self.repository, kept)

    def select(self, dev, kinds=None):
        """Returns the indexes of pairs for training, or for measurements."""
        wanted = self.usable & (self.is_dev == dev)
        if kinds is not None:
            wanted &= np.isin(self.kind, [KINDS.index(kind) for kind in kinds])
        return np.nonzero(wanted)[0]


def initial_rows(data, dimensions):
    """Returns the encoder's vectors in fewer dimensions. Rare words have longer vectors."""
    rows = data.distilled / np.linalg.norm(data.distilled, axis=1, keepdims=True)
    rows = rows - rows.mean(0)
    _, vectors = np.linalg.eigh(rows.T @ rows)
    rows = rows @ vectors[:, ::-1][:, :dimensions]
    rows /= np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9
    weight = SIF / (SIF + data.share)
    return torch.tensor(rows * weight[:, None], dtype=torch.float32)


# ---- training -----------------------------------------------------------------------------------


def embed(rows, texts, indexes):
    """Returns the vectors of texts, each of length 1."""
    values, offsets = texts.take(indexes)
    sums = F.embedding_bag(torch.from_numpy(values), rows, torch.from_numpy(offsets), mode="sum")
    return F.normalize(sums, dim=1)


def batches(data, indexes, size, block, random):
    """Yields batches of blocks from one repository each, as neighbours in a tree are hard to distinguish."""
    order = indexes[random.permutation(len(indexes))]
    order = order[np.argsort(data.repository[order], kind="stable")]
    starts = np.nonzero(np.diff(data.repository[order], prepend=-1))[0]
    ends = np.append(starts[1:], len(order))
    blocks = [
        order[at : at + block] for start, end in zip(starts, ends) for at in range(start, end, block)
    ]
    random.shuffle(blocks)
    batch = []
    for part in blocks:
        batch.append(part)
        if sum(map(len, batch)) >= size:
            yield np.concatenate(batch)
            batch = []
    if batch:
        yield np.concatenate(batch)


def train(data, rows, options, report=print):
    """Moves the rows so that questions are near to their passages and far from the others."""
    random = np.random.default_rng(options.seed)
    rows = torch.nn.Parameter(rows.clone())
    indexes = data.select(dev=False, kinds=options.kinds)
    total = options.epochs * max(1, len(indexes) // options.batch)
    optimiser = torch.optim.Adam([rows], lr=options.rate, betas=(0.9, 0.98))
    step, start, recent = 0, time.time(), []
    for _ in range(options.epochs):
        for batch in batches(data, indexes, options.batch, options.block, random):
            for group in optimiser.param_groups:
                warm = min(1.0, (step + 1) / 50)
                group["lr"] = options.rate * warm * max(0.05, 1 - step / total)
            queries = embed(rows, data.queries, batch)
            passages = embed(rows, data.passages, batch)
            scores = queries @ passages.T / options.temperature
            question = torch.from_numpy(data.question[batch])
            same = (question[:, None] == question[None, :]) & ~torch.eye(len(batch), dtype=bool)
            scores = scores.masked_fill(same, -1e4)
            target = torch.arange(len(batch))
            loss = (F.cross_entropy(scores, target) + F.cross_entropy(scores.T, target)) / 2
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            step += 1
            recent.append(loss.item())
            if step % 50 == 0:
                report(f"{step}/{total} {np.mean(recent[-50:]):.3f} {time.time() - start:.0f} s")
    return rows.detach(), len(indexes), time.time() - start


def quantise(rows):
    """Returns rows as they are after storage with a byte per number and a scale per row."""
    scale = rows.abs().amax(1, keepdim=True) / 127
    return torch.round(rows / scale.clamp_min(1e-12)) * scale


# ---- measuring ----------------------------------------------------------------------------------

# Weights of cosines, relative to BM25 divided by its best value for the query.
DENSE_WEIGHTS = [0.5, 1.0, 2.0, 4.0]
BM25_K1, BM25_B = 1.2, 0.75


def bm25(data, indexes):
    """Returns the scores of the words of queries in passages; a word counts once in each text."""
    size = len(indexes)
    values, _ = data.passages.take(indexes)
    owners = np.repeat(np.arange(size), data.passages.lengths[indexes])
    columns, local = np.unique(values, return_inverse=True)
    has = np.zeros((size, len(columns)), np.float32)
    has[owners, local] = 1
    count = has.sum(0)
    length = data.passages.lengths[indexes]
    norm = BM25_K1 * (1 - BM25_B + BM25_B * length / length.mean())
    idf = np.log(1 + (size - count + 0.5) / (count + 0.5))
    weights = has * idf[None, :] * ((BM25_K1 + 1) / (1 + norm))[:, None]
    values, _ = data.queries.take(indexes)
    owners = np.repeat(np.arange(size), data.queries.lengths[indexes])
    at = np.minimum(np.searchsorted(columns, values), len(columns) - 1)
    known = columns[at] == values
    asked = np.zeros((size, len(columns)), np.float32)
    asked[owners[known], at[known]] = 1
    return asked @ weights.T


def reciprocal_ranks(scores, question):
    """Returns the reciprocal rank within 10 of each query's own passage; ties count against it."""
    own = np.diag(scores)[:, None]
    others = scores >= own
    np.fill_diagonal(others, False)
    # Another passage of the same question is also a right answer.
    others &= question[:, None] != question[None, :]
    rank = others.sum(1) + 1
    return np.where(rank <= 10, 1 / rank, 0)


class Measure:
    """Searches for each question of the held-out repositories among the passages of its repository."""

    def __init__(self, data):
        self.data = data
        self.groups = []
        for kind in range(len(KINDS)):
            for repository in np.unique(data.repository[data.is_dev]):
                wanted = data.usable & (data.repository == repository) & (data.kind == kind)
                indexes = np.nonzero(wanted)[0]
                if len(indexes) >= 20:
                    scores = bm25(data, indexes)
                    self.groups.append((kind, indexes, scores / (scores.max(1, keepdims=True) + 1e-9)))

    def lexical(self):
        """Returns MRR@10 of words alone, by kind."""
        return self.average(lambda indexes, words: words)

    def dense(self, rows):
        """Returns MRR@10 of the table alone, by kind."""
        return self.average(lambda indexes, words: self.cosines(rows, indexes))

    def fused(self, rows):
        """Returns the best weight, and MRR@10 of words and table together with it, by kind."""
        found = [
            (weight, self.average(lambda indexes, words: words + weight * self.cosines(rows, indexes)))
            for weight in DENSE_WEIGHTS
        ]
        return max(found, key=lambda pair: pair[1]["mean"])

    def cosines(self, rows, indexes):
        queries = embed(rows, self.data.queries, indexes)
        passages = embed(rows, self.data.passages, indexes)
        return (queries @ passages.T).numpy()

    def average(self, scores_of):
        found = {kind: [] for kind in KINDS}
        for kind, indexes, words in self.groups:
            scores = scores_of(indexes, words)
            found[KINDS[kind]].append(reciprocal_ranks(scores, self.data.question[indexes]))
        result = {kind: float(np.concatenate(ranks).mean()) for kind, ranks in found.items() if ranks}
        result["mean"] = float(np.mean(list(result.values())))
        return result


def line(label, result):
    """Returns a row of a Markdown table."""
    return f"| {label} | " + " | ".join(f"{result[kind]:.3f}" for kind in [*KINDS, "mean"]) + " |"


def write_table(work, data, rows, version):
    """Writes the input of `main.ts table`."""
    rows.numpy().astype("<f4").tofile(f"{work}/table.vectors")
    with open(f"{work}/table.words", "w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{word}\n" for word in data.words)
    with open(f"{work}/table.json", "w", encoding="utf-8") as file:
        json.dump({"name": "dossier-words", "version": version, "dimensions": rows.shape[1]}, file)


# Label, and differences from the first.
VARIANTS = [
    ("256 dimensions, 43,000 rows, all kinds, blocks of 64", {}),
    ("128 dimensions", {"dimensions": 128}),
    ("doc, comment and name only", {"kinds": ["doc", "comment", "name"]}),
    ("all but commit", {"kinds": [kind for kind in KINDS if kind != "commit"]}),
    ("batches of all repositories mixed", {"block": 1}),
    ("20,000 rows", {"rows": 20_000}),
    ("passages without capsules", {"bare": True}),
]


def run(options, data, measure, report=print):
    """Trains one table, and returns it with its scores."""
    start = initial_rows(data, options.dimensions)
    rows, count, seconds = train(data, start, options, report)
    stored = quantise(rows)
    weight, fused = measure.fused(stored)
    results = {
        "words (BM25)": measure.lexical(),
        "distilled": measure.dense(start),
        "learned": measure.dense(rows),
        "learned, int8": measure.dense(stored),
        f"words + {weight:g} × learned, int8": fused,
    }
    title = (
        f"{len(data.words):,} rows of {options.dimensions} dimensions, {data.coverage:.1%} of words with a "
        f"row of their own; {count:,} pairs, {options.epochs} × in {seconds:.0f} s."
    )
    return rows, title, results


def compare(options):
    """Trains variants on a share of the repositories, and records each when it is done."""
    loaded, key = None, None
    for label, changes in VARIANTS:
        changed = argparse.Namespace(**{**vars(options), **changes})
        if key != (changed.rows, changed.bare):
            loaded, key = None, (changed.rows, changed.bare)
            data = Data(options.work, changed.rows, not changed.bare)
            data.keep_share(options.share)
            loaded = (data, Measure(data))
        _, title, results = run(changed, *loaded, report=lambda _: None)
        record(options.work, "variants", label, {"title": title, "results": results})


def record(work, section, label, entry):
    """Adds the results to those of earlier runs, and writes them to RESULTS.md."""
    path = f"{work}/results.json"
    known = {"shipped": {}, "variants": {}}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            known = json.load(file)
    known[section][label] = entry
    with open(path, "w", encoding="utf-8") as file:
        json.dump(known, file)
    header = [f"| {' | '.join([*KINDS, 'mean'])} |", f"|---{'|--:' * (len(KINDS) + 1)}|"]
    text = [
        "# Results",
        "",
        "MRR@10 of questions from repositories that nothing was learned from, each asked among the passages of",
        "its own repository and kind. Written by `train.py`.",
    ]
    for label, entry in known["shipped"].items():
        text += ["", f"## {label}", "", entry["title"], "", f"| ranker {header[0]}", header[1]]
        text += [line(name, result) for name, result in entry["results"].items()]
    if known["variants"]:
        text += ["", "## Variants", "", "Trained on a part of the repositories, all alike."]
        text += ["", f"| table alone {header[0]}", header[1]]
        text += [line(name, entry["results"]["learned, int8"]) for name, entry in known["variants"].items()]
        text += ["", f"| with words {header[0]}", header[1]]
        for name, entry in known["variants"].items():
            (fused,) = [result for key, result in entry["results"].items() if key.startswith("words +")]
            text.append(line(name, fused))
        text += [""] + [f"- {name}: {entry['title']}" for name, entry in known["variants"].items()]
    with open(f"{os.path.dirname(os.path.abspath(__file__))}/RESULTS.md", "w", encoding="utf-8") as file:
        file.write("\n".join(text) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["distil", "train", "compare"])
    parser.add_argument("work")
    parser.add_argument("encoder", nargs="?")
    parser.add_argument("--rows", type=int, default=43_000)
    parser.add_argument("--dimensions", type=int, default=256)
    parser.add_argument("--kinds", nargs="*", default=KINDS, choices=KINDS)
    parser.add_argument("--bare", action="store_true", help="passages without their capsules")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--block", type=int, default=64)
    parser.add_argument("--temperature", type=float, default=0.05)
    parser.add_argument("--rate", type=float, default=1e-2)
    parser.add_argument("--share", type=float, default=0.3, help="of repositories, for compare")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--version", default="1")
    options = parser.parse_args()
    torch.set_num_threads(2)
    if options.command == "distil":
        distil(options.work, options.encoder)
    elif options.command == "train":
        data = Data(options.work, options.rows, not options.bare)
        rows, title, results = run(options, data, Measure(data))
        write_table(options.work, data, rows, options.version)
        record(options.work, "shipped", f"Version {options.version}", {"title": title, "results": results})
    else:
        compare(options)


if __name__ == "__main__":
    main()
