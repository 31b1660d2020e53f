import {
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import {
  configError,
  type ConfigFormat,
  ENTRY_NAME,
  isRecord,
  isSameValue,
  leadsTo,
  lineEnd,
} from "./config_format.ts";

/** Member that all hosts with JSON keep their servers in. */
const CONTAINER = "mcpServers";

const DEFAULT_INDENT = "  ";
const INDENT_REGEXP = /\n([ \t]+)\S/;
const LINE_INDENT_REGEXP = /^[ \t]*/;

/** What some editors put before a text. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A file that a program has opened and written nothing to. */
const BLANK_REGEXP = /^(\uFEFF?)[ \t\r\n]*$/;

const LAST_SPACE_REGEXP = /\s*$/;
const COMMA_REGEXP = /^\s*,/;
const CAPITALS_REGEXP = /(?<=[a-z])(?=[A-Z])/g;

/** JSON, with the comments and last commas that some hosts take: Claude Code and Cursor. */
export const JSON_FORMAT: ConfigFormat = {
  empty: "{}\n",

  find(text, name) {
    if (BLANK_REGEXP.test(text)) return undefined;
    const container = findContainer(parse(text, name), name);
    const entry = container && findMember(container, ENTRY_NAME);
    if (entry === undefined) return undefined;
    const value: unknown = getNodeValue(valueOf(entry));
    if (!isRecord(value)) {
      throw configError(name, {
        rule: `"${ENTRY_NAME}" in it is no object`,
        mend: "remove it and run this again",
      });
    }
    return value;
  },

  add(text, entry, name) {
    if (text === undefined) return this.render(entry);
    const mark = BLANK_REGEXP.exec(text)?.[1];
    if (mark !== undefined) return mark + this.render(entry).trimEnd() + text.slice(mark.length);
    const root = parse(text, name);
    const container = findContainer(root, name);
    const known = container && findMember(container, ENTRY_NAME);
    if (known !== undefined) {
      const value = valueOf(known);
      if (isSameValue(getNodeValue(value), entry)) return text;
      return splice(
        text,
        endOf(value),
        value.offset,
        layOut(entry, text, lineIndent(text, value.offset)),
      );
    }
    return container === undefined
      ? insertMember(text, root, { key: CONTAINER, value: { [ENTRY_NAME]: entry } })
      : insertMember(text, container, { key: ENTRY_NAME, value: entry });
  },

  remove(text, name) {
    const entry = this.find(text, name);
    if (entry === undefined) return text;
    const container = findContainer(parse(text, name), name);
    const member = container && findMember(container, ENTRY_NAME);
    if (container === undefined || member === undefined) return text;
    const isOriginal = (each: string | undefined) =>
      leadsTo(text, () => this.add(each, entry, name));
    if (isOriginal(undefined)) return undefined;
    const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    const without = withoutMember(text, member);
    const rest = [
      // A file of nothing but space, which now is what follows the object.
      mark + text.slice(text.trimEnd().length),
      ...(container.children?.length === 1 ? withoutMember(text, container.parent!) : []),
      ...without,
    ].find(isOriginal) ?? without.find((each) => isOnlyLess(text, each, name));
    if (rest !== undefined) return rest;
    throw configError(name, {
      rule: `"${ENTRY_NAME}" can not be taken out of it alone`,
      mend: "remove it by hand",
    });
  },

  render(entry) {
    return `${JSON.stringify({ [CONTAINER]: { [ENTRY_NAME]: entry } }, null, DEFAULT_INDENT)}\n`;
  },
};

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
    throw configError(name, { rule: `${place} is no JSON (${what})`, mend: "correct it first" });
  }
  if (root.type !== "object") {
    throw configError(name, { rule: "it holds no object", mend: "write {} into it" });
  }
  return root;
}

function findContainer(root: Node, name: string): Node | undefined {
  const member = findMember(root, CONTAINER);
  if (member === undefined) return undefined;
  const container = valueOf(member);
  if (container.type === "object") return container;
  throw configError(name, {
    rule: `"${CONTAINER}" in it is no object`,
    mend: `write "${CONTAINER}": {}`,
  });
}

/** Returns the last member of that name, which is the one that readers take. */
function findMember(object: Node, key: string): Node | undefined {
  return object.children?.findLast(({ children }) => children?.[0]?.value === key);
}

function valueOf(member: Node): Node {
  const value = member.children?.[1];
  if (value === undefined) throw new TypeError("Cannot take the value of a member without one");
  return value;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Returns the text with a member at the end of an object, in a line of its own if it has lines. */
function insertMember(
  text: string,
  object: Node,
  { key, value }: { readonly key: string; readonly value: unknown },
): string {
  const close = endOf(object) - 1;
  const last = object.children?.at(-1);
  const inside = text.slice(object.offset + 1, close);
  const place = object.offset + 1 + inside.replace(LAST_SPACE_REGEXP, "").length;
  const isCommaLast = last !== undefined && hasComma(text, last, close);
  const outer = lineIndent(text, object.offset);
  const isFolded = !inside.includes("\n");
  const indent = isFolded
    ? outer
    : last === undefined
    ? outer + unitOf(text)
    : lineIndent(text, last.offset);
  const gap = isFolded ? (last === undefined ? "" : " ") : lineEnd(text) + indent;
  const added = `${gap}${JSON.stringify(key)}: ${layOut(value, text, indent)}`;
  // Who writes a comma behind the last member has one behind the new last member too.
  const withAdded = splice(text, place, place, isCommaLast ? `${added},` : added);
  return last === undefined || isCommaLast
    ? withAdded
    : splice(withAdded, endOf(last), endOf(last), ",");
}

/** Returns texts without a member: what an insertion may have been made of, the most careful one last. */
function withoutMember(text: string, member: Node): string[] {
  const object = member.parent!;
  const members = object.children ?? [];
  const index = members.indexOf(member);
  const before = members[index - 1];
  const start = text.slice(0, member.offset).replace(LAST_SPACE_REGEXP, "").length;
  const comma = COMMA_REGEXP.exec(text.slice(endOf(member)))?.[0].length ?? 0;
  const end = endOf(member) + comma;
  const plain = splice(text, end, start, "");
  if (before === undefined || index < members.length - 1) return [plain];
  // The comma before it came with it.
  const place = endOf(before);
  const space = COMMA_REGEXP.exec(text.slice(place))?.[0].length ?? 0;
  return [splice(plain, place + space, place, ""), plain];
}

function isOnlyLess(text: string, rest: string, name: string): boolean {
  const wanted = getNodeValue(parse(text, name));
  delete wanted[CONTAINER][ENTRY_NAME];
  try {
    return isSameValue(getNodeValue(parse(rest, name)), wanted);
  } catch {
    return false;
  }
}

/** Returns whether a comma stands behind a member, whatever comments are between. */
function hasComma(text: string, member: Node, close: number): boolean {
  const probe = `[0${text.slice(endOf(member), close)}0]`;
  const errors: ParseError[] = [];
  parseTree(probe, errors);
  return errors.length === 0;
}

/** Returns a value as JSON whose further lines stand at an indent of the text. */
function layOut(value: unknown, text: string, indent: string): string {
  return JSON.stringify(value, null, unitOf(text)).replaceAll("\n", lineEnd(text) + indent);
}

function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return LINE_INDENT_REGEXP.exec(text.slice(start))?.[0] ?? "";
}

function unitOf(text: string): string {
  return INDENT_REGEXP.exec(text)?.[1] ?? DEFAULT_INDENT;
}

function splice(text: string, end: number, start: number, added: string): string {
  return text.slice(0, start) + added + text.slice(end);
}
