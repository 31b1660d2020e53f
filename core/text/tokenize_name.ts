import {
  characterClass,
  characterWidth,
  MARK,
  UNSPACED,
  UNSPACED_REGEXP,
} from "./character_class.ts";
import { fold } from "./fold.ts";
import { findNameParts, type TextRange } from "./split_identifier.ts";
import { stem } from "./stem.ts";

/**
 * Occurrence of an index term in a text. The range is in UTF-16 code units of the original text.
 * Several tokens may share a position: the whole of a compound identifier has the position of its
 * first part.
 */
export interface Token extends TextRange {
  /** Index term: folded, and stemmed when it is English. Never empty. */
  readonly text: string;
  /** Ordinal of the word or part among all words and parts of the text, 0-based. */
  readonly position: number;
  /** True for a part of a longer identifier, such as `server` in `HTTPServer`. */
  readonly isPart: boolean;
}

/**
 * Maximum length of an index term, in UTF-16 code units. Longer words are data (hashes, base64),
 * not names.
 */
export const MAX_TERM_LENGTH = 64;

/** Maximum number of indexed parts of one identifier; no name of `MAX_TERM_LENGTH` has more. */
const MAX_PARTS = MAX_TERM_LENGTH;

/** Source of {@link scriptRuns}: runs of unspaced script with their marks, and the text between them. */
const SCRIPT_RUN_SOURCE =
  `(?<unspaced>(?:${UNSPACED_REGEXP.source}\\p{M}*)+)|(?:(?!${UNSPACED_REGEXP.source}).)+`;

/** Compiled when the first name needs it: compiling takes as long as the rest of a short query. */
let scriptRunRegexp: RegExp | undefined;

function scriptRuns(name: string): Iterable<RegExpExecArray> {
  scriptRunRegexp ??= new RegExp(SCRIPT_RUN_SOURCE, "gsu");
  return name.matchAll(scriptRunRegexp);
}

/**
 * Half-width kana voicing marks, and the vowels and final consonants of Korean syllables that are
 * written apart.
 */
const EXTENDER_REGEXP = /[\uff9e\uff9f\u1160-\u11ff]/;

/**
 * Matches most names and terms. It is tried first, as Unicode property classes take milliseconds to
 * compile.
 */
const ASCII_REGEXP = /^[\0-\x7f]*$/;
const ASCII_TERM_REGEXP = /^[a-z0-9]{2,}$/;

/** Matches a text with a letter or number, except for a single ASCII letter. */
const MEANINGFUL_REGEXP = /[a-z].|.[a-z]|[[\p{L}\p{N}]--[a-z]]/sv;

/**
 * Returns the tokens of one name in order of position: the whole name before its parts.
 *
 * - One part yields one token, its stem.
 * - Several parts yield the whole (all parts joined), then each part. The whole is the same for
 * `HTTPServer`, `http_server`, `http-server` and `httpserver`, and is therefore stemmed as well.
 * - In words joined by hyphens, each word with several parts also yields its own whole.
 * - Scripts without spaces yield overlapping pairs of characters, or a single character that has no
 * neighbour.
 *
 * Single ASCII letters and terms longer than `MAX_TERM_LENGTH` are left out.
 *
 * @param name A name as `scanNames` finds it; other text is read as one identifier.
 * @param origin Offset and position that are added to those of the tokens.
 */
export function tokenizeName(
  name: string,
  origin: { readonly offset?: number; readonly position?: number } = {},
): readonly Token[] {
  const collector = new TokenCollector(name, origin);
  if (!isUnspaced(name)) {
    collector.addIdentifier({ start: 0, end: name.length });
    return collector.tokens;
  }
  for (const match of scriptRuns(name)) {
    const range = { start: match.index, end: match.index + match[0].length };
    if (match.groups?.unspaced === undefined) collector.addIdentifier(range);
    else collector.addPairs(range);
  }
  return collector.tokens;
}

