/** How much of what was given was of no visible use. */
export interface Dilution {
  /** Tokens given. */
  readonly injectedTokens: number;
  /** Tokens of what the agent neither named nor opened. */
  readonly unusedTokens: number;
  /** Their share, from 0 to 1; 0 when nothing was given. */
  readonly dilution: number;
}

/**
 * Returns which share of the tokens given is of files that the agent neither named nor
 * changed.
 *
 * @param passages What was given.
 * @param used Paths that the agent named, see `findMentioned`, and those that it changed, as nobody
 * changes a file without opening it.
 *
 * @example
 * ```ts
 * import { measureDilution } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const passages = [{ path: "src/a.ts", tokens: 300 }, { path: "docs/b.md", tokens: 100 }];
 * assert.equal(measureDilution(passages, new Set(["src/a.ts"])).dilution, 0.25);
 * ```
 */
export function measureDilution(
  passages: readonly { readonly path: string; readonly tokens: number }[],
  used: ReadonlySet<string>,
): Dilution {
  let injectedTokens = 0;
  let unusedTokens = 0;
  for (const { path, tokens } of passages) {
    injectedTokens += tokens;
    if (!used.has(path)) unusedTokens += tokens;
  }
  const dilution = injectedTokens === 0 ? 0 : unusedTokens / injectedTokens;
  return { injectedTokens, unusedTokens, dilution };
}
