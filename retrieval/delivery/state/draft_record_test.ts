import type { Bundle, Explanation } from "@dossier/core";
import { bundleHashInput, JSON_RENDERER, MARKDOWN_RENDERER, TOKEN_ESTIMATORS } from "@dossier/core";
import assert from "node:assert/strict";
import { EXAMPLE_BUNDLE, EXAMPLE_PASSAGE } from "../../../tests/example_bundle.ts";
import { exampleAnswer, exampleDraft } from "../../../tests/example_draft.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { toLineKeys } from "./line_keys.ts";
import { textHash } from "../../machine/file_content.ts";
import { appendRecord } from "./append_record.ts";
import { comparePassages } from "./compare_passages.ts";
import { draftRecord, type DraftRecordOptions, restoreBundle } from "./draft_record.ts";
import { openState } from "./open_state.ts";
import { findRecord } from "./read_records.ts";
import type { InjectionRecord } from "./record.ts";

const EXPLANATION: Explanation = {
  value: 2.5,
  description: "score",
  operation: "sum",
  details: [{ value: 1 / 3, description: "body" }],
};

/** Bundles in which each field that may be absent is there once. */
const BUNDLES: readonly Bundle[] = [
  { ...EXAMPLE_BUNDLE, hash: "a" },
  { ...EXAMPLE_BUNDLE, hash: "b", passages: [], omitted: [], notes: [] },
  {
    ...EXAMPLE_BUNDLE,
    hash: "c",
    issue: exampleDraft(1).request.issue!,
    plan: exampleDraft(1).plan!,
    session: "s",
    passages: [
      {
        ...EXAMPLE_PASSAGE,
        role: "primary",
        reasons: ["first", "second"],
        explanation: EXPLANATION,
      },
      { ...EXAMPLE_PASSAGE, rank: 2, path: "b.md", score: -1e-9, text: "\ud83d\ude00\r\n" },
    ],
  },
];

const ANSWER: Bundle = {
  ...EXAMPLE_BUNDLE,
  hash: "d",
  session: "s",
  outcomes: exampleAnswer(1, { session: "s" }).outcomes,
};

const OPTIONS: DraftRecordOptions = {
  kind: "bundle",
  trigger: "context",
  format: "markdown",
  options: { budget: 1000 },
  files: new Map([["src/add.ts", { hash: "f" }]]),
};

/** Returns the bundle as it is recorded and read again. */
async function record(bundle: Bundle, options = OPTIONS): Promise<InjectionRecord> {
  using workspace = new TempWorkspace();
  using state = openState(workspace.root);
  return findRecord(state, appendRecord(state, await draftRecord(bundle, options)).id)!;
}

Deno.test("restoreBundle() gives back the bundle that draftRecord() was given, byte for byte", async () => {
  for (const bundle of [...BUNDLES, ANSWER, { ...ANSWER, outcomes: [] }]) {
    const kind = bundle.outcomes === undefined ? "bundle" : "answer";
    const found = await record(bundle, { ...OPTIONS, kind });
    const texts = bundle.passages.map(({ text }) => text);
    assert.deepEqual(await comparePassages(found, texts), []);
    const restored = restoreBundle(found, texts);
    assert.deepEqual(restored, bundle);
    for (const renderer of [JSON_RENDERER, MARKDOWN_RENDERER]) {
      const render = (bundle: Bundle) => renderer.render(bundle, TOKEN_ESTIMATORS.piece);
      assert.equal(render(restored), render(bundle));
    }
    assert.equal(bundleHashInput(restored), bundleHashInput(bundle));
  }
});

Deno.test("draftRecord() keeps hashes in place of texts, and what is known besides", async () => {
  const files = new Map([["src/add.ts", { hash: "f", slug: "add", freshness: 0.7 }]]);
  const bundle = { ...EXAMPLE_BUNDLE, hash: "a", session: "s" };
  const exclusions = exampleDraft(1).exclusions;
  const more = { round: 2, durationMs: 1.5, text: "NEED_CODE: a", commit: "abc", exclusions };
  const draft = await draftRecord(bundle, { ...OPTIONS, ...more, kind: "answer", files });
  assert.equal(JSON.stringify(draft).includes("return a + b"), false);
  assert.deepEqual(draft.passages[0], {
    path: "src/add.ts",
    startLine: 1,
    endLine: 3,
    contentHash: await textHash(EXAMPLE_PASSAGE.text),
    fileHash: "f",
    form: "whole",
    tokens: 30,
    score: 2.5,
    kind: "code",
    slug: "add",
    freshness: 0.7,
    details: {
      language: "typescript",
      symbol: "add",
      keys: toLineKeys(EXAMPLE_PASSAGE.text.split("\n")),
    },
  });
  const { request, index, round, durationMs, session } = draft;
  assert.deepEqual([round, durationMs, session, index.commit], [2, 1.5, "s", "abc"]);
  assert.deepEqual(request, { query: bundle.query, text: more.text, options: OPTIONS.options });
  assert.deepEqual(draft.exclusions, exclusions);
  const unknown = await draftRecord(bundle, { ...OPTIONS, files: new Map() });
  assert.equal(unknown.passages[0]?.fileHash, "");
});

Deno.test("restoreBundle() throws when a text is missing", async () => {
  const found = await record(BUNDLES[0]!);
  assert.throws(() => restoreBundle(found, []), {
    name: "RangeError",
    message: "Cannot restore the bundle as the text of passage 1 is missing",
  });
});
