import assert from "node:assert/strict";
import fc from "fast-check";
import type { PassageCandidate } from "../fragment/candidate.ts";
import { omitLines } from "../pack/section.ts";
import { estimateMaxJsonTokens } from "../text/estimate_max_tokens.ts";
import { TOKEN_ESTIMATORS, type TokenEstimator } from "../text/count_tokens.ts";
import { assembleBundle, type AssembleOptions } from "./assemble_bundle.ts";
import { linesOf } from "../../tests/lines_of.ts";
import { EXAMPLE_INDEX } from "../../tests/example_bundle.ts";
import { MARKDOWN_RENDERER } from "./markdown.ts";
import { findTextRenderer } from "./renderers.ts";
import type { TextRenderer } from "./renderer.ts";
import { XML_RENDERER } from "./xml.ts";

const OPTIONS: AssembleOptions = {
  query: "query",
  root: "/project",
  limit: 200,
  estimator: TOKEN_ESTIMATORS.piece,
  renderer: MARKDOWN_RENDERER,
  index: EXAMPLE_INDEX,
};

/** Estimator that counts more for a whole than for its parts, unlike the built-in ones. */
const SUPERADDITIVE: TokenEstimator = {
  name: "o200k",
  count: (text) => Math.ceil(text.length ** 1.3 / 10),
};

function candidate(path: string, text: string, score = 1): PassageCandidate {
  const lines = text.split("\n");
  return {
    path,
    kind: "code",
    language: "text",
    startLine: 1,
    endLine: lines.length,
    score,
    document: { lines },
  };
}

Deno.test("assembleBundle() states the budget, the notes and the candidates omitted before packing", () => {
  const notes = [{ code: "n", message: "A note" }];
  const lines = { path: "gone", startLine: 1, endLine: 2 };
  const gone = omitLines(lines, { tokens: 5, reason: "changed" });
  const big = candidate("big", "word ".repeat(500));
  const bundle = assembleBundle([{ name: "ranking", candidates: [candidate("a", "text"), big] }], {
    ...OPTIONS,
    notes,
    omitted: [gone],
  });
  assert.deepEqual(linesOf(bundle.fragments).map(({ path }) => path), ["a"]);
  assert.deepEqual(linesOf(bundle.omitted).map(({ path, reason }) => [path, reason]), [
    ["big", "budget"],
    ["gone", "changed"],
  ]);
  assert.deepEqual(bundle.notes, notes);
  const text = MARKDOWN_RENDERER.render(bundle, OPTIONS.estimator);
  assert.deepEqual(bundle.budget, {
    limit: 200,
    used: OPTIONS.estimator.count(text),
    estimator: "piece",
  });
});

Deno.test("assembleBundle() for JSON counts the tokens of the Markdown rendering", () => {
  const candidates = [candidate("a", "one\ntwo"), candidate("b", "three")];
  assert.deepEqual(
    assembleBundle([{ name: "ranking", candidates }], {
      ...OPTIONS,
      renderer: findTextRenderer("json"),
    }),
    assembleBundle([{ name: "ranking", candidates }], OPTIONS),
  );
});

Deno.test("assembleBundle() omits the last passages when the whole costs more than its parts", () => {
  const candidates = ["a", "b", "c"].map((path) => candidate(path, `${path} `.repeat(40)));
  const options = { ...OPTIONS, limit: 10_000, estimator: SUPERADDITIVE };
  const all = assembleBundle([{ name: "ranking", candidates }], options);
  const frame = SUPERADDITIVE.count(
    MARKDOWN_RENDERER.render({ ...all, fragments: [] }, SUPERADDITIVE),
  );
  const limit = all.fragments.reduce((total, { tokens }) => total + tokens, frame);
  assert.ok(all.budget.used > limit);
  const bundle = assembleBundle([{ name: "ranking", candidates }], { ...options, limit });
  assert.deepEqual(linesOf(bundle.fragments).map(({ path }) => path), ["a", "b"]);
  assert.deepEqual(bundle.omitted, [
    omitLines({ path: "c", startLine: 1, endLine: 1 }, {
      tokens: all.fragments[2]!.tokens,
      reason: "budget",
    }),
  ]);
});

