import type { LexicalScorer } from "./lexical_scorer.ts";

/** A symbol that a query names, as index terms. */
export interface NamedSymbol {
  /** Its own name. */
  readonly term: string;
  /** The name that it is in. */
  readonly container?: string | undefined;
  /** From above 0 to 1: how likely the query is about it. */
  readonly weight: number;
}

/** Symbols that are looked up: those of the greatest weight; each costs a posting list. */
const MAX_SYMBOLS = 8;

/**
 * Returns how likely a query is about what each chunk defines, at most 1; other chunks are left out.
 *
 * The chunks of a class all have its name among their symbols, as members are in it; what defines it
 * is the first of them in its file.
 *
 * @param symbols The weightiest first.
 */
export function definitionEvidence(
  scorer: Pick<LexicalScorer, "listNamedChunks">,
  symbols: readonly NamedSymbol[],
): ReadonlyMap<number, number> {
  const evidence = new Map<number, number>();
  for (const { term, container, weight } of symbols.slice(0, MAX_SYMBOLS)) {
    const named = scorer.listNamedChunks(term);
    const within = new Set(
      container === undefined ? [] : scorer.listNamedChunks(container).map(({ chunk }) => chunk),
    );
    const first = new Map<number, number>();
    // Another class of the file may have a member of the same name.
    for (const { chunk, file } of named) {
      if (within.has(chunk) && !first.has(file)) first.set(file, chunk);
    }
    for (const { chunk, file } of named) if (!first.has(file)) first.set(file, chunk);
    for (const chunk of first.values()) {
      evidence.set(chunk, Math.max(evidence.get(chunk) ?? 0, weight));
    }
  }
  return evidence;
}
