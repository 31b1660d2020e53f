import type { UnhashedBundle } from "./bundle.ts";

/**
 * Returns the text whose SHA-256 identifies a bundle: JSON of what is shown and left out for which
 * request.
 *
 * It has nothing in it that varies with the machine or the time: not the root, not the state of
 * the index, not the notes about either, and so not the tokens used, which count the notes, nor what
 * they leave to the sections. Scores and explanations stay out because logarithms may differ in the
 * last bit between engines; the order they gave is in.
 */
export function bundleHashInput(bundle: UnhashedBundle): string {
  const { version, query, issue, retry, signals, outcomes, budget, fragments, omitted } = bundle;
  return JSON.stringify({
    version,
    query,
    issue,
    retry,
    signals,
    outcomes,
    budget: { limit: budget.limit, estimator: budget.estimator },
    fragments: fragments.map((fragment) => ({
      rank: fragment.rank,
      source: fragment.source,
      kind: fragment.location?.kind,
      language: fragment.location?.language,
      symbol: fragment.location?.symbol,
      role: fragment.role,
      position: fragment.position,
      form: fragment.form,
      trust: fragment.trust,
      tokens: fragment.tokens,
      text: fragment.text,
      remark: fragment.remark,
    })),
    omitted: omitted.map(({ source, tokens, reason }) => ({ source, tokens, reason })),
  });
}
