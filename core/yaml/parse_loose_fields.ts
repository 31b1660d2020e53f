const FIELD_REGEXP = /^([A-Za-z][\w-]*)[ \t]*:(?:[ \t]+(.*?))?[ \t\r]*$/;
const ITEM_REGEXP = /^[ \t]*-[ \t]+(.*?)[ \t\r]*$/;
const BLOCK_REGEXP = /^[|>][-+]?$/;

/**
 * Returns the fields of front matter that is not valid YAML, which is common in files for hosts: a
 * colon, brackets or globs in unquoted text, and examples over several lines. Each line that looks
 * like a field is one; the lines below belong to it.
 */
export function parseLooseFields(text: string): Readonly<Record<string, string | string[]>> {
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

/** Returns the text without the quotes around it; any other text unchanged. */
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
 * It reads the part of YAML that documents use in their front matter: texts, with or without
 * quotes, and lists of texts. Other values are skipped, and nothing is an error. The full parser
 * takes 15 ms to load, for each answer in a tree whose documents have front matter.
 */
export function parseTextFields(frontMatter: string): ReadonlyMap<string, readonly string[]> {
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

/**
 * Returns the text as a list of one; empty for no text and for the start of another kind of value.
 */
function parseText(written: string): string[] {
  const value = written.trim();
  const double = DOUBLE_QUOTED_REGEXP.exec(value)?.groups?.["text"];
  if (double !== undefined) return [double.replace(ESCAPE_REGEXP, "$1")];
  const single = SINGLE_QUOTED_REGEXP.exec(value)?.groups?.["text"];
  if (single !== undefined) return [single.replaceAll("''", "'")];
  const plain = value.replace(COMMENT_REGEXP, "").trim();
  return plain === "" || "|>{&*!".includes(plain[0]!) ? [] : [plain];
}
