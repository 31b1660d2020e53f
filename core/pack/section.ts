import { type FragmentCandidate, isPassage } from "../fragment/candidate.ts";
import {
  type FileLines,
  fileSource,
  type FragmentPosition,
  type UnhashedFragment,
} from "../fragment/fragment.ts";
import type { Quotas } from "../rank/quotas.ts";
import type { Omission, PackingRule } from "./bundle.ts";

/** Share of a bundle that is left to the code, whatever a project declares: the rest is for all of that together. */
export const CODE_SHARE = 1 / 2;

/** Candidates that compete with each other, and what they may take of a bundle. */
export interface PackSection {
  /** Which source of context it is of. */
  readonly name: string;
  /** Where its fragments belong in a prompt. @default "before" */
  readonly position?: FragmentPosition;
  /** How it chooses. @default "ranked" */
  readonly rule?: PackingRule;
  /** Best first. */
  readonly candidates: readonly FragmentCandidate[];
  /**
   * Most tokens of the section, or the share of those of all sections that it may take.
   *
   * @default what the sections before it leave
   */
  readonly limit?: number | { readonly share: number };
  /** Share of the tokens of all sections that it leaves to those behind it. @default nothing */
  readonly reserve?: { readonly share: number };
  /** Whether it leaves out lines of a file of which sections before it show anything. @default false */
  readonly excludesShownFiles?: boolean;
  /**
   * Whether a `skip-and-continue` section that has shown nothing yet shows the beginning of what does not fit, cut
   * behind a line.
   *
   * @default false
   */
  readonly cutsFirst?: boolean;
  /** Most fragments of a `ranked` or `best-value` section, which may depend on those of the sections before it. */
  readonly maxPassages?: number | ((shown: readonly UnhashedFragment[]) => number);
  /** Share of the best score that a candidate of a ranked section needs. @default .4 */
  readonly relevanceFloor?: number;
  /**
   * What each of several repositories may take of the limit of a `best-value` section, in tokens; the paths of the
   * candidates begin with their names then. What is left when nobody else has anything to show is for all.
   *
   * @default whatever it takes
   */
  readonly quotas?: Quotas;
  /** How likely a candidate of a `best-value` section must be needed. @default as for a normal appetite */
  readonly needThreshold?: number;
  /** What candidates are compared with, when better ones have been taken out. @default the best */
  readonly bestScore?: number;
  /**
   * Whether somebody named the candidates of a ranked section, so that none goes missing while there is
   * room for its name: what does not fit, or says the same as another file, is at least named.
   *
   * @default false
   */
  readonly isNamed?: boolean;
}

/**
 * Returns what a fragment costs when it is rendered, which may be a fraction; its own `rank` and
 * `tokens` are not known yet.
 */
export type FragmentCost = (fragment: UnhashedFragment) => number;

/** What a packing rule goes by. */
export interface RuleOptions {
  /** Tokens that the section may take. */
  readonly limit: number;
  readonly cost: FragmentCost;
}

/** What a packing rule chose, and what it did not. */
export interface Packed {
  /** In the order of their best candidates, ranks from 1. */
  readonly fragments: readonly UnhashedFragment[];
  /** Candidates that no fragment covers, in the order given. */
  readonly omitted: readonly Omission[];
}

/** Returns lines of a file as an omission, its cost rounded up. */
export function omitLines(
  { path, startLine, endLine }: FileLines,
  { tokens, reason }: Pick<Omission, "tokens" | "reason">,
): Omission {
  const location = { path, startLine, endLine };
  return { source: fileSource(location), location, tokens: Math.ceil(tokens), reason };
}

/** Returns a candidate as an omission, its cost rounded up. */
export function omitCandidate(
  candidate: FragmentCandidate,
  { tokens, reason }: Pick<Omission, "tokens" | "reason">,
): Omission {
  if (isPassage(candidate)) return omitLines(candidate, { tokens, reason });
  return { source: candidate.source, tokens: Math.ceil(tokens), reason };
}

/** Returns a fragment that is left out after all as an omission. */
export function omitFragment(
  { source, location, tokens }: UnhashedFragment,
  reason: Omission["reason"],
): Omission {
  return location === undefined
    ? { source, tokens, reason }
    : omitLines(location, { tokens, reason });
}

/** Returns chosen fragments with their ranks, and their costs rounded up. */
export function rankFragments(fragments: readonly UnhashedFragment[]): UnhashedFragment[] {
  return fragments.map((fragment, at) => ({
    ...fragment,
    rank: at + 1,
    tokens: Math.ceil(fragment.tokens),
  }));
}
