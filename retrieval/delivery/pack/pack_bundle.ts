import type {
  Bundle,
  RenderFormat,
  TokenEstimator,
  TokenEstimatorName,
  UnhashedBundle,
  UnhashedFragment,
} from "@dossier/core";
import { isPassage } from "@dossier/core/fragment";
import { bundleHashInput, type PackSection } from "@dossier/core/pack";
import { assembleBundle, type AssembleOptions, passageCost } from "@dossier/core/render";
import { createTokenEstimateCache } from "@dossier/core/text";
import { openEstimator } from "./open_estimator.ts";
import { openTextRenderer } from "../prompt/open_renderer.ts";
import type { Holdings } from "../state/holdings.ts";
import { loadMaskSections, maskValue, mayShowSecret, noteMasked } from "../../secrets/mod.ts";
import { BoundedMap, textHash } from "../../machine/mod.ts";

/**
 * Default number of tokens of a bundle. The files with the answer are among the first 4,000 tokens
 * of ranked chunks for 98.8 % of the queries of semble's benchmark, and among the first 1,000 for
 * 92.3 %. Further tokens are mostly irrelevant.
 */
export const DEFAULT_BUDGET_TOKENS = 4000;

/** Limits and format of a bundle. */
export interface PackingOptions {
  /** Maximum number of tokens of the rendered text: a whole number of at least 0. @default 4000 */
  readonly budget?: number | undefined;
  /**
   * Maximum number of tokens of the rendered text when it is sent as JSON, by `estimateMaxJsonTokens()` of
   * core. Text that would be cut on the way is omitted, and is not recorded as delivered. @default
   * no limit
   */
  readonly maxSent?: number | undefined;
  /** Estimator that counts tokens. @default "piece" */
  readonly estimator?: TokenEstimatorName | undefined;
  /** Format of the rendered text, whose tokens count towards the budget. @default "markdown" */
  readonly format?: RenderFormat | undefined;
  /** True when shown lines begin with their numbers, which cost tokens. @default false */
  readonly numbers?: boolean | undefined;
}

/** Returns the limits of a bundle, with its estimator and its renderer. */
export async function openPackingOptions(
  { budget = DEFAULT_BUDGET_TOKENS, maxSent, estimator = "piece", format = "markdown", numbers }:
    PackingOptions,
  root: string,
): Promise<Pick<AssembleOptions, "limit" | "maxSent" | "estimator" | "renderer">> {
  return {
    limit: budget,
    ...(maxSent === undefined ? {} : { maxSent }),
    estimator: cacheCounts(await openEstimator(estimator)),
    // JSON has a field with the first line of each passage.
    renderer: await openTextRenderer(format, root, { numbers: numbers && format !== "json" }),
  };
}

/**
 * Maximum total length of texts with cached token counts, in UTF-16 units: several bundles of the
 * default budget.
 */
const MAX_COUNTED_LENGTH = 4 * 1024 * 1024;

/** Token counts of texts, by the name of the estimator. */
const COUNTS = new Map<
  TokenEstimatorName,
  BoundedMap<string, { readonly tokens: number; readonly length: number }>
>();

/**
 * Returns an estimator that counts each text once. Without a cache a block would be counted for
 * every question, and twice: as a candidate and when it is packed.
 */
function cacheCounts({ name, count: uncached }: TokenEstimator): TokenEstimator {
  // While a passage is extended, most of its paragraphs stay the same, so their counts are cached
  // too, until the end of the request.
  const count = name === "piece" ? createTokenEstimateCache() : uncached;
  const known = COUNTS.getOrInsertComputed(
    name,
    () => new BoundedMap({ limit: MAX_COUNTED_LENGTH, sizeOf: ({ length }) => length + 1 }),
  );
  return {
    name,
    count(text) {
      const found = known.get(text);
      if (found !== undefined) return found.tokens;
      const tokens = count(text);
      known.set(text, { tokens, length: text.length });
      return tokens;
    },
  };
}

/** Options of {@link packBundle}. */
export interface PackBundleOptions extends AssembleOptions {
  /** Passages that the session already has. @default the bundle has no session */
  readonly holdings?: Holdings | undefined;
}

/** Returns the bundle of the candidates that the session does not have yet, with its hashes. */
export async function packBundle(
  sections: readonly PackSection[],
  { holdings, ...options }: PackBundleOptions,
): Promise<Bundle> {
  const { omitted = [], notes = [], renderer, estimator } = options;
  const cost = passageCost(renderer, estimator);
  const fresh = holdings === undefined
    ? { sections, omitted: [], notes: [] }
    : await (await import("../record/omit_held.ts")).omitHeld(sections, { holdings, cost });
  const bundle = await assembleWithEncodings(fresh.sections, {
    ...options,
    omitted: [...fresh.omitted, ...omitted],
    notes: [...fresh.notes, ...notes],
  });
  const fragments = await Promise.all(
    bundle.fragments.map(async (fragment) => ({
      ...fragment,
      hash: await textHash(fragment.text),
    })),
  );
  return { ...bundle, fragments, hash: await textHash(bundleHashInput(bundle)) };
}

/** Returns the bundle, with notes about its files that are not UTF-8. */
async function assembleWithEncodings(
  sections: readonly PackSection[],
  options: AssembleOptions,
): Promise<UnhashedBundle> {
  const bundle = await assembleMasked(sections, options);
  const passages = sections.flatMap(({ candidates }) => candidates).filter(isPassage);
  if (passages.every(({ document }) => document.encoding === undefined)) return bundle;
  // Imported only here: nearly all files are UTF-8.
  const { noteEncodings } = await import("./note_encodings.ts");
  const encodingNotes = noteEncodings(bundle.fragments, passages);
  if (encodingNotes.length === 0) return bundle;
  return await assembleMasked(sections, {
    ...options,
    notes: [...options.notes ?? [], ...encodingNotes],
  });
}

/**
 * Returns the bundle without secrets. Only the shown text is searched. When a secret is in it or
 * right beside it, all candidates are masked and packed again, because a mask costs a different
 * number of tokens than the secret.
 */
async function assembleMasked(
  sections: readonly PackSection[],
  given: AssembleOptions,
): Promise<UnhashedBundle> {
  const { query, question, names, profile, issue, outcomes, commands, notes = [] } = given;
  const words = await maskValue({
    query,
    question,
    names,
    profile,
    issue,
    outcomes,
    commands,
    notes,
  });
  const options = { ...given, ...words } as AssembleOptions;
  const bundle = assembleBundle(sections, options);
  const passages = sections.flatMap(({ candidates }) => candidates).filter(isPassage);
  const byPath = Map.groupBy(passages, ({ path }) => path);
  const isSuspicious = (fragment: UnhashedFragment) => {
    const path = fragment.location?.path;
    const cutFrom = path === undefined ? [] : byPath.get(path) ?? [];
    return mayShowSecret(fragment, [...new Set(cutFrom.map(({ document }) => document))]);
  };
  if (!bundle.fragments.some(isSuspicious)) return bundle;
  // Imported only here: few fragments look as if they contain a secret.
  const maskSections = await loadMaskSections();
  const masked = await maskSections(sections);
  const shown = assembleBundle(masked.sections, options);
  const files = new Set(
    masked.sections.flatMap(({ candidates }) => candidates).filter(isPassage)
      .filter(({ document }) => document.masked !== undefined).map(({ path }) => path),
  );
  const maskNotes = noteMasked(shown.fragments, { files, notes: masked.notes });
  if (maskNotes.length === 0) return shown;
  return assembleBundle(masked.sections, { ...options, notes: [...words.notes, ...maskNotes] });
}
