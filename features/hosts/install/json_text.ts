import {
  getNodePath,
  getNodeValue,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { configError, isSameValue, lineEnd } from "./config_format.ts";

const DEFAULT_INDENT = "  ";
const INDENT_REGEXP = /\n([ \t]+)\S/;
const LINE_INDENT_REGEXP = /^[ \t]*/;

/** A file that a program has created and not written to. */
const BLANK_REGEXP = /^\uFEFF?[ \t\r\n]*$/;

/** The text that may precede the object of a file: a byte order mark, and blank lines. */
const START_REGEXP = /^\uFEFF?[ \t\r\n]*/;

const SPACE_REGEXP = /^[\s,]*$/;
const LAST_SPACE_REGEXP = /\s*$/;
const COMMA_REGEXP = /^\s*,/;
const CAPITALS_REGEXP = /(?<=[a-z])(?=[A-Z])/g;

/** Returns a value as a file of its own. */
export function renderJson(value: unknown): string {
  return `${JSON.stringify(value, null, DEFAULT_INDENT)}\n`;
}

/**
 * Returns a blank file followed by the text of a file without its last line break, so that it
 * differs from a new file. Undefined for a file that is not blank.
 */
export function fillBlank(text: string, rendered: string): string | undefined {
  return BLANK_REGEXP.test(text) ? text + rendered.trimEnd() : undefined;
}

/** Returns the blank file that {@link fillBlank} may have filled. */
function findBlankPrefix(text: string): string {
  return START_REGEXP.exec(text)?.[0] ?? "";
}

/**
 * Returns the object in a text; undefined for a blank one.
 *
 * @throws {UsageError} With the location, for a text that is not a JSON object.
 */
export function parseJsonText(text: string, name: string): Node | undefined {
  return BLANK_REGEXP.test(text) ? undefined : parse(text, name);
}

/**
 * Returns the value of a text; undefined for a blank one.
 *
 * @throws {UsageError} As {@link parseJsonText}.
 */
export function readJson(text: string, name: string): unknown {
  const root = parseJsonText(text, name);
  return root && getNodeValue(root);
}

/** Returns the value of a member of an object, which must be an object or a list, by `type`. */
export function findContainer(
  object: Node,
  key: string,
  { type, name }: { readonly type: "object" | "array"; readonly name: string },
): Node | undefined {
  const member = findMember(object, key);
  if (member === undefined) return undefined;
  const container = valueOf(member);
  if (container.type === type) return container;
  throw configError(name, {
    rule: `"${key}" in it is not ${type === "object" ? "an object" : "a list"}`,
    fix: `write "${key}": ${type === "object" ? "{}" : "[]"}`,
  });
}

/** Returns the text with a value replaced. */
export function replaceValue(text: string, node: Node, value: unknown): string {
  const laidOut = formatValue(value, text, lineIndent(text, node.offset));
  return splice(text, endOf(node), node.offset, laidOut);
}

/**
 * Returns the text without a member or an item, and without parents that were created for it alone:
 * exactly the text that it was added to if that can be found, else one without the parents that are
 * left empty. Undefined when neither is possible.
 *
 * @param isOriginal Returns true when adding it to a text results in this one.
 */
export function removeNode(
  text: string,
  node: Node,
  isOriginal: (text: string) => boolean,
): string | undefined {
  const emptied = listEmptied(node);
  const filled = emptied.findIndex((each, at) =>
    at < emptied.length - 1 && !hasNoComment(each, text)
  );
  const bare = filled === -1 ? emptied : emptied.slice(0, filled + 1);
  const candidates = emptied.toReversed().flatMap((each) => listTextsWithoutChild(text, each));
  return [findBlankPrefix(text), ...candidates].find(isOriginal) ??
    bare.toReversed().flatMap((each) => {
      const path = getNodePath(each.type === "property" ? valueOf(each) : each);
      return listTextsWithoutChild(text, each).filter((rest) => lacksOnlyPath(text, rest, path));
    })[0];
}

/** Returns a node, followed by its ancestors that contain nothing else. */
function listEmptied(node: Node): Node[] {
  const container = node.parent;
  const holder = container?.parent;
  if (container?.children?.length !== 1 || holder === undefined) return [node];
  return [node, ...listEmptied(holder.type === "property" ? holder : container)];
}

/** Returns true when the parent of an only child contains no comment. */
function hasNoComment(node: Node, text: string): boolean {
  const parent = node.parent!;
  const before = text.slice(parent.offset + 1, node.offset);
  const after = text.slice(endOf(node), endOf(parent) - 1);
  return SPACE_REGEXP.test(before + after);
}

/** Returns true for a text with an empty object, or with `made` alone, and no comment. */
export function isLeftOver(text: string, made: Readonly<Record<string, unknown>>): boolean {
  const plain = text.replaceAll(/[\s\uFEFF]/g, "");
  return ["{}", JSON.stringify(made)].includes(plain);
}

function parse(text: string, name: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    const before = text.slice(0, error?.offset ?? 0).split("\n");
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    const what = error === undefined
      ? "nothing"
      : printParseErrorCode(error.error).replaceAll(CAPITALS_REGEXP, " ").toLowerCase();
    throw configError(name, {
      rule: `${place} is not valid JSON (${what})`,
      fix: "correct its syntax first",
    });
  }
  if (root.type !== "object") {
    throw configError(name, { rule: "it contains no object", fix: "write {} into it" });
  }
  return root;
}

