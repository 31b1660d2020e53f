import { languageOfExtension, LANGUAGES } from "../language/language_table.ts";

/** Most edits of a typing error. */
const MAX_EDITS = 2;

/** Fewest characters of a name that may differ by two edits: shorter names are close to too many. */
const MIN_LENGTH_FOR_TWO = 5;

/** Names offered by default. */
const DEFAULT_LIMIT = 3;

/** Added for a name that is not equal to the letter, so that the same case comes first. */
const CASE_EDITS = 0.5;

/**
 * Returns the known names that a misspelt one may stand for, fewest edits first, then in their order.
 *
 * An edit inserts, deletes or replaces one UTF-16 code unit or swaps two neighbours (optimal string
 * alignment distance). Case counts only between names that are equal otherwise.
 *
 * @param name The name as written; nothing is near to an empty one.
 * @param known The existing names. One equal to `name` comes first.
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
    // Every way to the end leads through this row, or by a swap over it at one edit more.
    if (lowest > limit) return lowest;
    before = previous;
    previous = current;
  }
  return previous[b.length]!;
}

/**
 * Returns the names of all languages, those first that a word may stand for which is none of them: what
 * files with that ending are written in, and names that differ in a letter or two.
 */
export function nearestLanguages(written: string): readonly string[] {
  const word = written.toLowerCase();
  const byEnding = languageOfExtension(word.replace(/^\./, ""));
  const likely = byEnding === undefined ? [] : [byEnding];
  return [...new Set([...likely, ...nearestNames(word, LANGUAGES), ...LANGUAGES])];
}
