import type { GuessedNames, Note } from "@dossier/core";
import type { TranslatedWord } from "@dossier/core/lexicon";
import { ContextError } from "@dossier/core/errors";
import { readsVectors } from "@dossier/core/part";
import { nameTrustFromMatches } from "@dossier/core/rank";
import { isUnspaced, listNamesInText, parseNames, toPlainText } from "@dossier/core/text";
import { embedQuery } from "../embed/mod.ts";
import {
  checkSearchOptions,
  type EmbeddedQuery,
  findUnknownSymbols,
  QueryText,
  type SearchOptions,
  translateQuestion,
  type UnknownSymbol,
} from "../search/mod.ts";
import type { Lease } from "../lease/mod.ts";
import { type IndexReader, listNamesMissingInAll } from "../index/mod.ts";
import { maskValue } from "../secrets/mod.ts";
import { distinctNotes } from "./engine_notes.ts";

/** Maximum number of translated words in a note. */
const MAX_READINGS = 12;

/**
 * Returns the visible text of a query, and the guessed names of the caller.
 *
 * @throws {ContextError} `invalid-query` when there are no words, and for names that `parseNames`
 * rejects.
 * @throws {RangeError | TypeError} For options out of range.
 */
export function checkQuery(written: string, options: SearchOptions): QueryText {
  const text = toPlainText(written);
  if (text.trim() === "") {
    throw new ContextError(
      "invalid-query",
      "Cannot search as the query is empty: write some words of the task",
    );
  }
  checkSearchOptions(options);
  return new QueryText(text, parseNames(options.names ?? []));
}

/** Facts about a query before the search. */
interface QueryFacts {
  /** Guessed names that the trees have or lack; `undefined` without any. */
  readonly names: GuessedNames | undefined;
  readonly notes: readonly Note[];
}

/**
 * Returns a query with its vector, when there is a model and a ranking step compares vectors. The
 * notes list names that are nowhere in the tree, and report a failed model.
 */
export async function prepareQuery(
  written: QueryText,
  lease: Lease,
  options: Pick<SearchOptions, "disabled" | "signal">,
): Promise<QueryFacts & { readonly embeddedQuery: EmbeddedQuery }> {
  const { embeddedQueries: [embeddedQuery], ...facts } = await prepareQueryForAll(
    written,
    [lease],
    options,
  );
  return { embeddedQuery: embeddedQuery!, ...facts };
}

/**
 * Same as {@link prepareQuery} for several trees as if they were one: a name is unknown when none
 * of them has it.
 */
export async function prepareQueryForAll(
  written: QueryText,
  leases: readonly Lease[],
  { disabled = [], signal }: Pick<SearchOptions, "disabled" | "signal">,
): Promise<
  QueryFacts & {
    /** Query for each tree: the vectors differ when the models do. */
    readonly embeddedQueries: readonly EmbeddedQuery[];
  }
> {
  const readers = leases.map(({ indexed: { reader } }) => reader);
  const { query: read, words } = await translateQuestion(written, readers);
  const names = await matchNames(read.names, readers);
  const query = withTrust(read, names);
  const isRead = readsVectors(new Set(disabled));
  const vectors = new Map<string, ReturnType<typeof embedQuery>>();
  const embed = ({ embedder, runStep }: Lease) =>
    runStep("embed", async () => {
      if (embedder === undefined || !isRead) return { vector: undefined, notes: [] };
      return await vectors.getOrInsertComputed(embedder.fingerprint, () =>
        embedQuery(
          embedder,
          embeddedText(query, embedder.readsSentences ? written : query),
          { signal },
        ));
    });
  const embedded = await Promise.all(leases.map(embed));
  const trees = leases.map(({ visibility }, at) => ({ index: readers[at]!, visibility }));
  const unknown = (await findUnknownSymbols(trees, query)).map(noteUnknownSymbol);
  return {
    embeddedQueries: embedded.map(({ vector }) => ({ query, vector })),
    names,
    notes: [
      ...distinctNotes(embedded.flatMap(({ notes }) => notes)),
      ...noteReadings(words),
      ...unknown,
      // A suggestion for a misspelt word is more useful than the note about it, and translated
      // words need not be in the tree.
      ...unknown.length === 0 && words.length === 0 ? await noteMissingWords(written, readers) : [],
      ...noteUnmatchedNames(names),
    ],
  };
}