Deno.test("assembleBundle() with no budget shows nothing and costs nothing", () => {
  const bundle = assembleBundle([{ name: "ranking", candidates: [candidate("a", "text")] }], {
    ...OPTIONS,
    limit: 0,
  });
  assert.deepEqual([bundle.fragments, bundle.budget.used, bundle.omitted.length], [[], 0, 1]);
});

Deno.test("assembleBundle() throws invalid-budget for a limit that is not a whole number >= 0", () => {
  for (const limit of [-1, 1.5, NaN, Infinity]) {
    assert.throws(() => assembleBundle([], { ...OPTIONS, limit }), {
      name: "ContextError",
      code: "invalid-budget",
      message: "Cannot pack passages as the budget must be a whole number >= 0: " +
        `current value is ${limit}`,
    });
  }
});

const LINE = fc.string({
  unit: fc.constantFrom("word ", "x", "```", "<&>", "é", "界", "🚀", "  ", ""),
});
const CANDIDATES = fc.array(
  fc.record({
    path: fc.constantFrom("a.ts", "b/c.md", "d\n`e`", "f"),
    lines: fc.array(LINE, { minLength: 1, maxLength: 8 }),
    outline: fc.constantFrom(undefined, "x"),
  }),
  { maxLength: 12 },
).map((items) =>
  items.map(({ path, lines, outline }, index): PassageCandidate => ({
    ...candidate(`${path}${index}`, lines.join("\n"), items.length - index),
    ...(outline === undefined ? {} : { cheaper: [{ form: "outline", text: outline }] }),
  }))
);
const NOTES = fc.array(fc.record({ code: fc.constant("n"), message: LINE }), { maxLength: 3 });

const TEXT_RENDERERS: readonly TextRenderer[] = [MARKDOWN_RENDERER, XML_RENDERER];
const ESTIMATORS: readonly TokenEstimator[] = [...Object.values(TOKEN_ESTIMATORS), SUPERADDITIVE];
for (const renderer of TEXT_RENDERERS) {
  for (const estimator of ESTIMATORS) {
    Deno.test(`assembleBundle() holds the budget in ${renderer.name} by ${estimator.name}`, () => {
      fc.assert(fc.property(CANDIDATES, NOTES, fc.nat(400), (candidates, notes, limit) => {
        const options = { ...OPTIONS, estimator, limit, notes, renderer };
        const bundle = assembleBundle([{ name: "ranking", candidates }], options);
        const text = renderer.render(bundle, estimator);
        assert.equal(estimator.count(text), bundle.budget.used);
        assert.ok(bundle.budget.used <= limit);
        assert.ok(text === "" || /[^\n]\n$/.test(text));
        const lost = bundle.omitted.filter(({ reason }) => reason !== "shortened");
        assert.equal(bundle.fragments.length + lost.length, candidates.length);
        for (const fragment of bundle.fragments) {
          assert.ok(text.includes(renderer.renderFragment(fragment)));
        }
        assert.deepEqual(assembleBundle([{ name: "ranking", candidates }], options), bundle);
      }));
    });
  }
}

for (const renderer of TEXT_RENDERERS) {
  Deno.test(`assembleBundle() packs within the sent limit in ${renderer.name}, and loses nothing`, () => {
    fc.assert(fc.property(CANDIDATES, NOTES, fc.nat(400), (candidates, notes, maxSent) => {
      const options = { ...OPTIONS, notes, renderer, limit: 10_000 };
      const bundle = assembleBundle([{ name: "ranking", candidates }], { ...options, maxSent });
      const text = renderer.render(bundle, OPTIONS.estimator);
      assert.ok(estimateMaxJsonTokens(text) <= Math.max(maxSent, estimateMaxJsonTokens("")), text);
      assert.equal(OPTIONS.estimator.count(text), bundle.budget.used);
      const lost = bundle.omitted.filter(({ reason }) => reason !== "shortened");
      assert.equal(bundle.fragments.length + lost.length, candidates.length);
      for (const fragment of bundle.fragments) {
        assert.ok(text.includes(renderer.renderFragment(fragment)));
      }
      const free = assembleBundle([{ name: "ranking", candidates }], options);
      if (estimateMaxJsonTokens(renderer.render(free, OPTIONS.estimator)) <= maxSent) {
        assert.deepEqual(bundle.fragments, free.fragments);
      }
    }));
  });
}