class TokenCollector {
  readonly tokens: Token[] = [];
  readonly #name: string;
  readonly #offset: number;
  #position: number;

  constructor(name: string, { offset = 0, position = 0 }: Parameters<typeof tokenizeName>[1] = {}) {
    this.#name = name;
    this.#offset = offset;
    this.#position = position;
  }

  addIdentifier(range: TextRange): void {
    const parts = findNameParts(this.#name.slice(range.start, range.end), MAX_PARTS)
      .map(({ start, end }) => ({ start: start + range.start, end: end + range.start }));
    const words = this.#groupByHyphen(parts);
    const before = this.#position;
    if (words.length > 1) this.#addWhole(parts, false);
    for (const word of words) {
      if (word.length > 1) this.#addWhole(word, words.length > 1);
      for (const part of word) this.#addPart(part, parts.length > 1);
    }
    // A whole name without any kept part still uses its position.
    if (this.#position === before && this.tokens.at(-1)?.position === before) this.#position++;
  }

  addPairs(range: TextRange): void {
    const clusters = this.#findClusters(range);
    if (clusters.length === 1) this.#addPart(clusters[0]!, false);
    for (let index = 1; index < clusters.length; index++) {
      this.#addPart({ start: clusters[index - 1]!.start, end: clusters[index]!.end }, false);
    }
  }

  #addWhole(parts: readonly TextRange[], isPart: boolean): void {
    const joined = parts.map(({ start, end }) => this.#name.slice(start, end)).join("");
    if (joined.length > MAX_TERM_LENGTH) return;
    this.#push(joined, { start: parts[0]!.start, end: parts.at(-1)!.end, isPart });
  }

  #addPart({ start, end }: TextRange, isPart: boolean): void {
    if (end - start > MAX_TERM_LENGTH) return;
    if (this.#push(this.#name.slice(start, end), { start, end, isPart })) this.#position++;
  }

  /** Adds the term of `source` at the current position, unless it is noise. */
  #push(source: string, { start, end, isPart }: Omit<Token, "text" | "position">): boolean {
    const text = stem(fold(source));
    if (!isTerm(text)) return false;
    const [offset, position] = [this.#offset, this.#position];
    this.tokens.push({ text, start: start + offset, end: end + offset, position, isPart });
    return true;
  }

  #groupByHyphen(parts: readonly TextRange[]): readonly (readonly TextRange[])[] {
    if (!this.#name.includes("-")) return [parts];
    const words: TextRange[][] = [];
    let wordEnd = 0;
    for (const part of parts) {
      const word = words.at(-1);
      if (word === undefined || this.#name.slice(wordEnd, part.start).includes("-")) {
        words.push([part]);
      } else word.push(part);
      wordEnd = part.end;
    }
    return words;
  }

  /** Returns the characters as readers count them, each with its marks. */
  #findClusters({ start, end }: TextRange): readonly TextRange[] {
    const clusters: TextRange[] = [];
    let first = start;
    while (first < end) {
      let index = first + characterWidth(this.#name, first);
      while (index < end && this.#extendsCluster(index)) index += characterWidth(this.#name, index);
      clusters.push({ start: first, end: index });
      first = index;
    }
    return clusters;
  }

  #extendsCluster(index: number): boolean {
    const found = characterClass(this.#name, index);
    return found === MARK ||
      (found === UNSPACED && EXTENDER_REGEXP.test(this.#name.charAt(index)));
  }
}

/** Returns true when a part of a name is in a script without spaces between words. */
export function isUnspaced(name: string): boolean {
  return !ASCII_REGEXP.test(name) && UNSPACED_REGEXP.test(name);
}

/**
 * Returns true when a folded part of a name is indexed: it is not noise, and not longer than a
 * term.
 */
export function isTerm(term: string): boolean {
  return term.length <= MAX_TERM_LENGTH &&
    (ASCII_TERM_REGEXP.test(term) || MEANINGFUL_REGEXP.test(term));
}
