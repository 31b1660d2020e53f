/** A value of the plain part of YAML. */
export type PlainYaml = string | number | boolean | null | readonly PlainYaml[] | {
  readonly [key: string]: PlainYaml;
};

/** A line that is not blank. */
interface Row {
  readonly indent: number;
  readonly text: string;
}

const LINE_END_REGEXP = /\r\n|\n/;
const BLANK_REGEXP = /^ *(?:#.*)?$/;
const ROW_REGEXP = /^( *)([!-~](?:[ -~\u00a1-\ud7ff]*[!-~\u00a1-\ud7ff])?) *$/;
const PAIR_REGEXP = /^([A-Za-z_][\w-]*):(?: +(.*))?$/;
const ITEM_REGEXP = /^- +(.*)$/;
const QUOTED_REGEXP = /^"([^"\\]*)"$|^'([^']*)'$/;
const WHOLE_NUMBER_REGEXP = /^(?:0|[1-9]\d{0,14})$/;
const DATE_REGEXP = /^\d{4}-\d{2}-\d{2}$/;
/** Texts that begin like a word, a path or a pattern, without marks of YAML. */
const TEXT_REGEXP = /^[A-Za-z/_\\(^$](?:[^#:]|:(?=[^ ]))*$/;
const FLOW_TEXT_REGEXP = /^[A-Za-z/_][^#:,[\]{}"'`\\]*$/;
const BOOLEAN_REGEXP = /^(?:true|false)$/;
const SPECIAL_REGEXP = /^(?:true|false|null)$/i;
const FLOW_REGEXP = /^\[(.*)\]$/;

/**
 * Returns the mapping of a text in a plain subset of YAML, as in most front matter: mappings and lists by
 * indentation, words, quoted texts without escapes, whole numbers, true, false, dates and `[a, b]`. Undefined for
 * anything else; then a full parser has to read it. Loading that takes longer than the rest of reading an
 * issue.
 */
export function readPlainYaml(text: string): { readonly [key: string]: PlainYaml } | undefined {
  const rows: Row[] = [];
  for (const line of text.split(LINE_END_REGEXP)) {
    if (BLANK_REGEXP.test(line)) continue;
    const [, indent = "", content] = ROW_REGEXP.exec(line) ?? [];
    if (content === undefined) return undefined;
    rows.push({ indent: indent.length, text: content });
  }
  const reader = new PlainReader(rows);
  const mapping = reader.readMapping(0);
  return reader.isDone ? mapping : undefined;
}

/** One walk over the rows. Each method returns undefined for text outside of the subset. */
class PlainReader {
  readonly #rows: Row[];
  #at = 0;

  constructor(rows: Row[]) {
    this.#rows = rows;
  }

  get isDone(): boolean {
    return this.#at === this.#rows.length;
  }

  readMapping(indent: number): { readonly [key: string]: PlainYaml } | undefined {
    const entries = new Map<string, PlainYaml>();
    for (let row = this.#row(indent); row !== undefined; row = this.#row(indent)) {
      const [, key, written] = PAIR_REGEXP.exec(row.text) ?? [];
      if (
        key === undefined || key === "__proto__" || SPECIAL_REGEXP.test(key) || entries.has(key)
      ) {
        return undefined;
      }
      this.#at++;
      const value = written === undefined ? this.#readInner(indent) : readScalar(written);
      if (value === undefined) return undefined;
      entries.set(key, value);
    }
    return Object.fromEntries(entries);
  }

  /** Reads the value below a key; a list may have the indentation of the key. */
  #readInner(indent: number): PlainYaml | undefined {
    const next = this.#rows[this.#at];
    if (next === undefined) return null;
    const isItem = ITEM_REGEXP.test(next.text);
    if (next.indent < indent || (next.indent === indent && !isItem)) return null;
    return isItem ? this.#readList(next.indent) : this.readMapping(next.indent);
  }

  #readList(indent: number): readonly PlainYaml[] | undefined {
    const items: PlainYaml[] = [];
    for (let row = this.#row(indent); row !== undefined; row = this.#row(indent)) {
      const [, written] = ITEM_REGEXP.exec(row.text) ?? [];
      if (written === undefined) break;
      const value = PAIR_REGEXP.test(written)
        ? this.#readItem(row.text.length - written.length + indent, written)
        : readScalar(written);
      if (value === undefined) return undefined;
      if (typeof value !== "object" || Array.isArray(value)) this.#at++;
      items.push(value);
    }
    return items;
  }

  /** Reads the mapping of an item, whose first pair stands behind the dash. */
  #readItem(indent: number, text: string): PlainYaml | undefined {
    this.#rows[this.#at] = { indent, text };
    return this.readMapping(indent);
  }

  #row(indent: number): Row | undefined {
    const row = this.#rows[this.#at];
    return row?.indent === indent ? row : undefined;
  }
}

function readScalar(written: string): PlainYaml | undefined {
  const [, inner] = FLOW_REGEXP.exec(written) ?? [];
  if (inner === undefined) return readWord(written, TEXT_REGEXP);
  if (inner.trim() === "") return [];
  const items = inner.split(",").map((item) => readWord(item.trim(), FLOW_TEXT_REGEXP));
  return items.some((item) => item === undefined) ? undefined : items as readonly PlainYaml[];
}

function readWord(written: string, pattern: RegExp): PlainYaml | undefined {
  const quoted = QUOTED_REGEXP.exec(written);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? "";
  if (WHOLE_NUMBER_REGEXP.test(written)) return Number(written);
  if (DATE_REGEXP.test(written)) return written;
  if (BOOLEAN_REGEXP.test(written)) return written === "true";
  return pattern.test(written) && !SPECIAL_REGEXP.test(written) ? written : undefined;
}
