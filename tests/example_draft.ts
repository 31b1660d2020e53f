import { DEFAULT_TASK_SETTINGS, planTask, settlePlan } from "@dossier/core/plan";
import type { Issue } from "@dossier/core";
import type { RecordDraft } from "../retrieval/state/record.ts";

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
    request: { issue, options: { budget: 4000, disabled: [] } },
    plan: settlePlan(plan, { documentTokens: 100, promptTokens: 400 + number }),
    hash: hashLike(number),
    format: "markdown",
    budget: { limit: 4000, used: number, estimator: "piece" },
    index: { documents: 10, chunks: 20, updatedAt: "2026-01-02T03:04:05.000Z", commit: "abc123" },
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
      details: { language: "typescript", symbol: `retry${number}` },
    })),
    omitted: Array.from({ length: 2 * passages }, (_, index) => ({
      path: `src/other_${index}.ts`,
      startLine: 1,
      endLine: 2 + number,
      tokens: 50,
      reason: "budget",
      details: { score: 0.1 },
    })),
    exclusions: [{ path: ".env", rule: { kind: "sensitive", pattern: ".env" } }],
    notes: [{ code: "index-stale", message: `${number} files have changed` }],
    outcomes: [],
    durationMs: 12.5,
    details: { root: "/tree", refreshed: { added: 1 } },
  };
}

/** Returns an answer to record; the same one for the same numbers. */
export function exampleAnswer(
  number: number,
  { session, round }: { readonly session: string; readonly round?: number },
): RecordDraft {
  const { plan: _, ...draft } = exampleDraft(number);
  return {
    ...draft,
    kind: "answer",
    session,
    ...(round !== undefined && { round }),
    trigger: "need",
    request: { text: `NEED_CODE: src/upload_${number}.ts:1-20\n`, options: { maxItems: 5 } },
    outcomes: [{
      request: `NEED_CODE: src/upload_${number}.ts:1-20`,
      signal: { kind: "code", target: `src/upload_${number}.ts`, startLine: 1, endLine: 20 },
      outcome: "provided",
      message: "Its text is below",
    }],
  };
}

function hashLike(number: number): string {
  return number.toString(16).padStart(64, "0");
}
