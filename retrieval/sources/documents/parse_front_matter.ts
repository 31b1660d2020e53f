/** What a document says of itself before its text. */
export interface FrontMatter {
  /** Texts by key in lower case; a single text is a list of one. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Line on which the text starts behind it, 1-based; 1 without front matter. */
  readonly bodyLine: number;
  /** Where the text starts, as a UTF-16 offset. */
  readonly bodyStart: number;
}

const FENCE = "---";

/** Lines that are looked through for its end, as the chunker does. */
const MAX_LINES = 200;

const NONE: FrontMatter = { fields: new Map(), bodyLine: 1, bodyStart: 0 };

const FIELD_REGEXP = /^(?<key>[A-Za-z][\w-]*)\s*:(?:\s+(?<value>.*))?$/s;
const ITEM_REGEXP = /^\s*-\s+(?<item>.+)$/s;
const FLOW_LIST_REGEXP = /^\[(?<items>.*)\](?:\s+#.*)?$/s;
const FLOW_ITEM_REGEXP = /\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+)/gs;
const DOUBLE_QUOTED_REGEXP = /^"(?<text>(?:[^"\\]|\\.)*)"/s;
const SINGLE_QUOTED_REGEXP = /^'(?<text>(?:[^']|'')*)'/;
const COMMENT_REGEXP = /(?:^|\s)#.*$/s;
const ESCAPE_REGEXP = /\\(.)/gs;

/**
 * Returns the front matter of a Markdown text: the lines between two lines of three hyphens at its very
 * start.
 *
 * Of YAML it reads what front matter is written in: texts, with quotes or without, and lists of them.
 * Other values are left out, and nothing is an error. The full parser takes 15 ms to load, for
 * every answer in a tree whose documents have front matter.
 *
 * @param text A document.
 */
export function parseFrontMatter(text: string): FrontMatter {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  if (!text.startsWith(FENCE, start)) return NONE;
  const fields = new Map<string, string[]>();
  let key: string | undefined;
  let offset = start;
  for (let line = 1; line <= MAX_LINES && offset < text.length; line++) {
    const newline = text.indexOf("\n", offset);
    const end = newline < 0 ? text.length : newline;
    const content = text.slice(offset, end).trimEnd();
    offset = end + 1;
    if (line === 1) {
      if (content !== FENCE) return NONE;
      continue;
    }
    if (content === FENCE) return { fields, bodyLine: line + 1, bodyStart: offset };
    const item = ITEM_REGEXP.exec(content)?.groups?.["item"];
    if (item !== undefined) {
      if (key !== undefined) fields.get(key)!.push(...parseText(item));
      continue;
    }
    const field = FIELD_REGEXP.exec(content)?.groups;
    if (field === undefined) continue;
    key = field["key"]!.toLowerCase();
    fields.set(key, parseValue(field["value"] ?? ""));
  }
  return NONE;
}

function parseValue(value: string): string[] {
  const items = FLOW_LIST_REGEXP.exec(value.trim())?.groups?.["items"];
  if (items === undefined) return parseText(value);
  return (items.match(FLOW_ITEM_REGEXP) ?? []).flatMap(parseText);
}

/** Returns the text that is written, or none where it is empty or the start of something else. */
function parseText(written: string): string[] {
  const value = written.trim();
  const double = DOUBLE_QUOTED_REGEXP.exec(value)?.groups?.["text"];
  if (double !== undefined) return [double.replace(ESCAPE_REGEXP, "$1")];
  const single = SINGLE_QUOTED_REGEXP.exec(value)?.groups?.["text"];
  if (single !== undefined) return [single.replaceAll("''", "'")];
  const plain = value.replace(COMMENT_REGEXP, "").trim();
  return plain === "" || "|>{&*!".includes(plain[0]!) ? [] : [plain];
}
