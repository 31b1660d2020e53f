import type { GuessedNames, Note } from "@dossier/core";
import { isUnspaced, namesIn } from "@dossier/core/text";
import { type IndexReader, listMissing } from "../index/mod.ts";
import type { QueryText } from "../search/mod.ts";
import { maskValue } from "../secrets/mod.ts";

/** Names and words that are listed in a note. */
const MAX_LISTED = 20;

/** Returns which of some names the tree has; undefined when there are none. */
export async function matchNames(
  names: readonly string[],
  reader: IndexReader,
): Promise<GuessedNames | undefined> {
  if (names.length === 0) return undefined;
  // A single letter is in no index: the `i` of `retry(i)` says nothing.
  const identifiers = new Map(
    names.map((name) => [name, namesIn(name).filter(({ length }) => length > 1)]),
  );
  const missing = new Set(await listMissing(reader, [...identifiers.values()].flat()));
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
export function noteUnmatched(
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
export async function noteMissingWords(
  { text, terms, tokens, names, isPlain }: QueryText,
  reader: IndexReader,
): Promise<Note[]> {
  const wholes = new Set(terms.filter(({ part }) => !part).map(({ term }) => term));
  if (!isPlain || names.length > 0 || wholes.size < 2) return [];
  // What is written without spaces has a term for each pair of characters, and is told as a whole.
  const words = isUnspaced(text)
    ? [...new Set(namesIn(text))]
    : tokens.filter((token) => !token.part && wholes.delete(token.text))
      .map(({ start, end }) => text.slice(start, end));
  const missing = await listMissing(reader, words);
  if (missing.length * 2 < words.length || missing.length === words.length) return [];
  const masked = await maskValue(text);
  const listed = list(missing.filter((word) => masked.includes(word)));
  if (listed === "") return [];
  const message =
    `Nowhere in the tree: ${listed}: ask again with names that the code may use instead`;
  return [{ code: "missing-words", message }];
}

function list(names: readonly string[]): string {
  return names.slice(0, MAX_LISTED).join(", ") + (names.length > MAX_LISTED ? ", …" : "");
}
