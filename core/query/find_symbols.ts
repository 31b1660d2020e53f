import { raw } from "../text/match_at.ts";
import type { TextRange } from "../text/split_identifier.ts";

/** Name that looks like program text and not like prose. */
export interface FoundSymbol extends TextRange {
  /** At least one name, from the outermost to its own. */
  readonly names: readonly string[];
  /** Several names (`A::b`), a called name (`run()`), or a name of several parts (`parseUrl`). */
  readonly form: "qualified" | "call" | "compound";
}

/** Maximum number of names of a chain; a longer chain is data. */
const MAX_NAMES = 10;

/** Maximum length of a name, in UTF-16 code units, as in the index. */
const MAX_NAME_LENGTH = 64;

const NAME = "[A-Za-z_$\\u00c0-\\u024f][\\w$\\u00c0-\\u024f]*[?!]?";
const CHAIN_REGEXP = new RegExp(
  `(?<![\\w$.@/\\\\\\u00c0-\\u024f-])[@&*:\\\\]{0,2}(?<chain>${NAME}(?:(?:\\.|::|#|->|\\?\\.|\\\\)${NAME})*)(?<arity>\\/\\d{1,2}(?![\\w/]))?(?<call>\\(|)`,
  "g",
);
const SEPARATOR_REGEXP = /\?\.|\.|::|#|->|\\/;

/** Upper case inside a word, or an underscore between two characters. */
const COMPOUND_REGEXP = /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]|[A-Z]{2,}[a-z]|^__?[A-Za-z]\w+$/;

/** Plural acronyms and product names, whose capitals would make symbols of them. */
const PROSE_REGEXP = new RegExp(
  raw`^(?:[A-Z]{2,}s|[A-Z]\.[A-Z](?:\.[A-Z])*|GitHub|GitLab|JavaScript|TypeScript` +
    raw`|PostgreSQL|MySQL|SQLite|MongoDB|MariaDB|MacOS|macOS|iOS|YouTube|LinkedIn` +
    raw`|StackOverflow|OpenSSL|WebSocket|PyPI|NumPy|VSCode|CoffeeScript|PhD|eBay|iPhone|iPad` +
    raw`|OAuth|McDonald|e\.g|i\.e|a\.k\.a|vs|etc)$`,
);

/** Host names, which look like a chain of names. */
const HOST_REGEXP = /^(?:www\..*|[\w-]+\.(?:com|org|net|io|dev|edu|gov)(?:\.\w+)?)$/;

/**
 * Returns the symbols of a line, in order and without overlap.
 *
 * @param offset Offset of the line in the text, which is added to all offsets.
 */
export function findSymbols(line: string, offset: number): FoundSymbol[] {
  const symbols: FoundSymbol[] = [];
  for (const match of line.matchAll(CHAIN_REGEXP)) {
    const { chain = "", arity = "", call = "" } = match.groups ?? {};
    const names = chain.split(SEPARATOR_REGEXP);
    if (names.length > MAX_NAMES || names.some((name) => name.length > MAX_NAME_LENGTH)) continue;
    if (PROSE_REGEXP.test(chain) || HOST_REGEXP.test(chain)) continue;
    const form = formOf(names, call !== "" || arity !== "");
    if (form === undefined) continue;
    const start = offset + match.index + match[0].indexOf(chain);
    // Most often `?` and `!` end a sentence; only Ruby and Elixir have such names.
    const bare = names.map((name) => name.replace(/[?!]$/, ""));
    symbols.push({ start, end: start + chain.length, names: bare, form });
  }
  return symbols;
}

function formOf(names: readonly string[], called: boolean): FoundSymbol["form"] | undefined {
  const [first = "", second = ""] = names;
  if (names.length === 1) {
    return called ? "call" : COMPOUND_REGEXP.test(first) ? "compound" : undefined;
  }
  // A missing space after a full stop: `end.Then`.
  const isSentenceEnd = names.length === 2 && !called && /^[a-z]+$/.test(first) &&
    /^[A-Z][a-z]*$/.test(second);
  return isSentenceEnd ? undefined : "qualified";
}
