import { completePlan, DEFAULT_TASK_SETTINGS, planTask } from "@dossier/core/plan";
import type { Issue } from "@dossier/core";
import { fileSource } from "@dossier/core/fragment";
import { omitLines } from "@dossier/core/pack";
import { EXAMPLE_INDEX, EXAMPLE_SECTIONS } from "./example_bundle.ts";
import type { InjectionDraft } from "../retrieval/delivery/state/injection.ts";

/** Parts of an example that differ from the default. */
export interface ExampleDraftOptions {
  /** Number of fragments; the number of omissions is twice as large. @default 2 */
  readonly fragments?: number;
}

/**
 * Returns a bundle to record in which every field has a value; the same bundle for the same number.
 *
 * @param number Whole number on which all its texts and counts depend.
 */
export function exampleDraft(
  number: number,
  { fragments = 2 }: ExampleDraftOptions = {},
): InjectionDraft {
  const issue: Issue = {
    id: `issue-${number}`,
    title: `Retry uploads ${number}`,
    description: 'They fail "now and then"\n\ttoo often: \u0000 \ud800 😀',
    labels: ["bug"],
    manifest: { primary: ["src/upload.ts"], read: [], forbidden: [".env"], version: 1 },
  };
  const profile = {
    id: "review/uploads",
    inputs: { ship: `Ada ${number}`, knots: number },
    chain: ["review/base", "review/uploads"],
    route: "to-base",
  };
  const plan = planTask(issue, { settings: DEFAULT_TASK_SETTINGS, links: 1, baseTokens: number });
  return {
    kind: "bundle",
    trigger: "context",
    request: { query: issue.title, issue, profile, options: { budget: 4000, disabled: [] } },
    plan: completePlan(plan, { documentTokens: 100, promptTokens: 400 + number }),
    hash: hashLike(number),
    format: "markdown",
    budget: { limit: 4000, used: number, estimator: "piece" },
    index: { ...EXAMPLE_INDEX, documents: number, commit: "abc123" },
    fragments: Array.from({ length: fragments }, (_, index) => {
      const location = {
        path: `src/it's "file" ${index}.ts`,
        kind: "code",
        language: "typescript",
        startLine: 1 + number,
        endLine: 20 + number + index,
        symbol: `retry${number}`,
      } as const;
      return {
        source: fileSource(location),
        location,
        role: "primary",
        position: "before",
        form: "snippet",
        trust: "project",
        score: 1 / (3 + index),
        tokens: 100 + index,
        hash: hashLike(number * 1000 + index),
        fileHash: hashLike(index),
        slug: `retry-${number}`,
        freshness: 0.7,
        reasons: ["linked"],
      };
    }),
    omitted: Array.from({ length: 2 * fragments }, (_, index) => {
      const lines = { path: `src/other_${index}.ts`, startLine: 1, endLine: 2 + number };
      return omitLines(lines, { tokens: 50, reason: "budget" });
    }),
    exclusions: [{ path: ".env", rule: { kind: "sensitive", pattern: ".env" } }],
    notes: [{ code: "index-stale", message: `${number} files have changed` }],
    outcomes: [],
    durationMs: 12.5,
    details: { version: 2, root: "/tree", sections: EXAMPLE_SECTIONS },
  };
}

/** Returns an answer to record; the same one for the same numbers. */
export function exampleAnswer(
  number: number,
  { session, round }: { readonly session: string; readonly round?: number },
): InjectionDraft {
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
