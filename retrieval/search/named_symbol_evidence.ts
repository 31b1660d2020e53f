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
 * is the first of them in its file. A text that names a class seldom means these lines: of issues and
 * commits fewer found the lines that were changed when they were brought up.
 *
 * @param symbols The weightiest first.
 * @param options.asked Whether the query is a question: then a class is meant as it stands.
 */
export function namedSymbolEvidence(
  scorer: Pick<LexicalScorer, "listNamedChunks">,
  symbols: readonly NamedSymbol[],
  { asked = false }: { readonly asked?: boolean } = {},
): ReadonlyMap<number, number> {
  const evidence = new Map<number, number>();
  for (const { term, container, weight } of symbols.slice(0, MAX_SYMBOLS)) {
    const named = Map.groupBy(scorer.listNamedChunks(term), ({ file }) => file);
    const within = new Set(
      container === undefined ? [] : scorer.listNamedChunks(container).map(({ chunk }) => chunk),
    );
    for (const chunks of named.values()) {
      // Another class of the file may have a member of the same name.
      const members = chunks.filter(({ chunk }) => within.has(chunk));
      const [first, second] = members.length > 0 ? members : chunks;
      if (first === undefined || (second !== undefined && !asked)) continue;
      evidence.set(first.chunk, Math.max(evidence.get(first.chunk) ?? 0, weight));
    }
  }
  return evidence;
}
