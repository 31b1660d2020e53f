import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import type { PositionedEntry, PositionedValue, TextPosition } from "@dossier/core/yaml";

/** Values of a TOML text, or the position and reason of its first error. */
export type LocatedToml =
  | { readonly kind: "toml"; readonly table: PositionedValue }
  | { readonly kind: "broken"; readonly place: TextPosition; readonly reason: string };

/** Value that is still incomplete, as the parts of a table may be anywhere in a text. */
interface Draft extends PositionedValue {
  readonly entries?: PositionedEntry[];
  readonly items?: Draft[];
  /** Tables and arrays of tables among the entries. */
  readonly tables?: Map<string, Draft>;
}

const BYTE_ORDER_MARK_REGEXP = /^\uFEFF/;

/** Returns the values of a TOML text with their positions. */
export function parseToml(marked: string): LocatedToml {
  const text = marked.replace(BYTE_ORDER_MARK_REGEXP, "");
  try {
    const root = emptyTable({ line: 1, column: 1 });
    for (const node of parseTOML(text).body[0].body) {
      if (node.type === "TOMLKeyValue") addPair(root, node);
      else {
        const table = findTable(root, node.resolvedKey, positionOf(node));
        for (const pair of node.body) addPair(table, pair);
      }
    }
    return { kind: "toml", table: root };
  } catch (error) {
    if (error instanceof ParseError) {
      return { kind: "broken", place: errorPosition(text, error), reason: error.message };
    }
    // The parser fails for a multi-line string that exceeds the stack.
    if (!(error instanceof RangeError)) throw error;
    return { kind: "broken", place: { line: 1, column: 1 }, reason: "A string is too long" };
  }
}

function addPair(table: Draft, { key, value }: AST.TOMLKeyValue): void {
  const names = key.keys.map((part) => part.type === "TOMLBare" ? part.name : part.value);
  const place = positionOf(key);
  const parent = findTable(table, names.slice(0, -1), place);
  parent.entries?.push({ key: names.at(-1)!, position: place, value: toDraft(value) });
}

/**
 * Returns the table at a path below another one, and creates missing tables. A number is an index.
 */
function findTable(from: Draft, path: readonly (string | number)[], place: TextPosition): Draft {
  let table = from;
  for (const [at, part] of path.entries()) {
    if (typeof part === "number") {
      table = table.items![part] ??= emptyTable(place);
      continue;
    }
    let next = table.tables!.get(part);
    if (next === undefined) {
      next = typeof path[at + 1] === "number" ? { position: place, items: [] } : emptyTable(place);
      table.entries!.push({ key: part, position: place, value: next });
      table.tables!.set(part, next);
    }
    table = next;
  }
  return table;
}

function emptyTable(place: TextPosition): Draft {
  return { position: place, entries: [], tables: new Map() };
}

function toDraft(node: AST.TOMLContentNode): Draft {
  const place = positionOf(node);
  switch (node.type) {
    case "TOMLArray": {
      const items = node.elements.map(toDraft);
      return { position: place, items, value: items.map(({ value }) => value) };
    }
    case "TOMLInlineTable": {
      const table = emptyTable(place);
      for (const pair of node.body) addPair(table, pair);
      return table;
    }
    default: {
      // No setting accepts a number that is not exact.
      const isInexact = node.kind === "integer" && !Number.isSafeInteger(node.value);
      return { position: place, value: isInexact ? undefined : node.value };
    }
  }
}

function positionOf({ loc: { start } }: AST.TOMLNode): TextPosition {
  return { line: start.line, column: start.column + 1 };
}

/**
 * Returns the position of a repeated key, or the end of the text when the parser has read beyond
 * it.
 */
function errorPosition(text: string, { index, message }: ParseError): TextPosition {
  const before = text.slice(0, index);
  const lines = (message.includes("multiple times") ? before : before.trimEnd()).split("\n");
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}
