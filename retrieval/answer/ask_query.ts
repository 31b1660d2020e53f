import type { GuessedNames, Note } from "@dossier/core";
import type { ForeignWord } from "@dossier/core/lexicon";
import { ContextError } from "@dossier/core/errors";
import { readsVectors } from "@dossier/core/part";
import { trustOfNames } from "@dossier/core/rank";
import { isUnspaced, namesIn, parseNames, toPlainText } from "@dossier/core/text";
import { embedQuery } from "../embed/mod.ts";
import {
  type AskedQuery,
  checkSearchOptions,
  findUnknownSymbols,
  QueryText,
  readInEnglish,
  type SearchOptions,
  type UnknownSymbol,
} from "../search/mod.ts";
import type { Lease } from "../lease/mod.ts";
import { type IndexReader, listMissingInAll } from "../index/mod.ts";
import { maskValue } from "../secrets/mod.ts";
import { distinctNotes } from "./engine_notes.ts";

/** Words whose readings are told. */
const MAX_READINGS = 12;

/**
 * Returns the words of a query as a terminal shows them, and the names that the caller guesses.
 *
 * @throws {ContextError} `invalid-query` when there are no words, and for names that `parseNames` refuses.
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

/** What is known of a query before it is searched for. */
interface QueryFacts {
  /** Which of the guessed names the trees have; undefined without any. */
  readonly names: GuessedNames | undefined;
  readonly notes: readonly Note[];
}

/**
 * Returns a query with its vector, where a model reads it and a step of the ranking compares vectors. The notes
 * say which names are nowhere in the tree, and whether the model failed.
 */
export async function askQuery(
  written: QueryText,
  lease: Lease,
  options: Pick<SearchOptions, "disabled" | "signal">,
): Promise<QueryFacts & { readonly asked: AskedQuery }> {
  const { asked: [asked], ...facts } = await askQueryOfAll(written, [lease], options);
  return { asked: asked!, ...facts };
}

/** Returns what {@link askQuery} does, for several trees as if they were one: a name is unknown that none of them has. */
export async function askQueryOfAll(
  written: QueryText,
  leases: readonly Lease[],
  { disabled = [], signal }: Pick<SearchOptions, "disabled" | "signal">,
): Promise<
  QueryFacts & {
    /** The query as each tree is asked it: they differ in their vectors where the models do. */
    readonly asked: readonly AskedQuery[];
  }
> {
  const readers = leases.map(({ indexed: { reader } }) => reader);
  const { query: read, words } = await readInEnglish(written, readers);
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
  const unknown = (await findUnknownSymbols(trees, query)).map(noteUnknown);
  return {
    asked: embedded.map(({ vector }) => ({ query, vector })),
    names,
    notes: [
      ...distinctNotes(embedded.flatMap(({ notes }) => notes)),
      ...noteReadings(words),
      ...unknown,
      // A slip says more than that its word is nowhere, and words that were translated need not be anywhere.
      ...unknown.length === 0 && words.length === 0 ? await noteMissingWords(written, readers) : [],
      ...noteUnmatched(names),
    ],
  };
}

/** Returns a query whose guessed names count as far as the tree has them; without names where it has none. */
function withTrust(query: QueryText, names: GuessedNames | undefined): QueryText {
  if (names === undefined) return query;
  const { matched, unmatched } = names;
  if (matched.length === 0) return new QueryText(query.text);
  const trust = trustOfNames(matched.length, matched.length + unmatched.length);
  return new QueryText(query.text, query.names, trust);
}

/** Returns the text whose vector is compared: a question with the names that are guessed for it. */
function embeddedText({ names }: QueryText, { text }: QueryText): string {
  return names.length === 0 ? text : `${text}\n${names.join(" ")}`;
}

/** Returns the note that says what the words of a question in another language are read as. */
function noteReadings(words: readonly ForeignWord[]): Note[] {
  const readings = new Map(
    words.filter(({ english }) => english.length > 0)
      .map(({ word, english }) => [word, `${word} → ${english.join(", ")}`]),
  );
  if (readings.size === 0) return [];
  const listed = [...readings.values()].slice(0, MAX_READINGS);
  const rest = readings.size > listed.length ? "; …" : "";
  return [{ code: "read-as-english", message: `Read as English: ${listed.join("; ")}${rest}` }];
}

/** Returns the note of a symbol that is nowhere, with those that may be meant. */
function noteUnknown({ name, near }: UnknownSymbol): Note {
  const names = near.map((other) => `"${other}"`).join(", ");
  return {
    code: "unknown-symbol",
    message: `"${name}" is not in the tree: the nearest ${
      near.length === 1 ? "name is" : "names are"
    } ${names}`,
  };
}

/** Names and words that are listed in a note. */
const MAX_LISTED = 20;

/** Returns which of some names the trees have; undefined when there are none. */
async function matchNames(
  names: readonly string[],
  readers: readonly IndexReader[],
): Promise<GuessedNames | undefined> {
  if (names.length === 0) return undefined;
  // A single letter is in no index: the `i` of `retry(i)` says nothing.
  const identifiers = new Map(
    names.map((name) => [name, namesIn(name).filter(({ length }) => length > 1)]),
  );
  const missing = new Set(await listMissingInAll(readers, [...identifiers.values()].flat()));
  const isMatched = (name: string) => {
    const own = identifiers.get(name)!;
    return own.length > 0 && own.every((identifier) => !missing.has(identifier));
  };
  return {
    matched: names.filter(isMatched),
    unmatched: names.filter((name) => !isMatched(name)),
  };
}

/** Returns the note that lists the guesses which the tree does not have, so that the caller can try others. */
function noteUnmatched(
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
 * Returns the note of a plain question without guessed names half of whose words are nowhere in the tree: the code
 * says it in other words, and what has the remaining ones may be about something else. Words of secrets are not told.
 */
async function noteMissingWords(
  { text, terms, tokens, names, isPlain }: QueryText,
  readers: readonly IndexReader[],
): Promise<Note[]> {
  const wholes = new Set(terms.filter(({ part }) => !part).map(({ term }) => term));
  if (!isPlain || names.length > 0 || wholes.size < 2) return [];
  // What is written without spaces has a term for each pair of characters, and is told as a whole.
  const words = isUnspaced(text)
    ? [...new Set(namesIn(text))]
    : tokens.filter((token) => !token.part && wholes.delete(token.text))
      .map(({ start, end }) => text.slice(start, end));
  const missing = await listMissingInAll(readers, words);
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
