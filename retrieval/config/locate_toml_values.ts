/** Where something is written in a text. */
export interface TextPlace {
  /** Line, 1-based. */
  readonly line: number;
  /** Column in UTF-16 code units, 1-based. */
  readonly column: number;
}

/** Where a key of a TOML document and its value are written. */
export interface TomlPlace {
  /** Where the key begins; that of a table is its header's. */
  readonly key: TextPlace;
  /** Where the value begins; the header of a table stands for its value. */
  readonly value: TextPlace;
}

const BLANK_REGEXP = /(?:[ \t\r\n]|#[^\n]*)*/y;
const SPACE_REGEXP = /[ \t]*/y;
const BARE_KEY_REGEXP = /[A-Za-z0-9_-]+/y;
const BASIC_STRING_REGEXP = /"(?:[^"\\\n]|\\.)*"/y;
const LITERAL_STRING_REGEXP = /'[^'\n]*'/y;
/** Up to two quotes may stand before the three that end such a string. */
const LONG_STRING_REGEXP = /"""(?:[^\\]|\\[^])*?"{3,5}(?!")|'''[^]*?'{3,5}(?!')/y;
const SCALAR_REGEXP = /[^,\]}#\n]*/y;

/**
 * Returns where each key of a TOML text is written, by its path as JSON: `["context","alpha"]`. The
 * parser says what the values are but not where; a text that it takes can be walked by few rules.
 *
 * @param text TOML without errors; of anything else what comes before the first error is located.
 *
 * @example
 * ```ts
 * import { locateTomlValues } from "./locate_toml_values.ts";
 * import assert from "node:assert/strict";
 *
 * const places = locateTomlValues("[context]\nalpha = 0.5\n");
 * assert.deepEqual(places.get('["context","alpha"]')?.value, { line: 2, column: 9 });
 * ```
 */
export function locateTomlValues(text: string): ReadonlyMap<string, TomlPlace> {
  return new TomlWalk(text).run();
}

/** One walk over a text, which stops at what it does not understand. */
class TomlWalk {
  readonly #text: string;
  readonly #lineStarts: readonly number[];
  readonly #places = new Map<string, TomlPlace>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  }

  run(): ReadonlyMap<string, TomlPlace> {
    let table: readonly string[] = [];
    for (;;) {
      this.#skip(BLANK_REGEXP);
      if (this.#at >= this.#text.length) return this.#places;
      if (this.#text[this.#at] === "[") {
        const start = this.#at;
        this.#at += this.#text[this.#at + 1] === "[" ? 2 : 1;
        const path = this.#readPath();
        if (path === undefined) return this.#places;
        table = path;
        this.#note(table, { key: start, value: start });
        while (this.#text[this.#at] === "]") this.#at++;
      } else if (!this.#readPair(table)) return this.#places;
    }
  }

  /** Reads `key = value`; returns whether there was one. */
  #readPair(table: readonly string[]): boolean {
    const start = this.#at;
    const path = this.#readPath();
    if (path === undefined || this.#text[this.#at] !== "=") return false;
    this.#at++;
    this.#skip(SPACE_REGEXP);
    const whole = [...table, ...path];
    this.#note(whole, { key: start, value: this.#at });
    return this.#readValue(whole);
  }

  /** Reads one value; an item of a list has its index for a key. */
  #readValue(path: readonly string[]): boolean {
    switch (this.#text[this.#at]) {
      case '"':
      case "'":
        return this.#skip(LONG_STRING_REGEXP) || this.#skip(BASIC_STRING_REGEXP) ||
          this.#skip(LITERAL_STRING_REGEXP);
      case "[":
        return this.#readItems("]", (index) => {
          const item = [...path, String(index)];
          this.#note(item, { key: this.#at, value: this.#at });
          return this.#readValue(item);
        });
      case "{":
        return this.#readItems("}", () => this.#readPair(path));
      default:
        return this.#skip(SCALAR_REGEXP);
    }
  }

  #readItems(end: string, readItem: (index: number) => boolean): boolean {
    this.#at++;
    for (let index = 0;; index++) {
      this.#skip(BLANK_REGEXP);
      if (this.#text[this.#at] === end) break;
      if (!readItem(index)) return false;
      this.#skip(BLANK_REGEXP);
      if (this.#text[this.#at] === ",") this.#at++;
      else if (this.#text[this.#at] !== end) return false;
    }
    this.#at++;
    return true;
  }

  /** Reads a key of one or several parts and the space after it. */
  #readPath(): readonly string[] | undefined {
    const path: string[] = [];
    for (;;) {
      this.#skip(SPACE_REGEXP);
      const start = this.#at;
      const isKey = this.#skip(BARE_KEY_REGEXP) || this.#skip(BASIC_STRING_REGEXP) ||
        this.#skip(LITERAL_STRING_REGEXP);
      if (!isKey) return undefined;
      path.push(unquote(this.#text.slice(start, this.#at)));
      this.#skip(SPACE_REGEXP);
      if (this.#text[this.#at] !== ".") return path;
      this.#at++;
    }
  }

  /** Goes past what matches here; returns whether that is anything. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const length = pattern.exec(this.#text)?.[0].length ?? 0;
    this.#at += length;
    return length > 0;
  }

  #note(path: readonly string[], { key, value }: { readonly key: number; readonly value: number }) {
    const name = JSON.stringify(path);
    // Of an array of tables the first counts: the setting is wrong from there on.
    if (!this.#places.has(name)) {
      this.#places.set(name, { key: this.#placeOf(key), value: this.#placeOf(value) });
    }
  }

  #placeOf(offset: number): TextPlace {
    let low = 0;
    for (let high = this.#lineStarts.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (this.#lineStarts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.#lineStarts[low]! + 1 };
  }
}

/** Returns the name that a key stands for; no name of ours has an escape that JSON does not. */
function unquote(key: string): string {
  if (key.startsWith("'")) return key.slice(1, -1);
  if (!key.startsWith('"')) return key;
  try {
    return JSON.parse(key);
  } catch {
    return key;
  }
}
