import assert from "node:assert/strict";
import fc from "fast-check";
import { DEFAULT_BM25F, FIELDS } from "./bm25f.ts";
import { verifyExplanation } from "./explanation.ts";
import type { QueryTraits } from "./analyzed_query.ts";
import { EVIDENCE_STEPS, FACTOR_STEPS, type FileEvidence, type FileScore } from "./file_steps.ts";
import { RANKING, RANKING_STEPS } from "../part/part_steps.ts";
import { bm25fParameters } from "./ranking_steps.ts";
import { explainFile, scoreFile } from "./score_file.ts";

const NONE = Object.fromEntries(EVIDENCE_STEPS.map(({ scores }) => [scores, 0])) as Record<
  FileScore,
  number
>;
const NOTHING: FileEvidence = { shares: NONE, kinds: [], isDocument: false };
const QUESTION: QueryTraits = { verbosity: 0, requestedKinds: new Set() };
const ALL: ReadonlySet<string> = new Set();

function constantOf(name: string): number {
  return RANKING.find((step) => step.name === name)!.constant;
}

Deno.test("scoreFile() adds up weighted evidence and multiplies by the factors that apply", () => {
  const file: FileEvidence = {
    ...NOTHING,
    shares: { ...NONE, chunks: 1, text: 0.5 },
    kinds: ["test"],
  };
  const plain = constantOf("chunks") + 0.5 * constantOf("text");
  const options = { query: QUESTION, disabled: ALL };
  assert.equal(scoreFile(file, options), plain * constantOf("aside"));
  assert.equal(scoreFile(file, { ...options, disabled: new Set(["aside"]) }), plain);
  const asked = { ...QUESTION, requestedKinds: new Set(["test"] as const) };
  assert.equal(scoreFile(file, { ...options, query: asked }), plain);
});

Deno.test("scoreFile() counts names more for a question, and coverage more for a long text", () => {
  const scoreOf = (shares: Partial<FileEvidence["shares"]>, verbosity: number) =>
    scoreFile({ ...NOTHING, shares: { ...NONE, ...shares } }, {
      query: { ...QUESTION, verbosity },
      disabled: ALL,
    });
  assert.equal(scoreOf({ name: 1 }, 0), constantOf("name"));
  assert.equal(scoreOf({ folder: 1 }, 0), constantOf("folder"));
  assert.equal(scoreOf({ coverage: 1 }, 0), constantOf("coverage"));
  assert.ok(Math.abs(scoreOf({ name: 1 }, 1) - 0.3 * constantOf("name")) < 1e-12);
  assert.equal(scoreOf({ folder: 1 }, 1), 0);
  assert.equal(scoreOf({ coverage: 1 }, 1), 3 * constantOf("coverage"));
});

Deno.test("scoreFile() does not lower a file that the query names by a symbol or its path", () => {
  const fileWith = (shares: Partial<FileEvidence["shares"]>): FileEvidence => ({
    shares: { ...NONE, chunks: 1, ...shares },
    kinds: ["legacy"],
    isDocument: true,
  });
  const options = { query: QUESTION, disabled: ALL };
  const lower = (score: number) => score * constantOf("aside") * constantOf("documents");
  assert.equal(scoreFile(fileWith({}), options), lower(1));
  for (const step of ["symbol", "mention"] as const) {
    const weight = constantOf(step === "symbol" ? "named-symbol" : step);
    assert.equal(scoreFile(fileWith({ [step]: 1 }), options), 1 + weight, step);
    assert.equal(scoreFile(fileWith({ [step]: 0.4 }), options), lower(1 + 0.4 * weight), step);
  }
});

Deno.test("every evidence and factor step changes some score, and nothing when it is disabled", () => {
  const shares = Object.fromEntries(EVIDENCE_STEPS.map(({ scores }) => [scores, 1]));
  const one: FileEvidence = {
    shares: { ...NONE, ...shares, symbol: 0.5, mention: 0.3 },
    kinds: ["test", "legacy"],
    isDocument: true,
  };
  const query = { ...QUESTION, nameTrust: .5 };
  const whole = scoreFile(one, { query, disabled: ALL });
  for (const { name } of [...EVIDENCE_STEPS, ...FACTOR_STEPS]) {
    assert.notEqual(scoreFile(one, { query, disabled: new Set([name]) }), whole, name);
  }
});

Deno.test("explainFile() returns the tree of the sum of scoreFile()", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const shares = fc.record(
    Object.fromEntries(EVIDENCE_STEPS.map(({ scores }) => [scores, share])) as Record<
      FileScore,
      typeof share
    >,
  );
  const kinds = fc.subarray(["test", "legacy"] as const);
  const evidence = fc.record({ shares, kinds, isDocument: fc.boolean() });
  const steps = fc.subarray([...RANKING_STEPS]);
  fc.assert(fc.property(evidence, steps, share, share, (file, left, verbosity, nameTrust) => {
    const options = { query: { ...QUESTION, verbosity, nameTrust }, disabled: new Set(left) };
    const tree = explainFile(file, options);
    const score = scoreFile(file, options);
    assert.ok(Math.abs(tree.value - score) <= 1e-9 * Math.max(1, score), `${tree.value} ${score}`);
    assert.ok(verifyExplanation(tree));
  }));
});

Deno.test("RANKING has every step once, with a constant and its source", () => {
  assert.equal(new Set(RANKING_STEPS).size, RANKING.length);
  for (const { constant, source, reads, does } of RANKING) {
    assert.ok(constant !== 0 && source !== "" && reads !== "" && does.endsWith("."));
  }
});

Deno.test("bm25fParameters() sets the weight of disabled fields to 0, never that of the body", () => {
  assert.deepEqual(bm25fParameters(new Set()), DEFAULT_BM25F);
  const { fields, k1 } = bm25fParameters(new Set(["path", "body", "no such field"]));
  assert.equal(k1, DEFAULT_BM25F.k1);
  for (const field of FIELDS) {
    const { weight, b } = DEFAULT_BM25F.fields[field];
    assert.deepEqual(fields[field], { weight: field === "path" ? 0 : weight, b }, field);
  }
});
