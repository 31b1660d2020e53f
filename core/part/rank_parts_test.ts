import assert from "node:assert/strict";
import { verifyExplanation } from "../rank/explanation.ts";
import { analyzeQuery } from "../text/analyze_query.ts";
import { cutParts } from "./cut_parts.ts";
import {
  addHeadMeaning,
  type FileWithParts,
  gatherPartEvidence,
  type PartQuery,
} from "./part_evidence.ts";
import { PART_RANKING, PART_STEPS, USED_STEP, USES_STEP } from "./part_steps.ts";
import { rankParts, type RankPartsOptions } from "./rank_parts.ts";

const TEXT = `import { store } from "./store.ts";

/** Removes rows that have expired. */
export function removeExpired(rows) {
  return rows.filter((row) => !isExpired(row));
}

/** Says whether a row is too old. */
function isExpired(row) {
  return row.age > store.limit;
}

export function unrelated() {
  return "nothing of that kind";
}
`;

function part(text: string, options: Partial<FileWithParts> = {}): FileWithParts {
  const { path = "src/rows.ts" } = options;
  return {
    path,
    isDocument: false,
    kinds: [],
    score: 1,
    chunks: [],
    named: [],
    lines: text.split("\n"),
    parts: cutParts(text, { path, language: "typescript", kind: "code" }),
    ...options,
  };
}

function rank(files: readonly FileWithParts[], options: RankPartsOptions) {
  return rankParts(gatherPartEvidence(files, options.query), options);
}

function ask(text: string): PartQuery {
  return {
    text,
    terms: analyzeQuery(text),
    verbosity: 0,
    requestedKinds: new Set(),
    question: { kind: "code", because: "" },
  };
}

Deno.test("rankParts() ranks the definition that the question is about first, and its dependencies next", () => {
  const ranked = rank([part(TEXT)], { query: ask("where are expired rows removed?") });
  assert.deepEqual(ranked.slice(0, 2).map(({ part }) => part.symbol), [
    "removeExpired",
    "isExpired",
  ]);
  assert.ok(ranked[0]!.needProbability > ranked[2]!.needProbability);
});

Deno.test("gatherPartEvidence() counts a piece of a name as a quarter of a word, and as a word in a long text", () => {
  const text = ["openStore", "open", "store"].map((name) => `function ${name}() {}\n`).join("\n");
  const [ofOne, ofTwo] = [Math.log(1 + 2.5 / 1.5), Math.log(1 + 1.5 / 2.5)];
  for (const [verbosity, weight] of [[0, 1 / 4], [1, 1]] as const) {
    const found = gatherPartEvidence([part(text)], { ...ask("openStore"), verbosity });
    const share = weight * ofTwo / (ofOne + 2 * weight * ofTwo);
    assert.deepEqual(
      found.map(({ evidence: { head } }) => head.toFixed(9)),
      [1, share, share].map((expected) => expected.toFixed(9)),
    );
  }
});

Deno.test("rankParts() ranks a named line first, without lowering the probabilities of the others", () => {
  const query = ask("where are expired rows removed?");
  const alone = new Set([USES_STEP.name, USED_STEP.name]);
  const worthOf = (file: FileWithParts) =>
    new Map(
      rank([file], { query, disabled: alone }).map((
        { part, needProbability },
      ) => [part.symbol, needProbability]),
    );
  const plain = worthOf(part(TEXT));
  const named = worthOf(part(TEXT, { named: [{ startLine: 14, endLine: 14, weight: 1 }] }));
  assert.equal([...named.keys()][0], "unrelated");
  assert.ok(named.get("unrelated")! > plain.get("unrelated")!);
  assert.ok(Math.abs(named.get("isExpired")! - plain.get("isExpired")!) < 1e-12);
});

Deno.test("gatherPartEvidence() returns shares of the best, and the uses of parts", () => {
  const found = gatherPartEvidence([part(TEXT)], ask("where are expired rows removed?"));
  const [imports, remove, expired, unrelated] = found.map(({ evidence }) => evidence);
  assert.equal(remove!.words, 1);
  assert.equal(unrelated!.words, 0);
  assert.deepEqual([imports!.isImports, remove!.isImports], [true, false]);
  // Its signature and its comment have all three words of the question.
  assert.ok(Math.abs(remove!.head - 1) < 1e-9);
  assert.ok(expired!.head < 1);
  assert.deepEqual(found[1]!.uses, [2]);
});

Deno.test("rankParts() explains each score as the sum of its steps", () => {
  const query = ask("isExpired");
  for (const { score, explanation } of rank([part(TEXT)], { query, explain: true })) {
    assert.ok(verifyExplanation(explanation!));
    assert.equal(explanation!.value, score);
  }
});