/**
 * Returns a query with guessed names weighted by the share that the tree has; without names when it
 * has none.
 */
function withTrust(query: QueryText, names: GuessedNames | undefined): QueryText {
  if (names === undefined) return query;
  const { matched, unmatched } = names;
  if (matched.length === 0) return new QueryText(query.text);
  const trust = nameTrustFromMatches(matched.length, matched.length + unmatched.length);
  return new QueryText(query.text, query.names, trust);
}

/** Returns the text to embed: a question with its guessed names. */
function embeddedText({ names }: QueryText, { text }: QueryText): string {
  return names.length === 0 ? text : `${text}\n${names.join(" ")}`;
}

/** Returns the note with the translations of words in another language. */
function noteReadings(words: readonly TranslatedWord[]): Note[] {
  const readings = new Map(
    words.filter(({ english }) => english.length > 0)
      .map(({ word, english }) => [word, `${word} → ${english.join(", ")}`]),
  );
  if (readings.size === 0) return [];
  const listed = [...readings.values()].slice(0, MAX_READINGS);
  const rest = readings.size > listed.length ? "; …" : "";
  return [{ code: "read-as-english", message: `Read as English: ${listed.join("; ")}${rest}` }];
}

/** Returns the note about an unknown symbol, with similar ones. */
function noteUnknownSymbol({ name, near }: UnknownSymbol): Note {
  const names = near.map((other) => `"${other}"`).join(", ");
  return {
    code: "unknown-symbol",
    message: `"${name}" is not in the tree: the nearest ${
      near.length === 1 ? "name is" : "names are"
    } ${names}`,
  };
}

/** Maximum number of names and words that a note lists. */
const MAX_LISTED = 20;

/** Returns the names that the trees have and lack, or `undefined` when there are none. */
async function matchNames(
  names: readonly string[],
  readers: readonly IndexReader[],
): Promise<GuessedNames | undefined> {
  if (names.length === 0) return undefined;
  // The index has no words of one letter: the `i` of `retry(i)` says nothing.
  const identifiers = new Map(
    names.map((name) => [name, listNamesInText(name).filter(({ length }) => length > 1)]),
  );
  const missing = new Set(await listNamesMissingInAll(readers, [...identifiers.values()].flat()));
  const isMatched = (name: string) => {
    const own = identifiers.get(name)!;
    return own.length > 0 && own.every((identifier) => !missing.has(identifier));
  };
  return {
    matched: names.filter(isMatched),
    unmatched: names.filter((name) => !isMatched(name)),
  };
}

/**
 * Returns the note that lists guessed names that the tree does not have, so that the caller can try
 * others.
 */
function noteUnmatchedNames(
  { matched, unmatched }: GuessedNames = { matched: [], unmatched: [] },
): Note[] {
  if (unmatched.length === 0) return [];
  const all = matched.length + unmatched.length;
  return [{
    code: "unmatched-names",
    message: `Unmatched names (${unmatched.length} of ${all}): ${list(unmatched)}`,
  }];
}

/**
 * Returns the note about missing words, for a plain question without guessed names when half of its
 * words are nowhere in the tree. The code may use other words, and the results may be about
 * something else. Words of secrets are not listed.
 */
async function noteMissingWords(
  { text, terms, tokens, names, isPlain }: QueryText,
  readers: readonly IndexReader[],
): Promise<Note[]> {
  const wholes = new Set(terms.filter(({ isPart }) => !isPart).map(({ term }) => term));
  if (!isPlain || names.length > 0 || wholes.size < 2) return [];
  // Text without spaces has a term for each pair of characters, and is listed as a whole.
  const words = isUnspaced(text)
    ? [...new Set(listNamesInText(text))]
    : tokens.filter((token) => !token.isPart && wholes.delete(token.text))
      .map(({ start, end }) => text.slice(start, end));
  const missing = await listNamesMissingInAll(readers, words);
  if (missing.length * 2 < words.length || missing.length === words.length) return [];
  const masked = await maskValue(text);
  const listed = list(missing.filter((word) => masked.includes(word)));
  if (listed === "") return [];
  const message = `Not in the tree: ${listed}: search again with other names that the code may use`;
  return [{ code: "missing-words", message }];
}

function list(names: readonly string[]): string {
  return names.slice(0, MAX_LISTED).join(", ") + (names.length > MAX_LISTED ? ", …" : "");
}
