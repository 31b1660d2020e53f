import { languageOfExtension, LANGUAGES } from "../language/language_table.ts";

/** Maximum number of edits of a typing error. */
const MAX_EDITS = 2;

/**
 * Minimum number of characters of a name that may differ by two edits: shorter names are close to
 * too many.
 */
const MIN_LENGTH_FOR_TWO = 5;

/** Default number of suggested names. */
const DEFAULT_LIMIT = 3;

/**
 * Edits added for a name that is not exactly equal, so that names with the same case come first.
 */
const CASE_EDITS = 0.5;

/**
 * Returns the known names that a misspelt one may mean, fewest edits first, then in their order.
 *
 * An edit inserts, deletes or replaces one UTF-16 code unit or swaps two neighbours (optimal string
 * alignment distance). Case counts only between names that are equal otherwise.
 *
 * @param name Name as written; an empty name has no near names.
 * @param known Existing names. One equal to `name` comes first.
 */
export function nearestNames(
  name: string,
  known: Iterable<string>,
  { limit = DEFAULT_LIMIT, maxEdits = name.length < MIN_LENGTH_FOR_TWO ? 1 : MAX_EDITS }: {
    readonly limit?: number;
    readonly maxEdits?: number;
  } = {},
): readonly string[] {
  const folded = name.toLowerCase();
  const found: { readonly other: string; readonly edits: number }[] = [];
  for (const other of new Set(known)) {
    if (Math.abs(other.length - name.length) > maxEdits) continue;
    const edits = editDistance(folded, other.toLowerCase(), maxEdits);
    if (edits > maxEdits || edits >= name.length) continue;
    found.push({ other, edits: edits + (other === name ? 0 : CASE_EDITS) });
  }
  return found.sort((a, b) => a.edits - b.edits).slice(0, limit).map(({ other }) => other);
}

/** Returns the distance of two texts, or a number above `limit` when it is more than that. */
function editDistance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let lowest = row;
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let edits = Math.min(
        previous[column - 1]! + (isSame ? 0 : 1),
        previous[column]! + 1,
        current[column - 1]! + 1,
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] &&
        a[row - 2] === b[column - 1];
      if (isSwap) edits = Math.min(edits, before[column - 2]! + 1);
      current.push(edits);
      lowest = Math.min(lowest, edits);
    }
    // Every path to the end passes this row, or skips it by a swap with one more edit.
    if (lowest > limit) return lowest;
    before = previous;
    previous = current;
  }
  return previous[b.length]!;
}

/**
 * Returns the names of all languages, likely meanings of an unknown word first: the language of
 * files with that extension, and names that differ in a letter or two.
 */
export function nearestLanguages(written: string): readonly string[] {
  const word = written.toLowerCase();
  const byEnding = languageOfExtension(word.replace(/^\./, ""));
  const likely = byEnding === undefined ? [] : [byEnding];
  return [...new Set([...likely, ...nearestNames(word, LANGUAGES), ...LANGUAGES])];
}
