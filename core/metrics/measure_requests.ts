/** A request of an agent, as the record of its answer has it. */
export interface AnsweredRequest {
  /** Path or slug that it asked for. */
  readonly target: string;
  /** What became of it: `provided`, or why not. */
  readonly outcome: string;
}

/** What the requests of an agent say about the bundles before them. */
export interface RequestMetrics {
  /** Requests. */
  readonly requests: number;
  /** Requests by what became of them. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Share that got what they asked for, from 0 to 1; absent without requests. */
  readonly providedShare?: number;
  /** Of what was provided, the share that the agent names later; absent when nothing was. */
  readonly namedShare?: number;
  /** Targets that the ranking had proposed and that were left out of the bundle. */
  readonly missed: readonly string[];
}

/** What {@link measureRequests} compares the requests with. */
export interface RequestOptions {
  /** Paths of the candidates that were not shown before. */
  readonly omitted: readonly string[];
  /** Paths and slugs that the agent names apart from its requests. */
  readonly mentioned: ReadonlySet<string>;
}

/** What the record calls a request that was answered by its text. */
const PROVIDED = "provided";

const EXTENSION_REGEXP = /\.[^./]+$/;

/**
 * Returns how much an agent had to ask for, and what came of it.
 *
 * @example
 * ```ts
 * import { measureRequests } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const metrics = measureRequests([
 *   { target: "src/a.ts", outcome: "provided" },
 *   { target: "src/b.ts", outcome: "not_found" },
 * ], { omitted: ["src/a.ts"], mentioned: new Set() });
 * assert.deepEqual([metrics.providedShare, metrics.namedShare], [0.5, 0]);
 * assert.deepEqual(metrics.missed, ["src/a.ts"]);
 * ```
 */
export function measureRequests(
  requests: readonly AnsweredRequest[],
  { omitted, mentioned }: RequestOptions,
): RequestMetrics {
  const outcomes = new Map<string, number>();
  for (const { outcome } of requests) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const provided = requests.filter(({ outcome }) => outcome === PROVIDED);
  const named = provided.filter(({ target }) => mentioned.has(target));
  const targets = new Set(requests.map(({ target }) => target));
  return {
    requests: requests.length,
    outcomes: Object.fromEntries([...outcomes].sort(([a], [b]) => a < b ? -1 : 1)),
    ...(requests.length === 0 ? {} : { providedShare: provided.length / requests.length }),
    ...(provided.length === 0 ? {} : { namedShare: named.length / provided.length }),
    missed: [...targets].filter((target) => omitted.some((path) => names(target, path))),
  };
}

/** Tells whether a target is a path, the end of one, or a slug: the same without the extension. */
function names(target: string, path: string): boolean {
  const stem = path.replace(EXTENSION_REGEXP, "");
  return [path, stem].some((name) => name === target || name.endsWith(`/${target}`));
}
