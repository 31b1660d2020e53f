import assert from "node:assert/strict";
import {
  type Bundle,
  bundleHashInput,
  type Explanation,
  JSON_RENDERER,
  MARKDOWN_RENDERER,
  TOKEN_ESTIMATORS,
  type UnhashedBundle,
  type UnhashedFragment,
} from "@dossier/core";
import { EXAMPLE_BUNDLE, EXAMPLE_FRAGMENT } from "../../../tests/example_bundle.ts";
import { exampleAnswer, exampleDraft } from "../../../tests/example_draft.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { toLineKeys } from "./holdings.ts";
import { textHash } from "../../machine/file_content.ts";
import { appendInjection } from "./append_injection.ts";
import { draftInjection, type DraftInjectionOptions, restoreBundle } from "./draft_injection.ts";
import { openState } from "./open_state.ts";
import { findInjection } from "./read_injections.ts";
import type { Injection } from "./injection.ts";

const EXPLANATION: Explanation = {
  value: 2.5,
  description: "score",
  operation: "sum",
  details: [{ value: 1 / 3, description: "body" }],
};

/** Source that is not a file: its text is stored with the record. */
const TOLD: UnhashedFragment = {
  rank: 3,
  source: "memory:o-12",
  position: "system",
  form: "whole",
  trust: "learned",
  score: 0.5,
  tokens: 9,
  text: "Uploads are retried twice.",
};

/** Bundles in which each optional field is present once. */
const BUNDLES: readonly Bundle[] = await Promise.all(([
  EXAMPLE_BUNDLE,
  { ...EXAMPLE_BUNDLE, fragments: [], omitted: [], sections: [], notes: [] },
  {
    ...EXAMPLE_BUNDLE,
    issue: exampleDraft(1).request.issue!,
    plan: exampleDraft(1).plan!,
    session: "s",
    fragments: [
      {
        ...EXAMPLE_FRAGMENT,
        role: "primary",
        reasons: ["first", "second"],
        explanation: EXPLANATION,
      },
      {
        ...EXAMPLE_FRAGMENT,
        rank: 2,
        source: "file:b.md#L1-3",
        location: { ...EXAMPLE_FRAGMENT.location!, path: "b.md" },
        score: -1e-9,
        text: "\ud83d\ude00\r\n",
      },
      TOLD,
    ],
    omitted: [{ source: "memory:o-7", tokens: 12, reason: "budget" }],
  },
] satisfies UnhashedBundle[]).map(withTextHashes));

const ANSWER: Bundle = {
  ...BUNDLES[0]!,
  session: "s",
  outcomes: exampleAnswer(1, { session: "s" }).outcomes,
};

const OPTIONS: DraftInjectionOptions = {
  kind: "bundle",
  trigger: "context",
  format: "markdown",
  options: { budget: 1000 },
  files: new Map([["src/add.ts", { hash: "f" }]]),
};

/** Records a bundle and returns it as it is read back. */
async function record(bundle: Bundle, options = OPTIONS): Promise<Injection> {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  return (await findInjection(
    state,
    (await appendInjection(state, await draftInjection(bundle, options))).id,
  ))!;
}

Deno.test("restoreBundle() returns the bundle that was passed to draftInjection(), byte for byte", async () => {
  for (const bundle of [...BUNDLES, ANSWER, { ...ANSWER, outcomes: [] }]) {
    const kind = bundle.outcomes === undefined ? "bundle" : "answer";
    const found = await record(bundle, { ...OPTIONS, kind });
    const texts = bundle.fragments.map(({ text }) => text);
    const restored = restoreBundle(found, texts);
    assert.deepEqual(restored, bundle);
    for (const renderer of [JSON_RENDERER, MARKDOWN_RENDERER]) {
      const render = (bundle: Bundle) => renderer.render(bundle, TOKEN_ESTIMATORS.piece);
      assert.equal(render(restored), render(bundle));
    }
    assert.equal(bundleHashInput(restored), bundleHashInput(bundle));
  }
});

Deno.test("draftInjection() stores hashes in place of texts, and the options", async () => {
  const files = new Map([["src/add.ts", { hash: "f", slug: "add" }]]);
  const [fragment] = BUNDLES[0]!.fragments;
  const fragments = [{ ...fragment!, freshness: 0.7 }];
  const bundle = { ...BUNDLES[0]!, session: "s", fragments };
  const more = { round: 2, durationMs: 1.5, text: "NEED_CODE: a" };
  const draft = await draftInjection(bundle, { ...OPTIONS, ...more, kind: "answer", files });
  assert.equal(JSON.stringify(draft).includes("return a + b"), false);
  assert.deepEqual(draft.fragments[0], {
    source: "file:src/add.ts#L1-3",
    location: EXAMPLE_FRAGMENT.location,
    position: "before",
    form: "whole",
    trust: "project",
    score: 2.5,
    tokens: 30,
    hash: await textHash(EXAMPLE_FRAGMENT.text),
    fileHash: "f",
    slug: "add",
    freshness: 0.7,
    keys: toLineKeys(EXAMPLE_FRAGMENT.text.split("\n")),
  });
  const { request, round, durationMs, session } = draft;
  assert.deepEqual([round, durationMs, session], [2, 1.5, "s"]);
  assert.deepEqual(request, { query: bundle.query, text: more.text, options: OPTIONS.options });
  const unknown = await draftInjection(bundle, { ...OPTIONS, files: new Map() });
  assert.equal(unknown.fragments[0]?.fileHash, "");
});

Deno.test("draftInjection() stores the text of a source that is not a file, and restoreBundle() needs no other", async () => {
  const bundle = await withTextHashes({
    ...EXAMPLE_BUNDLE,
    session: "s",
    fragments: [{ ...TOLD, rank: 1 }],
  });
  const found = await record(bundle);
  const [{ fileHash, hash, shown, keys }] = found.fragments as [Injection["fragments"][0]];
  assert.deepEqual([fileHash, shown, keys], [hash, TOLD.text, undefined]);
  assert.deepEqual(restoreBundle(found, [""]), bundle);
});

async function withTextHashes(bundle: UnhashedBundle): Promise<Bundle> {
  const fragments = await Promise.all(
    bundle.fragments.map(async (fragment) => ({
      ...fragment,
      hash: await textHash(fragment.text),
    })),
  );
  return { ...bundle, fragments, hash: await textHash(bundleHashInput(bundle)) };
}
