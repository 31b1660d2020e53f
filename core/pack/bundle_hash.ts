import type { Bundle, UnhashedBundle } from "./bundle.ts";

/**
 * Returns the text whose SHA-256 identifies a bundle: JSON of what is shown and left out for which
 * request.
 *
 * It has nothing in it that varies with the machine or the time: not the root, not the state of
 * the index, not the notes about either, and so not the tokens used, which count the notes. Scores
 * and explanations stay out because logarithms may differ in the last bit between engines; the
 * order they gave is in.
 */
export function bundleHashInput(bundle: UnhashedBundle): string {
  const { version, query, issue, retry, signals, outcomes, budget, passages, omitted } = bundle;
  return JSON.stringify({
    version,
    query,
    issue,
    retry,
    signals,
    outcomes,
    budget: { limit: budget.limit, estimator: budget.estimator },
    passages: passages.map((passage) => ({
      rank: passage.rank,
      kind: passage.kind,
      path: passage.path,
      language: passage.language,
      startLine: passage.startLine,
      endLine: passage.endLine,
      symbol: passage.symbol,
      form: passage.form,
      tokens: passage.tokens,
      text: passage.text,
      role: passage.role,
      remark: passage.remark,
    })),
    omitted: omitted.map(({ path, startLine, endLine, tokens, reason }) => ({
      path,
      startLine,
      endLine,
      tokens,
      reason,
    })),
  });
}

/** Returns the bundle with `hash`, the SHA-256 of its {@link bundleHashInput} in hexadecimal. */
export function withHash(bundle: UnhashedBundle, hash: string): Bundle {
  return { ...bundle, hash };
}
