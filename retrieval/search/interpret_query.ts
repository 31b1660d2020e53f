import type { WeightedSymbol } from "@dossier/core";
import {
  type PartQuery,
  type QuestionKind,
  tellQuestion,
  type ToldQuestion,
} from "@dossier/core/part";
import {
  type NamedSymbol,
  openDefinitionMatcher,
  type QueryReading,
  queryTraits,
  TERM_PLACE,
} from "@dossier/core/rank";
import { analyzeQuery } from "@dossier/core/text";
import type { QueryText } from "./query_text.ts";

/** What belongs to a name at both of its ends, and to none of its terms: `_start`, `$refs`. */
const NAME_START_REGEXP = /[\w$]*$/;
const NAME_END_REGEXP = /^[\w$]*/;

/** How a query is read. */
interface InterpretQueryOptions {
  /** Names of ranking steps to leave out. */
  readonly disabled?: ReadonlySet<string> | undefined;
  /** What it is after. @default what it says itself */
  readonly kind?: QuestionKind | undefined;
}

/** A query as the ranking reads it, and what it is after. */
export type InterpretedQuery = QueryReading & { readonly question: ToldQuestion };

/** Returns what a query asks for, and what tells its kind. */
export async function interpretQuery(
  query: QueryText,
  { disabled, kind }: InterpretQueryOptions = {},
): Promise<InterpretedQuery> {
  const reading = await readNames(query, disabled);
  const parsed = query.isPlain ? undefined : (await query.parse()).parsed;
  const question = kind === undefined
    ? tellQuestion(query.text, { parsed, symbols: reading.symbols })
    : { kind, because: "the request says so" };
  const { nameTerms, nameTrust } = query;
  return {
    ...reading,
    ...(nameTerms.length > 0 && { nameTerms, nameTrust }),
    question,
    isDocumentary: question.kind === "documentation",
  };
}

/** Returns the terms and the names of a query; a line of plain words is nothing but its terms. */
async function readNames(
  query: QueryText,
  disabled: ReadonlySet<string> = new Set(),
): Promise<QueryReading> {
  const word = findWord(query);
  const isWord = word !== undefined;
  if (query.isPlain) return { terms: query.terms, isSymbol: isWord, ...(isWord && readWord(word)) };
  const { parsed, core } = await query.parse();
  const paths = core.queryPaths(parsed);
  const symbols = core.querySymbols(parsed);
  const [chain] = parsed.symbols;
  const isChain = chain !== undefined && chain.names.length > 1 &&
    query.tokens.every(({ start, end }) => chain.start <= start && end <= chain.end);
  return {
    terms: disabled.has(TERM_PLACE.name) ? query.terms : core.weighQuery(parsed, query.tokens),
    isSymbol: isChain || isWord,
    ...(paths.length > 0 && {
      pathKeys: core.mentionedKeys(paths),
      matchPaths: (called) => core.pathEvidence(paths, called),
    }),
    ...(symbols.length > 0 && {
      symbols: symbols.map(toNamedSymbol),
      matchSymbols: core.openSymbolEvidence(symbols),
    }),
    // The other names of a chain may be words that are left out of queries: "Error.from".
    ...(isWord && !isChain && readWord(word)),
  };
}

/** Returns what a query asks of the parts of files. */
export function toPartQuery(
  { text }: QueryText,
  read: InterpretedQuery,
): PartQuery & InterpretedQuery {
  return { text, ...read, ...queryTraits(read) };
}

/** Returns what one word asks for: what goes by that name, whatever it is in. */
function readWord(name: string): Required<Pick<QueryReading, "symbols" | "matchSymbols">> {
  const matchDefinitions = openDefinitionMatcher(name);
  return {
    symbols: [toNamedSymbol({ name, qualifiers: [], weight: 1 })],
    matchSymbols: ({ definitions }) => matchDefinitions(definitions),
  };
}

/** Returns the only word of a query as it is written, or undefined where there are more. */
function findWord({ text, terms, tokens }: QueryText): string | undefined {
  const [whole, ...others] = terms.filter(({ isPart }) => !isPart);
  if (whole === undefined || others.length > 0) return undefined;
  const token = tokens.find((each) => each.text === whole.term);
  if (token === undefined) return undefined;
  const [before = ""] = NAME_START_REGEXP.exec(text.slice(0, token.start)) ?? [];
  const [after = ""] = NAME_END_REGEXP.exec(text.slice(token.end)) ?? [];
  return before + text.slice(token.start, token.end) + after;
}

function toNamedSymbol({ name, qualifiers, weight }: WeightedSymbol): NamedSymbol {
  // The first term of a name is all of it.
  const termOf = (text: string | undefined) => text && analyzeQuery(text)[0]?.term;
  return {
    name,
    qualifiers,
    term: termOf(name) ?? name,
    container: termOf(qualifiers.at(-1)),
    weight,
  };
}
