import { DEFAULT_TASK_SETTINGS, planTask, settlePlan } from "@dossier/core/plan";
import type { Issue } from "@dossier/core";
import { EXAMPLE_INDEX } from "./example_bundle.ts";
import type { RecordDraft } from "../retrieval/delivery/state/record.ts";

/** What of an example is to be its own. */
export interface ExampleDraftOptions {
  /** Passages; omissions are twice as many. @default 2 */
  readonly passages?: number;
}

/**
 * Returns a bundle to record in which every field is filled; the same one for the same number.
 *
 * @param number Whole number that all its texts and counts vary with.
 */
export function exampleDraft(
  number: number,
  { passages = 2 }: ExampleDraftOptions = {},
): RecordDraft {
  const issue: Issue = {
    id: `issue-${number}`,
    title: `Retry uploads ${number}`,
    description: 'They fail "now and then"\n\ttoo often: \u0000 \ud800 😀',
    labels: ["bug"],
    manifest: { primary: ["src/upload.ts"], read: [], forbidden: [".env"], version: 1 },
  };
  const plan = planTask(issue, { settings: DEFAULT_TASK_SETTINGS, links: 1, baseTokens: number });
  return {
    kind: "bundle",
    trigger: "context",
    request: { query: issue.title, issue, options: { budget: 4000, disabled: [] } },
    plan: settlePlan(plan, { documentTokens: 100, promptTokens: 400 + number }),
    hash: hashLike(number),
    format: "markdown",
    budget: { limit: 4000, used: number, estimator: "piece" },
    index: { ...EXAMPLE_INDEX, documents: number, commit: "abc123" },
    passages: Array.from({ length: passages }, (_, index) => ({
      path: `src/it's "file" ${index}.ts`,
      startLine: 1 + number,
      endLine: 20 + number + index,
      contentHash: hashLike(number * 1000 + index),
      fileHash: hashLike(index),
      form: "snippet",
      tokens: 100 + index,
      score: 1 / (3 + index),
      kind: "code",
      role: "primary",
      slug: `retry-${number}`,
      freshness: 0.7,
      details: { language: "typescript", symbol: `retry${number}`, reasons: ["linked"] },
    })),
    omitted: Array.from({ length: 2 * passages }, (_, index) => ({
      path: `src/other_${index}.ts`,
      startLine: 1,
      endLine: 2 + number,
      tokens: 50,
      reason: "budget",
    })),
    exclusions: [{ path: ".env", rule: { kind: "sensitive", pattern: ".env" } }],
    notes: [{ code: "index-stale", message: `${number} files have changed` }],
    outcomes: [],
    durationMs: 12.5,
    details: { version: 1, root: "/tree" },
  };
}

/** Returns an answer to record; the same one for the same numbers. */
export function exampleAnswer(
  number: number,
  { session, round }: { readonly session: string; readonly round?: number },
): RecordDraft {
  const { plan: _, ...draft } = exampleDraft(number);
  const request = `NEED_CODE: src/upload_${number}.ts:1-20`;
  return {
    ...draft,
    kind: "answer",
    session,
    ...(round !== undefined && { round }),
    trigger: "need",
    request: { query: "", text: `${request}\n`, options: { maxItems: 5 } },
    outcomes: [{ request, outcome: "provided", message: "Its text is below" }],
  };
}

function hashLike(number: number): string {
  return number.toString(16).padStart(64, "0");
}
