import type { Bundle, BundleIndex, Candidate, Note } from "@dossier/core";
import type { Exclusions } from "@dossier/core/exclude";
import { bundleHashInput, withHash } from "@dossier/core/pack";
import { assembleBundle } from "@dossier/core/render";
import { type ContextOptions, DEFAULT_BUDGET_TOKENS } from "./engine_options.ts";
import { noteChanged } from "./engine_notes.ts";
import { openEstimator } from "./estimate/open_estimator.ts";
import { readPassages } from "./read_passages.ts";
import { textHash } from "./scan/content_hash.ts";

/** What {@link assembleContext} needs next to the candidates. */
export interface AssembleContextOptions
  extends Pick<ContextOptions, "budget" | "estimator" | "format"> {
  /** The task or question as it was given. */
  readonly query: string;
  /** Absolute path of the tree. */
  readonly root: string;
  /** What may not be served. */
  readonly exclusions: Exclusions;
  /** The state of the index. */
  readonly index: BundleIndex;
  /** What else the reader should know. */
  readonly notes: readonly Note[];
}

/** Returns the bundle of a ranking: texts are read, packed into the budget, and hashed. */
export async function assembleContext(
  ranked: readonly Candidate[],
  {
    budget = DEFAULT_BUDGET_TOKENS,
    estimator = "piece",
    format = "markdown",
    query,
    root,
    exclusions,
    index,
    notes,
  }: AssembleContextOptions,
): Promise<Bundle> {
  const { candidates, omitted } = await readPassages(ranked, { root, exclusions });
  const bundle = assembleBundle([{ candidates }], {
    query,
    root,
    limit: budget,
    estimator: await openEstimator(estimator),
    format,
    index,
    notes: [...notes, ...noteChanged(omitted.length)],
    omitted,
  });
  return withHash(bundle, await textHash(bundleHashInput(bundle)));
}
