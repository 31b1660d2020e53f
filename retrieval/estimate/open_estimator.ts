import { TOKEN_ESTIMATORS, type TokenEstimator, type TokenEstimatorName } from "@dossier/core/text";

/**
 * Returns the estimator called `name`. The exact one, `o200k`, loads its tables (a fifth of a
 * second and about 60 MB) when it is first opened.
 *
 * @example
 * ```ts
 * import { openEstimator } from "@dossier/retrieval";
 * import assert from "node:assert/strict";
 *
 * const exact = await openEstimator("o200k");
 * assert.equal(exact.count("return the first result"), 4);
 * ```
 */
export async function openEstimator(name: TokenEstimatorName): Promise<TokenEstimator> {
  if (name !== "o200k") return TOKEN_ESTIMATORS[name];
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  return { name, count: (text) => countTokens(text, AS_PLAIN_TEXT) };
}

/** A repository may hold texts such as `<|endoftext|>`: they are characters, never control tokens. */
const AS_PLAIN_TEXT = { disallowedSpecial: new Set<string>() };
