import { getNodeValue } from "jsonc-parser";
import type { ServerFile } from "../core/hosts/mod.ts";
import {
  configError,
  type ConfigFormat,
  ENTRY_NAME,
  FOREIGN_SERVER,
  type HostEntry,
  isRecord,
  isSameValue,
  resultsIn,
} from "./config_format.ts";
import {
  fillBlank,
  findContainer,
  findMember,
  insertValue,
  isLeftOver,
  parseJsonText,
  removeNode,
  renderJson,
  replaceValue,
  valueOf,
} from "./json_text.ts";

/**
 * Returns the format of a host with its MCP servers in a member of a JSON file; comments and
 * trailing commas stay, which some hosts accept.
 */
export function jsonFormat(
  { container = "mcpServers", head = {} }: Pick<ServerFile, "container" | "head">,
): ConfigFormat {
  const findServers = (text: string, name: string) => {
    const root = parseJsonText(text, name);
    return root && findContainer(root, container, { type: "object", name });
  };
  const render = (entry: HostEntry) =>
    renderJson({ ...head, [container]: { [ENTRY_NAME]: entry } });
  const find = (text: string, name: string): HostEntry | undefined => {
    const servers = findServers(text, name);
    const member = servers && findMember(servers, ENTRY_NAME);
    if (member === undefined) return undefined;
    const value: unknown = getNodeValue(valueOf(member));
    if (isRecord(value)) return value;
    throw configError(name, {
      rule: `"${ENTRY_NAME}" in it is not an object`,
      fix: "remove it and run this again",
    });
  };
  const add = (text: string | undefined, entry: HostEntry, name: string): string => {
    if (text === undefined) return render(entry);
    const root = parseJsonText(text, name);
    if (root === undefined) {
      return fillBlank(text, renderJson({ [container]: { [ENTRY_NAME]: entry } }))!;
    }
    const servers = findServers(text, name);
    if (servers === undefined) {
      const value = { [ENTRY_NAME]: entry };
      return insertValue(text, root, { key: container, value, isApart: isLeftOver(text, head) });
    }
    const known = findMember(servers, ENTRY_NAME);
    if (known === undefined) return insertValue(text, servers, { key: ENTRY_NAME, value: entry });
    const value = valueOf(known);
    const before = getNodeValue(value);
    const after = isRecord(before) ? { ...before, ...entry } : entry;
    return isSameValue(before, after) ? text : replaceValue(text, value, after);
  };
  return {
    foreign: FOREIGN_SERVER,
    find,
    add,
    render,
    remove(text, name) {
      const entry = find(text, name);
      const servers = findServers(text, name);
      if (entry === undefined || servers === undefined) return text;
      const isOriginal = (each: string | undefined) =>
        resultsIn(text, () => add(each, entry, name));
      if (isOriginal(undefined)) return undefined;
      const rest = removeNode(text, findMember(servers, ENTRY_NAME)!, isOriginal);
      if (rest !== undefined) {
        return isOriginal(rest) || !isLeftOver(rest, head) ? rest : undefined;
      }
      throw configError(name, {
        rule: `"${ENTRY_NAME}" cannot be removed without changing other entries`,
        fix: "remove it by hand",
      });
    },
  };
}
