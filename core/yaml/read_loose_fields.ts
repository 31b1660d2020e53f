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
