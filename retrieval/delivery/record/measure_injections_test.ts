import { measureSession } from "@dossier/core/metrics";
import { omitLines } from "@dossier/core/pack";
import assert from "node:assert/strict";
import { exampleAnswer, exampleDraft } from "../../../tests/example_draft.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "../state/append_injection.ts";
import { openState } from "../state/open_state.ts";
import { listSessionInjections } from "../state/read_injections.ts";
import { toSessionEvidence } from "./measure_injections.ts";

Deno.test("toSessionEvidence() returns the input of measureSession() from the records of a session", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  const session = "s";
  const [code, other] = exampleDraft(1).fragments;
  const lines = { ...code!.location!, kind: "document" } as const;
  const document = {
    ...other!,
    role: "document",
    location: { ...lines, path: "docs/retry.md" },
  } as const;
  const { freshness: _, ...plain } = code!;
  const readme = { ...plain, location: { ...lines, path: "README.md" } };
  const held = omitLines({ ...lines, path: "held.ts" }, { tokens: 1, reason: "already_present" });
  const proposed = omitLines({ ...lines, path: "src/upload_2.ts" }, {
    tokens: 1,
    reason: "budget",
  });
  await appendInjection(state, {
    ...exampleDraft(100),
    session,
    fragments: [readme, document],
    omitted: [held, proposed],
  });
  await appendInjection(state, exampleAnswer(2, { session, round: 1 }));
  await appendInjection(state, exampleDraft(3));
  const evidence = toSessionEvidence(await listSessionInjections(state, session));
  const [bundle, answer] = evidence.injections;
  assert.deepEqual(bundle, {
    answer: false,
    fragments: [
      { path: "README.md", tokens: 100, document: false, slug: "retry-1" },
      { path: "docs/retry.md", tokens: 101, document: true, slug: "retry-1", stale: true },
    ],
    omitted: ["src/upload_2.ts"],
    requests: [],
    promptTokens: 100,
    durationMs: 12.5,
  });
  assert.equal(answer?.answer, true);
  assert.deepEqual(answer?.requests, [{ target: "src/upload_2.ts", outcome: "provided" }]);
  assert.deepEqual(evidence.predicted, ["src/upload.ts"]);
  assert.equal(evidence.injections.length, 2);
  const { needs } = measureSession({
    ...evidence,
    transcript: "",
    touched: [],
    isExcluded: () => false,
  });
  assert.deepEqual(needs.missed, ["src/upload_2.ts"]);
});
