const FIELD_REGEXP = /^([A-Za-z][\w-]*)[ \t]*:(?:[ \t]+(.*?))?[ \t\r]*$/;
const ITEM_REGEXP = /^[ \t]*-[ \t]+(.*?)[ \t\r]*$/;
const BLOCK_REGEXP = /^[|>][-+]?$/;

/**
 * Returns fields of front matter that is not plain YAML, or none at all, as of much that people write for hosts: a
 * colon, brackets or globs without quotes in a text, and examples over several lines. Each line that looks like one
 * is a field; what stands below belongs to it.
 */
export function readLooseFields(text: string): Readonly<Record<string, string | string[]>> {
  const fields: Record<string, string | string[]> = Object.create(null);
  let last: string | undefined;
  for (const line of text.split("\n")) {
    const [, key, value = ""] = FIELD_REGEXP.exec(line) ?? [];
    if (key !== undefined) {
      last = key;
      fields[key] = BLOCK_REGEXP.test(value) ? "" : unquote(value);
      continue;
    }
    if (last === undefined || line.trim() === "" || line.startsWith("#")) continue;
    const before = fields[last]!;
    const [, item] = ITEM_REGEXP.exec(line) ?? [];
    if (item !== undefined && (before === "" || Array.isArray(before))) {
      fields[last] = [...before, unquote(item)];
    } else if (typeof before === "string") fields[last] = `${before}\n${line.trim()}`.trim();
  }
  return fields;
}

/** Returns what stands between quotes around all of a text; any other text as it is. */
export function unquote(text: string): string {
  const [, inner] = /^(?:"([^]*)"|'[^]*')$/.exec(text) ?? [];
  if (inner !== undefined) return inner.replaceAll(/\\(["\\])/g, "$1");
  return text.startsWith("'") && text.endsWith("'") && text.length > 1 ? text.slice(1, -1) : text;
}

const TEXT_FIELD_REGEXP = /^(?<key>[A-Za-z][\w-]*)\s*:(?:\s+(?<value>.*))?$/s;
const TEXT_ITEM_REGEXP = /^\s*-\s+(?<item>.+)$/s;
const FLOW_LIST_REGEXP = /^\[(?<items>.*)\](?:\s+#.*)?$/s;
const FLOW_ITEM_REGEXP = /\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+)/gs;
const DOUBLE_QUOTED_REGEXP = /^"(?<text>(?:[^"\\]|\\.)*)"/s;
const SINGLE_QUOTED_REGEXP = /^'(?<text>(?:[^']|'')*)'/;
const COMMENT_REGEXP = /(?:^|\s)#.*$/s;
const ESCAPE_REGEXP = /\\(.)/gs;

/**
 * Returns the texts of front matter by key in lower case; a single text is a list of one.
 *
 * Of YAML it reads what documents have in their front matter: texts, with quotes or without, and lists of them.
 * Other values are left out, and nothing is an error. The full parser takes 15 ms to load, for every answer in a
 * tree whose documents have front matter.
 */
export function readTextFields(frontMatter: string): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  let key: string | undefined;
  for (const line of frontMatter.split("\n")) {
    const content = line.trimEnd();
    const item = TEXT_ITEM_REGEXP.exec(content)?.groups?.["item"];
    if (item !== undefined) {
      if (key !== undefined) fields.get(key)!.push(...parseText(item));
      continue;
    }
    const field = TEXT_FIELD_REGEXP.exec(content)?.groups;
    if (field === undefined) continue;
    key = field["key"]!.toLowerCase();
    fields.set(key, parseValue(field["value"] ?? ""));
  }
  return fields;
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
