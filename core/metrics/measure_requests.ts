/** A request of an agent and its recorded outcome. */
export interface AnsweredRequest {
  /** Path or slug that it asked for. */
  readonly target: string;
  /** `provided`, or the reason why not. */
  readonly outcome: string;
}

/** Figures of the requests of an agent. */
export interface RequestMetrics {
  /** Number of requests. */
  readonly requests: number;
  /** Number of requests by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Share that was provided, from 0 to 1; absent without requests. */
  readonly providedShare?: number;
  /** Share of the provided targets that the agent names elsewhere; absent when none was provided. */
  readonly namedShare?: number;
  /** Targets that were candidates of a bundle and left out. */
  readonly missed: readonly string[];
}

/** Options of {@link measureRequests}. */
export interface RequestOptions {
  /** Paths of the candidates that were not shown before. */
  readonly omitted: readonly string[];
  /** Paths and slugs that the agent names apart from its requests. */
  readonly mentioned: ReadonlySet<string>;
}

/** The outcome of a request that was answered with text. */
const PROVIDED = "provided";

const EXTENSION_REGEXP = /\.[^./]+$/;

/**
 * Returns how much an agent had to ask for, and with which outcomes.
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

/** Returns whether a target is a path or the end of one, with or without its extension. */
function names(target: string, path: string): boolean {
  const stem = path.replace(EXTENSION_REGEXP, "");
  return [path, stem].some((name) => name === target || name.endsWith(`/${target}`));
}
