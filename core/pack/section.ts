import { type FragmentCandidate, isPassage } from "../fragment/candidate.ts";
import {
  type FileLines,
  fileSource,
  type FragmentPosition,
  type UnhashedFragment,
} from "../fragment/fragment.ts";
import type { Quotas } from "../rank/quotas.ts";
import type { Omission, PackingRule } from "./bundle.ts";

/**
 * Share of a bundle that is reserved for code, regardless of the project's declarations, which
 * together get the rest.
 */
export const CODE_SHARE = 1 / 2;

/** Candidates that compete with each other, and their limits. */
export interface PackSection {
  /** Context source of the section. */
  readonly name: string;
  /** Position of its fragments in a prompt. @default "before" */
  readonly position?: FragmentPosition;
  /** Rule of the choice. @default "ranked" */
  readonly rule?: PackingRule;
  /** Candidates, best first. */
  readonly candidates: readonly FragmentCandidate[];
  /**
   * Maximum number of tokens of the section, or its maximum share of the tokens of all sections.
   *
   * @default the tokens that the sections before it leave
   */
  readonly limit?: number | { readonly share: number };
  /** Share of the tokens of all sections that is reserved for later sections. @default nothing */
  readonly reserve?: { readonly share: number };
  /**
   * True to omit all lines of files that earlier sections already show, even in part. @default
   * false
   */
  readonly excludesShownFiles?: boolean;
  /**
   * True when a `skip-and-continue` section without fragments shows the beginning of a candidate
   * that does not fit, cut at a line end.
   *
   * @default false
   */
  readonly cutsFirst?: boolean;
  /**
   * Maximum number of fragments of a `ranked` or `best-value` section, which may depend on those of
   * the earlier sections.
   */
  readonly maxPassages?: number | ((shown: readonly UnhashedFragment[]) => number);
  /** Minimum share of the best score for a candidate of a ranked section. @default .4 */
  readonly relevanceFloor?: number;
  /**
   * Shares of several repositories in the limit of a `best-value` section, in tokens. When present,
   * the paths of the candidates begin with the names of the repositories. Tokens that no other
   * repository can use are available to all.
   *
   * @default no quotas
   */
  readonly quotas?: Quotas;
  /**
   * Minimum probability of need of a candidate of a `best-value` section.
   *
   * @default that of a normal appetite
   */
  readonly needThreshold?: number;
  /** Score that candidates are compared with, when better ones were removed. @default the best */
  readonly bestScore?: number;
  /**
   * True when the candidates of a ranked section were named explicitly. Each is then at least named
   * while tokens remain, also when it does not fit or has the same text as another file.
   *
   * @default false
   */
  readonly isNamed?: boolean;
}

/**
 * Returns the cost of a rendered fragment, which may be a fraction; its own `rank` and `tokens` are
 * not known yet.
 */
export type FragmentCost = (fragment: UnhashedFragment) => number;

/** Options of all packing rules. */
export interface RuleOptions {
  /** Maximum number of tokens of the section. */
  readonly limit: number;
  readonly cost: FragmentCost;
}

/** Fragments and omissions of a packing rule. */
export interface Packed {
  /** Fragments in the order of their best candidates, ranks from 1. */
  readonly fragments: readonly UnhashedFragment[];
  /** Candidates that no fragment covers, in the given order. */
  readonly omitted: readonly Omission[];
}

/** Returns the omission of lines of a file, its cost rounded up. */
export function omitLines(
  { path, startLine, endLine }: FileLines,
  { tokens, reason }: Pick<Omission, "tokens" | "reason">,
): Omission {
  const location = { path, startLine, endLine };
  return { source: fileSource(location), location, tokens: Math.ceil(tokens), reason };
}

/** Returns the omission of a candidate, its cost rounded up. */
export function omitCandidate(
  candidate: FragmentCandidate,
  { tokens, reason }: Pick<Omission, "tokens" | "reason">,
): Omission {
  if (isPassage(candidate)) return omitLines(candidate, { tokens, reason });
  return { source: candidate.source, tokens: Math.ceil(tokens), reason };
}

/** Returns the omission of a fragment that is removed again. */
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