/** Returns the last member with a name, which is the one that parsers use. */
export function findMember(object: Node, key: string): Node | undefined {
  return object.children?.findLast(({ children }) => children?.[0]?.value === key);
}

/** Returns the value of a member. */
export function valueOf(member: Node): Node {
  const value = member.children?.[1];
  if (value === undefined) throw new TypeError("Cannot read the value of a member as it has none");
  return value;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/**
 * Returns the text with a value added at the end of an object or a list, on a line of its own if it
 * has lines. In an empty one with lines, a blank line precedes the value, so that it differs from
 * one that was created with the value.
 *
 * @param added.key For an object, the name of the member.
 * @param added.isApart If true, a blank line precedes it as in an empty one. @default false
 */
export function insertValue(
  text: string,
  object: Node,
  { key, value, isApart = false }: {
    readonly key?: string;
    readonly value: unknown;
    readonly isApart?: boolean;
  },
): string {
  const close = endOf(object) - 1;
  const last = object.children?.at(-1);
  const inside = text.slice(object.offset + 1, close);
  const place = object.offset + 1 + inside.replace(LAST_SPACE_REGEXP, "").length;
  const isCommaLast = last !== undefined && hasComma(text, last, close);
  const outer = lineIndent(text, object.offset);
  const isFolded = !listGaps(text, object).some((gap) => gap.includes("\n"));
  const indent = isFolded
    ? outer
    : last === undefined
    ? outer + findIndentUnit(text)
    : lineIndent(text, last.offset);
  const end = lineEnd(text);
  const lines = isApart || inside.trim() === "" ? end + end : end;
  const gap = isFolded ? (last === undefined ? "" : " ") : lines + indent;
  const label = key === undefined ? "" : `${JSON.stringify(key)}: `;
  const added = `${gap}${label}${formatValue(value, text, indent)}`;
  // A trailing comma after the last member is repeated after the new one.
  const withAdded = splice(text, place, place, isCommaLast ? `${added},` : added);
  return last === undefined || isCommaLast
    ? withAdded
    : splice(withAdded, endOf(last), endOf(last), ",");
}

/** Returns the texts before, between and after the members or items of an object or a list. */
function listGaps(text: string, { offset, length, children = [] }: Node): string[] {
  const starts = [offset + 1, ...children.map(endOf)];
  const ends = [...children.map((child) => child.offset), offset + length - 1];
  return starts.map((start, at) => text.slice(start, ends[at]));
}

/** Returns candidates for the text without a member or an item, the most careful one last. */
function listTextsWithoutChild(text: string, member: Node): string[] {
  const object = member.parent!;
  const members = object.children ?? [];
  const index = members.indexOf(member);
  const before = members[index - 1];
  const start = text.slice(0, member.offset).replace(LAST_SPACE_REGEXP, "").length;
  const comma = COMMA_REGEXP.exec(text.slice(endOf(member)))?.[0].length ?? 0;
  const end = endOf(member) + comma;
  const plain = splice(text, end, start, "");
  if (before === undefined || index < members.length - 1) return [plain];
  // The comma before it was added with it.
  const place = endOf(before);
  const space = COMMA_REGEXP.exec(text.slice(place))?.[0].length ?? 0;
  return [splice(plain, place + space, place, ""), plain];
}

/** Returns true when a text has the same value as another, without what is at a path. */
function lacksOnlyPath(text: string, rest: string, path: JSONPath): boolean {
  const value = (each: string) => getNodeValue(parse(each, ""));
  try {
    return isSameValue(value(rest), removePath(value(text), path));
  } catch {
    return false;
  }
}

function removePath(value: unknown, path: JSONPath): unknown {
  const holder = path.slice(0, -1).reduce<unknown>(
    (each, key) => (each as Record<string | number, unknown>)[key],
    value,
  );
  const last = path.at(-1)!;
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete (holder as Record<string, unknown>)[String(last)];
  return value;
}

/** Returns true when a comma follows a member, with any comments in between. */
function hasComma(text: string, member: Node, close: number): boolean {
  const probe = `[0${text.slice(endOf(member), close)}0]`;
  const errors: ParseError[] = [];
  parseTree(probe, errors);
  return errors.length === 0;
}

/** Returns a value as JSON whose further lines have an indent of the text. */
function formatValue(value: unknown, text: string, indent: string): string {
  return JSON.stringify(value, null, findIndentUnit(text)).replaceAll("\n", lineEnd(text) + indent);
}

function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return LINE_INDENT_REGEXP.exec(text.slice(start))?.[0] ?? "";
}

function findIndentUnit(text: string): string {
  return INDENT_REGEXP.exec(text)?.[1] ?? DEFAULT_INDENT;
}

function splice(text: string, end: number, start: number, added: string): string {
  return text.slice(0, start) + added + text.slice(end);
}
