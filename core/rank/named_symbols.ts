import type { NamedSymbolEvidence, PoolFile } from "./evidence.ts";
import type { AnalyzedQuery, NamedSymbol } from "./analyzed_query.ts";
import { createLabelMatcher, LABEL_MATCH } from "./name_match.ts";

/**
 * Maximum number of symbols that are looked up, highest weight first; each takes a posting list.
 */
const MAX_SYMBOLS = 8;

/** Number of a chunk, and number of its file. */
export interface NumberedChunk {
  readonly chunk: number;
  readonly file: number;
}

/** Lookups and options of {@link namedSymbolEvidence}. */
interface NamedSymbolOptions {
  /**
   * Returns the chunks that define a name with this term, or are inside such a definition, in
   * order.
   */
  readonly listNamedChunks: (term: string) => readonly NumberedChunk[];
  /** Returns true when a file may be a result; all may without it. */
  readonly isInPool?: (file: number) => boolean;
  /** Returns the label of a chunk; no chunk has one without it. */
  readonly labelOf?: (chunk: number) => string;
  /**
   * True when the query is a question: then the name of a class means the class itself.
   *
   * @default false
   */
  readonly isQuestion?: boolean;
}

/**
 * Returns the likelihood that a query is about the definitions of each chunk, at most 1; without
 * other chunks.
 *
 * All chunks of a class have its name among their symbols, because members are inside the class. So
 * do chunks whose own name contains the name of the class. For a question, the chunk with the name
 * as its label is chosen; an exact label precedes other spellings. Otherwise the first such chunk
 * of the file is chosen. A text that names a class seldom means these lines: when they were raised,
 * fewer of the changed lines of issues and commits were found.
 *
 * @param symbols Symbols, highest weight first.
 */
export function namedSymbolEvidence(
  symbols: readonly NamedSymbol[],
  { listNamedChunks, isInPool = () => true, labelOf = () => "", isQuestion = false }:
    NamedSymbolOptions,
): NamedSymbolEvidence {
  const evidence = new Map<number, number>();
  const files = new Map<number, number>();
  const raise = (values: Map<number, number>, key: number, value: number) =>
    values.set(key, Math.max(values.get(key) ?? 0, value));
  for (const symbol of symbols.slice(0, MAX_SYMBOLS)) {
    const { term, container, weight } = symbol;
    const match = createLabelMatcher(symbol);
    const listed = listNamedChunks(term).filter(({ file }) => isInPool(file));
    const within = new Set(
      container === undefined ? [] : listNamedChunks(container).map(({ chunk }) => chunk),
    );
    for (const [file, named] of Map.groupBy(listed, ({ file }) => file)) {
      const matches = named.map(({ chunk }) =>
        isQuestion ? match(labelOf(chunk)) : LABEL_MATCH.none
      );
      const best = matches.reduce((a, b) => Math.max(a, b), LABEL_MATCH.none);
      const isExact = best >= LABEL_MATCH.end;
      if (isExact) raise(files, file, weight);
      const chunks = named.filter((_, i) => matches[i] === best);
      // Another class of the file may have a member of the same name.
      const members = isExact ? [] : chunks.filter(({ chunk }) => within.has(chunk));
      const [first, second] = members.length > 0 ? members : chunks;
      if (first === undefined || (second !== undefined && !isQuestion)) continue;
      raise(evidence, first.chunk, weight);
    }
  }
  return { chunks: evidence, files };
}

/**
 * Returns a function that returns the certainty with which a file defines a symbol of a query. The
 * labels of the file's chunks are used. Its definitions are used too, unless the query is only a
 * symbol that is the label of a chunk.
 *
 * @param labelled See {@link NamedSymbolEvidence.files}.
 */
export function createSymbolScorer(
  labelled: ReadonlyMap<number, number> | undefined,
  { isSymbol, matchSymbols = () => 0 }: AnalyzedQuery,
): (file: PoolFile) => number {
  const isFound = isSymbol && labelled !== undefined && labelled.size > 0;
  return (file) => Math.max(labelled?.get(file.file) ?? 0, isFound ? 0 : matchSymbols(file));
}
