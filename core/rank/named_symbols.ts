import type { NamedSymbolEvidence, PoolFile } from "./evidence.ts";
import type { NamedSymbol, QueryReading } from "./query_reading.ts";
import { LABEL_MATCH, openLabelMatcher } from "./name_match.ts";

/** Symbols that are looked up: those of the greatest weight; each costs a posting list. */
const MAX_SYMBOLS = 8;

/** The number of a chunk with that of its file. */
export interface NumberedChunk {
  readonly chunk: number;
  readonly file: number;
}

/** What {@link namedSymbolEvidence} needs beside the symbols. */
interface NamedSymbolOptions {
  /** Returns the chunks that have a term among the names they define or are in, in their order. */
  readonly listNamedChunks: (term: string) => readonly NumberedChunk[];
  /** Returns whether there may be results of a file; of all without it. */
  readonly isInPool?: (file: number) => boolean;
  /** Returns the label of a chunk; none has one without it. */
  readonly labelOf?: (chunk: number) => string;
  /** Whether the query is a question: then a class is meant as it stands. @default false */
  readonly asked?: boolean;
}

/**
 * Returns how likely a query is about what each chunk defines, at most 1; other chunks are left out.
 *
 * The chunks of a class all have its name among their symbols, as members are in it, and so do those of
 * what has the name as a part of its own. For a question the one is meant whose label is the name, letter
 * for letter before other spellings, and else the first of them in its file. A text that names a class seldom
 * means these lines: of issues and commits fewer found the lines that were changed when they were brought up.
 *
 * @param symbols The weightiest first.
 */
export function namedSymbolEvidence(
  symbols: readonly NamedSymbol[],
  { listNamedChunks, isInPool = () => true, labelOf = () => "", asked = false }: NamedSymbolOptions,
): NamedSymbolEvidence {
  const evidence = new Map<number, number>();
  const files = new Map<number, number>();
  const raise = (values: Map<number, number>, key: number, value: number) =>
    values.set(key, Math.max(values.get(key) ?? 0, value));
  for (const symbol of symbols.slice(0, MAX_SYMBOLS)) {
    const { term, container, weight } = symbol;
    const match = openLabelMatcher(symbol);
    const listed = listNamedChunks(term).filter(({ file }) => isInPool(file));
    const within = new Set(
      container === undefined ? [] : listNamedChunks(container).map(({ chunk }) => chunk),
    );
    for (const [file, named] of Map.groupBy(listed, ({ file }) => file)) {
      const matches = named.map(({ chunk }) => asked ? match(labelOf(chunk)) : LABEL_MATCH.none);
      const best = matches.reduce((a, b) => Math.max(a, b), LABEL_MATCH.none);
      const isExact = best >= LABEL_MATCH.end;
      if (isExact) raise(files, file, weight);
      const chunks = named.filter((_, i) => matches[i] === best);
      // Another class of the file may have a member of the same name.
      const members = isExact ? [] : chunks.filter(({ chunk }) => within.has(chunk));
      const [first, second] = members.length > 0 ? members : chunks;
      if (first === undefined || (second !== undefined && !asked)) continue;
      raise(evidence, first.chunk, weight);
    }
  }
  return { chunks: evidence, files };
}

/**
 * Returns a function that says how surely a file defines a symbol of a query: by the labels of its chunks,
 * and by its definitions unless the query is nothing but a symbol that is the label of some chunk.
 *
 * @param labelled See {@link NamedSymbolEvidence.files}.
 */
export function openSymbolValue(
  labelled: ReadonlyMap<number, number> | undefined,
  { isSymbol, matchSymbols = () => 0 }: QueryReading,
): (file: PoolFile) => number {
  const isFound = isSymbol && labelled !== undefined && labelled.size > 0;
  return (file) => Math.max(labelled?.get(file.file) ?? 0, isFound ? 0 : matchSymbols(file));
}
