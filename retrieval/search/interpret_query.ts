import type { WeightedSymbol } from "@dossier/core";
import {
  type ClassifiedQuestion,
  classifyQuestion,
  type PartQuery,
  type QuestionKind,
} from "@dossier/core/part";
import {
  type AnalyzedQuery,
  createDefinitionMatcher,
  type NamedSymbol,
  queryTraits,
  TERM_PLACE_STEP,
} from "@dossier/core/rank";
import { analyzeQuery } from "@dossier/core/text";
import type { QueryText } from "./query_text.ts";

/**
 * Characters at the ends of a name that are part of the name and of none of its terms: `_start`,
 * `$refs`.
 */
const NAME_START_REGEXP = /[\w$]*$/;
const NAME_END_REGEXP = /^[\w$]*/;

/** Options of {@link interpretQuery}. */
interface InterpretQueryOptions {
  /** Names of disabled ranking steps. */
  readonly disabled?: ReadonlySet<string> | undefined;
  /** Kind of question. @default the kind that its words indicate */
  readonly kind?: QuestionKind | undefined;
}

/** Query as the ranking uses it, with its kind of question. */
export type InterpretedQuery = AnalyzedQuery & { readonly question: ClassifiedQuestion };

/** Returns the interpretation of a query, with the evidence for its kind. */
export async function interpretQuery(
  query: QueryText,
  { disabled, kind }: InterpretQueryOptions = {},
): Promise<InterpretedQuery> {
  const reading = await readNames(query, disabled);
  const parsed = query.isPlain ? undefined : (await query.parse()).parsed;
  const question = kind === undefined
    ? classifyQuestion(query.text, { parsed, symbols: reading.symbols })
    : { kind, because: "the request says so" };
  const { nameTerms, nameTrust } = query;
  return {
    ...reading,
    ...(nameTerms.length > 0 && { nameTerms, nameTrust }),
    question,
    asksForDocuments: question.kind === "documentation",
  };
}

/** Returns the terms and the names of a query; a line of plain words has only terms. */
async function readNames(
  query: QueryText,
  disabled: ReadonlySet<string> = new Set(),
): Promise<AnalyzedQuery> {
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
    terms: disabled.has(TERM_PLACE_STEP.name)
      ? query.terms
      : core.weightQueryTerms(parsed, query.tokens),
    isSymbol: isChain || isWord,
    ...(paths.length > 0 && {
      pathKeys: core.listMentionedKeys(paths),
      matchPaths: (called) => core.pathEvidence(paths, called),
    }),
    ...(symbols.length > 0 && {
      symbols: symbols.map(toNamedSymbol),
      matchSymbols: core.createSymbolMatcher(symbols),
    }),
    // The other names of a chain may be stop words: "Error.from".
    ...(isWord && !isChain && readWord(word)),
  };
}

/** Returns the query for the parts of files. */
export function toPartQuery(
  { text }: QueryText,
  read: InterpretedQuery,
): PartQuery & InterpretedQuery {
  return { text, ...read, ...queryTraits(read) };
}

/** Returns the interpretation of a single word: a definition of that name in any container. */
function readWord(name: string): Required<Pick<AnalyzedQuery, "symbols" | "matchSymbols">> {
  const matchDefinitions = createDefinitionMatcher(name);
  return {
    symbols: [toNamedSymbol({ name, qualifiers: [], weight: 1 })],
    matchSymbols: ({ definitions }) => matchDefinitions(definitions),
  };
}

/** Returns the only word of a query as it is written, or `undefined` when there are more. */
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
  // The first term of a name is the whole name.
  const termOf = (text: string | undefined) => text && analyzeQuery(text)[0]?.term;
  return {
    name,
    qualifiers,
    term: termOf(name) ?? name,
    container: termOf(qualifiers.at(-1)),
    weight,
  };
}
