import type { LineEvidence, WeightedSymbol } from "@dossier/core";
import { analyzeQuery } from "@dossier/core/text";
import type { NamedSymbol } from "./named_symbol_evidence.ts";
import type { ScorableTerm } from "./lexical_scorer.ts";
import type { QueryText } from "./query_text.ts";

/** What a query asks for. */
export interface ReadQuery {
  /** Its terms, each with what its place in the text makes of it. */
  readonly terms: readonly ScorableTerm[];
  /** Names that files go by which it may point at, as `fileKeys` gives them; absent when it names none. */
  readonly pathKeys?: ReadonlySet<string>;
  /** Returns how strongly the query points at each of some paths; absent when it names no file. */
  readonly matchPaths?: (paths: readonly string[]) => ReadonlyMap<string, number>;
  /** Returns the lines that it names of some of these paths; absent when it names no file. */
  readonly matchLines?: (paths: readonly string[]) => ReadonlyMap<string, LineEvidence>;
  /** The symbols that it names, the weightiest first; absent when it names none. */
  readonly symbols?: readonly NamedSymbol[];
  /** Returns how strongly it points at a file by the symbols it names; absent when it names none. */
  readonly matchSymbols?: (file: NamedFile) => number;
}

/** What of a file a query may name. */
export interface NamedFile {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Names defined in it, one a line. */
  readonly definitions: string;
}

/** Name of the step that weighs terms by where they stand in the query. */
const TERM_PLACE = "term-place";

/** Returns what a query asks for; a line of plain words is nothing but its terms. */
export async function readQuery(
  query: QueryText,
  disabled: ReadonlySet<string> = new Set(),
): Promise<ReadQuery> {
  if (query.isPlain) return { terms: query.terms };
  const { parsed, core } = await query.parse();
  const paths = core.queryPaths(parsed);
  const symbols = core.querySymbols(parsed);
  return {
    terms: disabled.has(TERM_PLACE) ? query.terms : core.weighQuery(parsed, query.tokens),
    ...(paths.length > 0 && {
      pathKeys: core.mentionedKeys(paths),
      matchPaths: (called) => core.pathEvidence(paths, called),
      matchLines: (named) => core.lineEvidence(paths, named),
    }),
    ...(symbols.length > 0 && {
      symbols: symbols.map(toNamedSymbol),
      matchSymbols: core.openSymbolEvidence(symbols),
    }),
  };
}

function toNamedSymbol({ name, qualifiers, weight }: WeightedSymbol): NamedSymbol {
  // The first term of a name is all of it.
  const termOf = (text: string | undefined) => text && analyzeQuery(text)[0]?.term;
  return { term: termOf(name) ?? name, container: termOf(qualifiers.at(-1)), weight };
}
