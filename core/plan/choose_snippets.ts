import { type LineRange, mergeRanges, subtractRanges } from "./merge_ranges.ts";

/** Lines of a file that may be shown. */
export interface SnippetCandidate extends LineRange {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
}

/** Lines that are shown, for one candidate or for several that overlap or touch. */
export interface Snippet<Candidate extends SnippetCandidate> extends LineRange {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** What it shows lines of, best first; at least one. */
  readonly candidates: readonly Candidate[];
}

/** Why a candidate is not shown: all its lines are shown already, or there are enough snippets. */
export type SnippetOmission = "shown" | "limit";

/** What {@link chooseSnippets} chose, and what it did not. */
export interface ChosenSnippets<Candidate extends SnippetCandidate> {
  /** In the order of their best candidates; no line twice, and none that was shown before. */
  readonly snippets: readonly Snippet<Candidate>[];
  /** In the order given. */
  readonly omitted: readonly { readonly candidate: Candidate; readonly reason: SnippetOmission }[];
}

/** What {@link chooseSnippets} needs next to the candidates. */
export interface SnippetOptions {
  /** Lines shown already, by path; `{ startLine: 1, endLine: Infinity }` for a whole file. */
  readonly shown: ReadonlyMap<string, readonly LineRange[]>;
  /**
   * Snippets to show at most.
   *
   * @default {@link MAX_SNIPPETS}
   */
  readonly limit?: number;
}

/** Snippets of a prompt, as in noface. */
export const MAX_SNIPPETS = 10;

/**
 * Chooses snippets among candidates: lines shown already are taken off, what overlaps or touches in
 * one file becomes one, and when there are enough only what makes one of them longer still gets in.
 *
 * @param candidates Best first.
 *
 * @example
 * ```ts
 * import { chooseSnippets } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const { snippets } = chooseSnippets([
 *   { path: "a.ts", startLine: 5, endLine: 14 },
 *   { path: "a.ts", startLine: 15, endLine: 20 },
 * ], { shown: new Map([["a.ts", [{ startLine: 1, endLine: 9 }]]]) });
 * assert.deepEqual(snippets.map(({ startLine, endLine }) => [startLine, endLine]), [[10, 20]]);
 * ```
 */
export function chooseSnippets<Candidate extends SnippetCandidate>(
  candidates: readonly Candidate[],
  { shown, limit = MAX_SNIPPETS }: SnippetOptions,
): ChosenSnippets<Candidate> {
  const ranges = new Map<string, readonly LineRange[]>();
  const taken: Candidate[] = [];
  const omitted: { readonly candidate: Candidate; readonly reason: SnippetOmission }[] = [];
  let count = 0;
  for (const candidate of candidates) {
    const before = ranges.get(candidate.path) ?? [];
    const unseen = subtractRanges([candidate], shown.get(candidate.path) ?? []);
    const after = mergeRanges([...before, ...unseen]);
    const reason = unseen.length === 0
      ? "shown"
      : count - before.length + after.length > limit
      ? "limit"
      : undefined;
    if (reason !== undefined) {
      omitted.push({ candidate, reason });
      continue;
    }
    count += after.length - before.length;
    ranges.set(candidate.path, after);
    taken.push(candidate);
  }
  const snippets = [...ranges].flatMap(([path, merged]) =>
    merged.map(({ startLine, endLine }) => {
      const within = taken.filter((candidate) =>
        candidate.path === path && candidate.startLine <= endLine && candidate.endLine >= startLine
      );
      return { path, startLine, endLine, candidates: within };
    })
  );
  const position = new Map(taken.map((candidate, index) => [candidate, index]));
  const best = ({ candidates: [first] }: Snippet<Candidate>) => position.get(first!) ?? 0;
  return { snippets: snippets.sort((a, b) => best(a) - best(b)), omitted };
}
