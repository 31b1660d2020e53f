import { parse as parseToml, stringify, TomlError } from "smol-toml";
import {
  configError,
  type ConfigFormat,
  ENTRY_NAME,
  FOREIGN_SERVER,
  type HostEntry,
  isRecord,
  isSameValue,
  lineEnd,
  resultsIn,
} from "./config_format.ts";

/** Codex's table of servers. */
const CONTAINER = "mcp_servers";

const HEADER_REGEXP = /^\s*\[/;
const OWN_HEADER_REGEXP = /^\s*\[\s*mcp_servers\s*\.\s*(?:dossier|"dossier"|'dossier')\s*[\].]/;
const LAST_LINE_END_REGEXP = /\r?\n$/;
const BLANK_REGEXP = /^\s*$/;
/** Lines between tables belong to the table after them. */
const BETWEEN_REGEXP = /^\s*(?:#.*)?$/;

/** The TOML format, for Codex. Each result is verified by parsing it. */
export const TOML_FORMAT: ConfigFormat = {
  foreign: FOREIGN_SERVER,

  find(text, name) {
    const servers = readToml(text, name)[CONTAINER];
    const entry = isRecord(servers) ? servers[ENTRY_NAME] : undefined;
    return isRecord(entry) ? entry : undefined;
  },

  add(text, entry, name) {
    if (text === undefined) return this.render(entry);
    const known = this.find(text, name);
    const merged = { ...known, ...entry };
    const block = this.render(merged).replaceAll("\n", lineEnd(text));
    if (isSameValue(known, merged)) return text;
    if (known !== undefined) {
      const added = replaceTable(text, block, (each) => matchesValue(each, text, merged));
      return added ?? throwConfigError(name, "the entry in it is not a separate table");
    }
    // An empty line, or else the end of the last line: the original text can be derived from it.
    const added = text + lineEnd(text) + block;
    return matchesValue(added, text, entry) ? added : throwNoPlaceError(name, readToml(text, name));
  },

  remove(text, name) {
    const entry = this.find(text, name);
    if (entry === undefined) return text;
    const rest = replaceTable(text, "", (each) => matchesValue(each, text, undefined)) ??
      throwConfigError(name, "the entry in it is not a separate table");
    const isOriginal = (each: string | undefined) =>
      resultsIn(text, () => this.add(each, entry, name));
    if (isOriginal(undefined)) return undefined;
    const shorter = rest.replace(LAST_LINE_END_REGEXP, "");
    if (isOriginal(shorter)) return shorter;
    return BLANK_REGEXP.test(rest) && !isOriginal(rest) ? undefined : rest;
  },

  render(entry) {
    return `${stringify({ [CONTAINER]: { [ENTRY_NAME]: entry } }).trim()}\n`;
  },
};

/** Returns the value of a text; integers beyond the exact range of numbers are accepted. */
function parse(text: string): Record<string, unknown> {
  return parseToml(text, { integersAsBigInt: "asNeeded" });
}

/**
 * Returns the value of a text.
 *
 * @param name Name of the file, for errors.
 */
export function readToml(text: string, name: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = ""] = error.message.split("\n");
    const place = `line ${error.line}, column ${error.column}`;
    throw configError(name, {
      rule: `${place} is not valid TOML (${what})`,
      fix: "correct its syntax first",
    });
  }
}

/**
 * Returns true when a text has the same value as another, except for the entry, which is `entry`.
 */
function matchesValue(text: string, other: string, entry: HostEntry | undefined): boolean {
  try {
    const { [CONTAINER]: servers, ...rest } = parse(other);
    const { [ENTRY_NAME]: _, ...others } = isRecord(servers) ? servers : {};
    const expected = entry === undefined ? others : { ...others, [ENTRY_NAME]: entry };
    const { [CONTAINER]: found = {}, ...foundRest } = parse(text);
    return isSameValue(found, expected) && isSameValue(foundRest, rest);
  } catch {
    return false;
  }
}

/**
 * Returns the text with our tables replaced. Several lines may look like our header, as a
 * multi-line text may contain one: the first one with the wanted result is used.
 */
function replaceTable(
  text: string,
  block: string,
  isWanted: (text: string) => boolean,
): string | undefined {
  const lines = text.split(/(?<=\n)/);
  for (const [start, line] of lines.entries()) {
    if (!OWN_HEADER_REGEXP.test(line)) continue;
    const isForeign = (each: string) => HEADER_REGEXP.test(each) && !OWN_HEADER_REGEXP.test(each);
    const next = lines.findIndex((each, index) => index > start && isForeign(each));
    let end = next === -1 ? lines.length : next;
    while (BETWEEN_REGEXP.test(lines[end - 1]?.trimEnd() ?? "x")) end--;
    const result = [...lines.slice(0, start), block, ...lines.slice(end)].join("");
    if (isWanted(result)) return result;
  }
  return undefined;
}

function throwConfigError(name: string, rule: string): never {
  throw configError(name, { rule, fix: `remove "${ENTRY_NAME}" from it by hand` });
}

/** Throws the error of a file without a place for the entry. */
function throwNoPlaceError(name: string, { [CONTAINER]: servers }: Record<string, unknown>): never {
  const [key, value] = isRecord(servers) ? [ENTRY_NAME, servers[ENTRY_NAME]] : [CONTAINER, servers];
  if (value !== undefined) {
    throw configError(name, { rule: `"${key}" in it is not a table`, fix: "remove it by hand" });
  }
  throw configError(name, {
    rule: `"${CONTAINER}" in it is not written as tables`,
    fix: `write each server in it as [${CONTAINER}.NAME]`,
  });
}
