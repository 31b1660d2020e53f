import { ContextError, type CoreErrorCode } from "../errors.ts";
import type { UnhashedFragment } from "../fragment/fragment.ts";
import {
  type Bundle,
  BUNDLE_VERSION,
  type Note,
  type Omission,
  type UnhashedBundle,
} from "../pack/bundle.ts";
import { estimateMaxJsonTokens } from "../text/estimate_max_tokens.ts";
import { type PackedSections, packSections } from "../pack/pack_sections.ts";
import { omitFragment, type PackSection } from "../pack/section.ts";
import { trimOutlines } from "../pack/trim_outlines.ts";
import { removeRedundantOmissions } from "../pack/remove_redundant_omissions.ts";
import { omitUndefined } from "../text/omit_undefined.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";
import { type CompletedPlan, completePlan, type TaskPlan } from "../plan/plan_task.ts";
import { fitsBudget } from "./fit_footer.ts";
import { listFittingNames } from "./format_names.ts";
import { createLongestShortageNote, createShortageNote, splitNotes } from "./shortage_note.ts";
import type { TextRenderer } from "./renderer.ts";

/** Optional fields of a bundle that are passed through. */
type PassedFields = {
  readonly [
    Key in
      | "issue"
      | "question"
      | "names"
      | "profile"
      | "session"
      | "retry"
      | "signals"
      | "commands"
      | "repositories"
  ]?:
    | Bundle[Key]
    | undefined;
};

/** Options of {@link assembleBundle} besides the candidates. */
export interface AssembleOptions
  extends Pick<Bundle, "query" | "root" | "index" | "outcomes">, PassedFields {
  /** Tokens available for the rendered text: a whole number >= 0. */
  readonly limit: number;
  /** Maximum tokens of the rendered text as it is sent; see `BundleBudget`. @default no limit */
  readonly maxSent?: number | undefined;
  /** Estimator of tokens; the bundle names it. */
  readonly estimator: TokenEstimator;
  /** Renderer of the text that the budget is for; see `findTextRenderer()`. */
  readonly renderer: TextRenderer;
  /** Planned size of a task's bundle; the bundle states the actual size. */
  readonly plan?: TaskPlan;
  /** Notes of the bundle. @default none */
  readonly notes?: readonly Note[];
  /** Candidates omitted before packing, listed after the others. @default none */
  readonly omitted?: readonly Omission[];
}

/**
 * Chooses fragments so that the rendered bundle never costs more than its budget.
 *
 * Fragments are packed by the cost of their own blocks. A tokenizer may count the whole a little
 * higher than its parts. So the text is then rendered and counted, and the last fragment is omitted
 * until the text fits. Named fragments are not omitted: they are packed again into fewer tokens.
 * When the text as it is sent costs too much, all fragments are packed again.
 *
 * @param sections Sections to choose from; each is packed before the next. A plain query has one.
 * @throws {ContextError} `invalid-budget` when the limit is not a whole number >= 0.
 */
export function assembleBundle(
  sections: readonly PackSection[],
  options: AssembleOptions,
): UnhashedBundle {
  const { query, root, limit, maxSent, renderer, estimator, index } = options;
  const { notes = [], omitted = [] } = options;
  const { issue, plan, question, names, profile, session, retry, signals } = options;
  const { commands, outcomes, repositories } = options;
  checkLimit(limit);
  const bundleOf = (
    { fragments, omitted: leftOut, sections }: Omit<PackedSections, "named">,
    bundleNotes: readonly Note[],
  ): UnhashedBundle => ({
    version: BUNDLE_VERSION,
    query,
    ...omitUndefined({
      issue,
      question,
      names,
      profile,
      session,
      retry,
      signals,
      commands,
      outcomes,
    }),
    root,
    ...omitUndefined({ repositories }),
    budget: { limit, used: 0, estimator: estimator.name, ...omitUndefined({ maxSent }) },
    index,
    sections,
    fragments,
    omitted: removeRedundantOmissions([...leftOut, ...omitted], fragments),
    notes: bundleNotes,
  });

  const cost = (fragment: UnhashedFragment) => estimator.count(renderer.renderFragment(fragment));

  /** Returns the bundle that fits a number of tokens, and its text. */
  const packInto = (tokens: number): { readonly bundle: UnhashedBundle; readonly text: string } => {
    for (let left = tokens;;) {
      const packed = packSections(sections, { limit: left, cost });
      let over = 0;
      for (let shown = packed.fragments.length; shown >= packed.named; shown--) {
        const kept = trimOutlines(keepFirst(packed, shown), cost);
        const shortage = createShortageNote(sections, kept.fragments);
        const bundle = bundleOf(kept, shortage === undefined ? notes : [shortage, ...notes]);
        const text = renderer.render(bundle, estimator);
        over = estimator.count(text) - limit;
        if (over <= 0) return { bundle, text };
      }
      // Named fragments are not dropped, but packed into fewer tokens.
      left -= Math.max(1, over);
    }
  };

  const frameOf = (bundleNotes: readonly Note[]) =>
    estimator.count(
      renderer.render({ ...bundleOf(NO_FRAGMENTS, bundleNotes), omitted: [] }, estimator),
    );
  const { ofManifest } = splitNotes(notes);
  const messages = ofManifest.map(({ message }) => message);
  // Tokens are reserved for these; further ones are shown when tokens remain.
  const important = ofManifest.slice(0, listFittingNames(messages, { limit, estimator }).length);
  let { bundle, text } = packInto(limit - frameOf(important));
  const shortage = createLongestShortageNote(sections);
  if (shortage !== undefined && bundle.notes[0]?.code === shortage.code) {
    ({ bundle, text } = packInto(limit - frameOf([shortage, ...important])));
  }
  // A text may be cheap by the estimator and dear as it is sent: then less is packed, in proportion.
  while (bundle.fragments.length > 0 && !fitsBudget(text, bundle.budget, estimator)) {
    const tokens = bundle.fragments.reduce((total, fragment) => total + fragment.tokens, 0);
    const share = bundle.budget.maxSent! / estimateMaxJsonTokens(text);
    ({ bundle, text } = packInto(Math.floor(tokens * share)));
  }
  const spent = { ...bundle, budget: { ...bundle.budget, used: estimator.count(text) } };
  return plan === undefined ? spent : { ...spent, plan: completeTaskPlan(plan, spent) };
}

function completeTaskPlan(plan: TaskPlan, { fragments, budget }: UnhashedBundle): CompletedPlan {
  const documents = fragments.filter(({ role }) => role === "document");
  const documentTokens = documents.reduce((total, { tokens }) => total + tokens, 0);
  return completePlan(plan, { documentTokens, promptTokens: budget.used });
}

const NO_FRAGMENTS: Omit<PackedSections, "named"> = { fragments: [], omitted: [], sections: [] };

/** Returns packed fragments without those after the first `count`. */
function keepFirst(packed: PackedSections, count: number): Omit<PackedSections, "named"> {
  const fragments = packed.fragments.slice(0, count);
  const dropped = packed.fragments.slice(count).map((fragment) => omitFragment(fragment, "budget"));
  let start = 0;
  const sections = packed.sections.map((section) => {
    const own = fragments.slice(start, start += section.fragments);
    const used = own.reduce((total, { tokens }) => total + tokens, 0);
    return { ...section, used, fragments: own.length };
  });
  return { fragments, omitted: [...dropped, ...packed.omitted], sections };
}

function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 0) return;
  throw new ContextError<CoreErrorCode>(
    "invalid-budget",
    `Cannot pack passages as the budget must be a whole number >= 0: current value is ${limit}`,
  );
}
