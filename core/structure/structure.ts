import type { FileLines } from "../fragment/mod.ts";
import type { SymbolKind } from "../outline/mod.ts";
import type { BundleIndex, Note } from "../pack/mod.ts";
import type { TokenEstimatorName } from "../text/mod.ts";

/**
 * What may be asked about the structure of a tree:
 * - `map`: which of its definitions are the most central;
 * - `outline`: what some files define;
 * - `callers`, `callees`: what calls a definition, and what it calls;
 * - `tests`: which tests exercise a definition, or what a change touches;
 * - `impact`: what depends on definitions, or on what a change touches, directly and through others;
 * - `paths`: by which calls one definition leads to another;
 * - `related`: what is like the definition at a line, or has changed with it.
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
 * How sure it is that a use means a definition: it was resolved; no other definition goes by the name, or the receiver
 * is called as its type is; or no more is known than the name.
 */
export type Certainty = "certain" | "likely" | "name only";

/** All degrees, the surest first. */
export const CERTAINTIES: readonly Certainty[] = ["certain", "likely", "name only"];

/** A definition that answers a question about structure, or code outside of any that does. */
export interface StructureEntry extends FileLines {
  /** Lower-case language name. */
  readonly language: string;
  /** What sort of definition it is; absent outside of any. */
  readonly kind?: SymbolKind;
  /** Its name with what it is in, dotted; absent outside of any. */
  readonly symbol?: string;
  /** Its head on one line, in a map its name; outside of any definition the line that says the most. */
  readonly signature: string;
  /** Why it is an answer, where that is not the same for all. */
  readonly reasons: readonly string[];
  /** How sure it is, of what calls or is called. */
  readonly certainty?: Certainty;
  /** The lines of the calls or uses in it, 1-based and ascending; of a callee those in what calls it. */
  readonly lines?: readonly number[];
  /** Calls between it and what was asked about: 1 for a direct caller, 0 for what a change touched. */
  readonly depth?: number;
  /** Whether it is test code, of what depends on a definition. */
  readonly isTest?: boolean;
}

/** An answer to a question about structure. */
export interface Structure {
  /** The question. */
  readonly kind: StructureKind;
  /** What was asked about, as it was written; none for the map of a whole tree. */
  readonly targets: readonly string[];
  /** The definition that was asked about, where it is one. */
  readonly subject?: StructureEntry;
  /** The state of the index that answered. */
  readonly index: BundleIndex;
  /** What the text may cost and does, in tokens. */
  readonly budget: {
    readonly limit: number;
    readonly used: number;
    readonly estimator: TokenEstimatorName;
  };
  /** The definitions that fit the budget: file by file, the best file first, in line order. */
  readonly definitions: readonly StructureEntry[];
  /** How many further definitions did not fit. */
  readonly omitted: number;
  /** The definitions in lines for people and models; it costs what the budget says. */
  readonly text: string;
  /** What there is to say besides. */
  readonly notes: readonly Note[];
}

/** Returns the name of what a definition is in, dotted when nested; empty at the top. */
export function containerOf(
  { kind, symbol = "" }: Pick<StructureEntry, "kind" | "symbol">,
): string {
  // The dots of a heading are those of its words.
  return kind === "heading" ? "" : symbol.slice(0, Math.max(0, symbol.lastIndexOf(".")));
}
