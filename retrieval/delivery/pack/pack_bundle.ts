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
import { openPieceCounter } from "@dossier/core/text";
import { openEstimator } from "./open_estimator.ts";
import { openTextRenderer } from "../prompt/open_renderer.ts";
import type { Holdings } from "../state/holdings.ts";
import { loadMaskSections, maskValue, mayShowSecret, noteMasked } from "../../secrets/mod.ts";
import { BoundedMap, textHash } from "../../machine/mod.ts";

/**
 * Tokens of a bundle by default. The files that hold the answer are among the first 4,000 tokens of
 * ranked chunks for 98.8 % of the queries of semble's benchmark, and for 92.3 % among the first
 * 1,000; beyond that a reader mostly gets what is beside the point.
 */
export const DEFAULT_BUDGET_TOKENS = 4000;

/** How a bundle is paid for and written. */
export interface PaymentOptions {
  /** Most tokens of the rendered text: a whole number of at least 0. @default 4000 */
  readonly budget?: number | undefined;
  /**
   * Most tokens that the rendered text may cost where it is sent as JSON, by `countSent()` of core: what
   * would be cut on its way is then omitted, and not recorded as given. @default no limit
   */
  readonly maxSent?: number | undefined;
  /** How tokens are counted. @default "piece" */
  readonly estimator?: TokenEstimatorName | undefined;
  /** The rendering that the budget is for. @default "markdown" */
  readonly format?: RenderFormat | undefined;
  /** Whether shown lines have their numbers in front of them, which cost tokens. @default false */
  readonly numbers?: boolean | undefined;
}

/** Returns what a bundle may cost, by whose count, and in which words. */
export async function openPayment(
  { budget = DEFAULT_BUDGET_TOKENS, maxSent, estimator = "piece", format = "markdown", numbers }:
    PaymentOptions,
  root: string,
): Promise<Pick<AssembleOptions, "limit" | "maxSent" | "estimator" | "renderer">> {
  return {
    limit: budget,
    ...(maxSent === undefined ? {} : { maxSent }),
    estimator: rememberCounts(await openEstimator(estimator)),
    // JSON says where each passage begins.
    renderer: await openTextRenderer(format, root, { numbers: numbers && format !== "json" }),
  };
}

/** Characters of the texts whose tokens are known, in UTF-16 units: some bundles of the default budget. */
const MAX_COUNTED_LENGTH = 4 * 1024 * 1024;

/** The tokens of texts, by the estimator that counted them. */
const COUNTS = new Map<
  TokenEstimatorName,
  BoundedMap<string, { readonly tokens: number; readonly length: number }>
>();

/**
 * Returns an estimator that counts a text once: a block is counted where it is offered, where it is packed, and for
 * every question that it is offered to.
 */
function rememberCounts({ name, count: given }: TokenEstimator): TokenEstimator {
  // A passage that grows has most of its paragraphs from before; they are forgotten with the request.
  const count = name === "piece" ? openPieceCounter() : given;
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

/** What {@link packBundle} needs next to the candidates. */
export interface PackBundleOptions extends AssembleOptions {
  /** Says what the session of the bundle holds; absent without a session. */
  readonly holdings?: Holdings | undefined;
}

/** Returns the bundle of what the sections hold and the session does not, with its hashes. */
export async function packBundle(
  sections: readonly PackSection[],
  { holdings, ...options }: PackBundleOptions,
): Promise<Bundle> {
  const { omitted = [], notes = [], renderer, estimator } = options;
  const cost = passageCost(renderer, estimator);
  const fresh = holdings === undefined
    ? { sections, omitted: [], notes: [] }
    : await (await import("../record/drop_held.ts")).dropHeld(sections, { holdings, cost });
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

/** Returns the bundle with notes about files in it that are not UTF-8. */
async function assembleWithEncodings(
  sections: readonly PackSection[],
  options: AssembleOptions,
): Promise<UnhashedBundle> {
  const bundle = await assembleMasked(sections, options);
  const passages = sections.flatMap(({ candidates }) => candidates).filter(isPassage);
  if (passages.every(({ document }) => document.encoding === undefined)) return bundle;
  // Imported only here: nearly all files are UTF-8.
  const { noteEncodings } = await import("./note_encodings.ts");
  const told = noteEncodings(bundle.fragments, passages);
  if (told.length === 0) return bundle;
  return await assembleMasked(sections, { ...options, notes: [...options.notes ?? [], ...told] });
}

/**
 * Returns the bundle without secrets. Only what it shows is looked at: when there is one in it or right
 * beside it, all candidates are masked and it is packed again, as a mask costs other tokens than what it
 * hides.
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
  // Imported only here: few fragments look as if they held one.
  const maskSections = await loadMaskSections();
  const masked = await maskSections(sections);
  const shown = assembleBundle(masked.sections, options);
  const files = new Set(
    masked.sections.flatMap(({ candidates }) => candidates).filter(isPassage)
      .filter(({ document }) => document.masked !== undefined).map(({ path }) => path),
  );
  const told = noteMasked(shown.fragments, { files, notes: masked.notes });
  if (told.length === 0) return shown;
  return assembleBundle(masked.sections, { ...options, notes: [...words.notes, ...told] });
}
