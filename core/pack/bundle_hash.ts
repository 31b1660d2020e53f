import type { UnhashedBundle } from "./bundle.ts";

/**
 * Returns the text whose SHA-256 identifies a bundle: JSON of the request with the shown and
 * omitted candidates.
 *
 * It contains nothing that varies with the machine or the time. It omits the root, the state of the
 * index, and the notes about these. It therefore also omits the used tokens, which include the
 * notes, and the remaining tokens of the sections. Scores and explanations are omitted, as
 * logarithms may differ in the last bit between engines; their order is included.
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
