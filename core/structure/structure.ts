import type { FileLines } from "../fragment/mod.ts";
import type { SymbolKind } from "../outline/mod.ts";
import type { BundleIndex, Note } from "../pack/mod.ts";
import type { TokenEstimatorName } from "../text/mod.ts";

/**
 * Kinds of questions about the structure of a tree:
 * - `map`: its most central definitions;
 * - `outline`: the definitions of some files;
 * - `callers`, `callees`: the definitions that call a definition, and those that it calls;
 * - `tests`: the tests that exercise a definition, or the definitions that a change touches;
 * - `impact`: the definitions that depend on definitions, or on those that a change touches,
 * directly and through others;
 * - `paths`: the calls by which one definition leads to another;
 * - `related`: definitions that are similar to the definition at a line, or have changed together
 *   with it.
 */
export type StructureKind = (typeof STRUCTURE_KINDS)[number];

/** All kinds of questions about structure. */
export const STRUCTURE_KINDS = [
  "map",
  "outline",
  "callers",
  "callees",
  "tests",
  "impact",
  "paths",
  "related",
] as const;

/**
 * Certainty that a use refers to a definition: it was resolved; no other definition has the name,
 * or the receiver is named like its type; or only the name is known.
 */
export type Certainty = "certain" | "likely" | "name only";

/** All degrees of certainty, the most certain first. */
export const CERTAINTIES: readonly Certainty[] = ["certain", "likely", "name only"];

/**
 * Definition that answers a question about structure, or code outside of any definition that does.
 */
export interface StructureEntry extends FileLines {
  /** Lower-case language name. */
  readonly language: string;
  /** Kind of the definition; absent outside of any. */
  readonly kind?: SymbolKind;
  /** Name with its container, dotted; absent outside of any definition. */
  readonly symbol?: string;
  /**
   * Head of the definition on one line, in a map its name; outside of any definition the most
   * relevant line.
   */
  readonly signature: string;
  /** Reasons why it is an answer, when they are not the same for all. */
  readonly reasons: readonly string[];
  /** Certainty of a caller or a callee. */
  readonly certainty?: Certainty;
  /**
   * Lines of the calls or uses in it, 1-based and ascending; for a callee the lines in its caller.
   */
  readonly lines?: readonly number[];
  /**
   * Number of calls between it and the requested definition: 1 for a direct caller, 0 for a
   * definition that a change touched.
   */
  readonly depth?: number;
  /** True for test code among the dependents of a definition. */
  readonly isTest?: boolean;
}

/** Answer to a question about structure. */
export interface Structure {
  /** Kind of the question. */
  readonly kind: StructureKind;
  /** Requested targets, as written; empty for the map of a whole tree. */
  readonly targets: readonly string[];
  /** Requested definition, when there is exactly one. */
  readonly subject?: StructureEntry;
  /** State of the index that answered. */
  readonly index: BundleIndex;
  /** Maximum and actual cost of the text, in tokens. */
  readonly budget: {
    readonly limit: number;
    readonly used: number;
    readonly estimator: TokenEstimatorName;
  };
  /** Definitions that fit the budget: grouped by file, the best file first, in line order. */
  readonly definitions: readonly StructureEntry[];
  /** Number of further definitions that did not fit. */
  readonly omitted: number;
  /** Text of the definitions for people and models; its cost is in `budget`. */
  readonly text: string;
  /** Further remarks about the answer. */
  readonly notes: readonly Note[];
}

/** Returns the name of a definition's container, dotted when nested; empty at the top level. */
export function containerOf(
  { kind, symbol = "" }: Pick<StructureEntry, "kind" | "symbol">,
): string {
  // The dots of a heading belong to its words.
  return kind === "heading" ? "" : symbol.slice(0, Math.max(0, symbol.lastIndexOf(".")));
}