Deno.test("rankParts() returns probabilities from 0 to 1 that fall with the score", () => {
  const files = [part(TEXT), part(TEXT, { path: "src/copy.ts", score: 0.5 })];
  const worths = rank(files, { query: ask("rows that have expired") }).map(({ needProbability }) =>
    needProbability
  );
  assert.ok(worths.every((worth) => 0 <= worth && worth <= 1));
  assert.deepEqual(worths, worths.toSorted((a, b) => b - a));
});

Deno.test("rankParts() skips the steps that a request disables", () => {
  const disabled = new Set(PART_RANKING.map(({ name }) => name));
  const ranked = rank([part(TEXT)], { query: ask("expired rows"), disabled });
  assert.deepEqual(new Set(ranked.map(({ score }) => score)), new Set([0]));
});

Deno.test("rankParts() raises documents for a question about usage", () => {
  const document = part("# Rows\n\nExpired rows are removed.\n", {
    path: "a.md",
    isDocument: true,
  });
  const query = ask("expired rows");
  const [low] = rank([document], { query });
  const [high] = rank([document], {
    query: { ...query, question: { kind: "documentation", because: "" } },
  });
  const { constant } = PART_STEPS.find(({ name }) => name === "part-documentary")!;
  assert.ok(Math.abs(high!.score - low!.score - constant) < 1e-9);
});

Deno.test("rankParts() lowers tests unless the question asks for them", () => {
  const file = [part(TEXT, { kinds: ["test"] })];
  const query = ask("expired rows");
  const [low] = rank(file, { query });
  const [high] = rank(file, { query: { ...query, requestedKinds: new Set(["test"] as const) } });
  const constant = PART_STEPS.find(({ name }) => name === "part-test")!.constant;
  assert.ok(Math.abs(low!.score - high!.score - constant) < 1e-9);
});

Deno.test("rankParts() is empty without files, and accepts a file without words", () => {
  assert.deepEqual(rank([], { query: ask("rows") }), []);
  assert.deepEqual(rank([part("")], { query: ask("rows") }), []);
  assert.equal(rank([part("}\n")], { query: ask("rows") }).length, 1);
});

Deno.test("gatherPartEvidence() returns the same when it is called with the same files again", () => {
  const files = [part(TEXT), part(TEXT.replaceAll("expired", "locked"), { path: "src/locks.ts" })];
  const query = ask("where are expired rows removed?");
  const first = gatherPartEvidence(files, query);
  gatherPartEvidence(files.toReversed(), ask("locked store"));
  assert.deepEqual(gatherPartEvidence(files, query), first);
});

Deno.test("addHeadMeaning() adds shares of the best, and 0 for parts that are not near", () => {
  const all = gatherPartEvidence([part(TEXT)], ask("expired rows"));
  const cosines = new Map([[all[1]!.part, .5], [all[2]!.part, .25], [all[3]!.part, -.1]]);
  const meanings = addHeadMeaning(all, cosines).map(({ evidence }) => evidence.headMeaning);
  assert.deepEqual(meanings, [0, 1, .5, 0]);
});

Deno.test("rankParts() ranks parts with guessed names first, which count more than the words of the question", () => {
  const text = `function report(row) {
  return expired(row) ? "expired rows" : "rows";
}

function sweepStale(batch) {
  return batch.filter(keepFresh);
}
`;
  const question = ask("which expired rows are reported");
  const files = [part(text)];
  assert.equal(rank(files, { query: question })[0]!.part.symbol, "report");
  const query = { ...question, nameTerms: analyzeQuery("sweepStale keepFresh evictOld") };
  assert.equal(rank(files, { query })[0]!.part.symbol, "sweepStale");
  // Guesses that do not occur do not change the order.
  const wrong = { ...question, nameTerms: analyzeQuery("frobnicate quux") };
  assert.equal(rank(files, { query: wrong })[0]!.part.symbol, "report");
});

Deno.test("rankParts() explains scores with guessed names as sums, with half the weight for the question's words", () => {
  const query = {
    ...ask("where are expired rows removed"),
    nameTerms: analyzeQuery("removeExpired"),
  };
  const [first] = rank([part(TEXT)], { query, explain: true });
  assert.ok(verifyExplanation(first!.explanation!));
  assert.equal(first!.explanation!.value, first!.score);
  const weightOf = (name: string) =>
    first!.explanation!.details!.find(({ description }) => description === name)!.details![0]!
      .value;
  assert.equal(
    weightOf("part-names"),
    PART_STEPS.find(({ name }) => name === "part-names")!.constant,
  );
  assert.equal(
    weightOf("part-words"),
    PART_STEPS.find(({ name }) => name === "part-words")!.constant / 2,
  );
});
