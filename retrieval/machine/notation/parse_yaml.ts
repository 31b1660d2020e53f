import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from "yaml";
import { type PositionedValue, type TextPosition, withSourceText } from "@dossier/core/yaml";
import type { ErrorParts } from "@dossier/core/errors";
import { RetrievalError } from "../mod.ts";
import { explainYamlFault, findIndicator, formatIndicatorProblem } from "./explain_yaml_fault.ts";

/**
 * Maximum number of levels of a text that is parsed. With 800 levels the parser overflows its
 * stack, which takes seconds.
 */
const MAX_LEVELS = 200;

const BRACKET_REGEXP = /[[\]{}]/g;
const LEVELS_IN_LINE_REGEXP = new RegExp(`(?:[-?:][ \\t]+){${MAX_LEVELS}}`);

/**
 * Returns the values of a YAML text with their positions: a mapping, or null for an empty text.
 *
 * @param path Name of the file, for errors.
 * @param toError Creates the error for a problem with line and column.
 * @throws {RetrievalError} `invalid-config`, or the error of `toError`, when the text is invalid,
 * is not a mapping, repeats a key, or has more than 200 levels.
 */
export function parseYaml(
  text: string,
  path: string,
  toError: (refusal: ErrorParts) => Error = (refusal) =>
    new RetrievalError("invalid-config", refusal),
): PositionedValue {
  const counter = new LineCounter();
  const positionAt = (offset = 0): TextPosition => {
    const { line, col } = counter.linePos(offset);
    return { line, column: col };
  };
  const positionOf = (node: unknown) =>
    positionAt((node as Pick<Node, "range"> | null)?.range?.[0]);
  const invalid = ({ line, column }: TextPosition, reason: string) =>
    toError({
      action: `use "${path}"`,
      rule: `line ${line}, column ${column} is wrong`,
      state: reason,
    });
  const tooDeep = (place: TextPosition) => invalid(place, `it has more than ${MAX_LEVELS} levels`);
  if (isTooDeep(text)) throw tooDeep({ line: 1, column: 1 });
  const toPositioned = (node: unknown, keyPosition: TextPosition, level = 0): PositionedValue => {
    if (node === null) return { position: keyPosition, value: null };
    const place = positionOf(node);
    if (level > MAX_LEVELS) throw tooDeep(place);
    const indicator = findMisreadSource(node, { text, document });
    if (indicator !== undefined) {
      throw invalid(positionAt(indicator.offset), formatIndicatorProblem(indicator.written));
    }
    if (isScalar(node)) {
      return { position: place, ...withSourceText(node.value, node.source ?? String(node.value)) };
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => toPositioned(item, place, level + 1));
      return { position: place, items, value: items.map(({ value }) => value) };
    }
    if (!isMap(node)) return { position: place };
    const names = new Set<string>();
    const entries = node.items.map(({ key, value }) => {
      const name = isScalar(key) ? String(key.value) : String(key);
      if (names.has(name)) throw invalid(positionOf(key), "Map keys must be unique");
      names.add(name);
      return {
        key: name,
        position: positionOf(key),
        value: toPositioned(value, positionOf(key), level + 1),
      };
    });
    return { position: place, entries };
  };
  // The parser would compare each key of a mapping with all others.
  const options = { lineCounter: counter, prettyErrors: false, uniqueKeys: false };
  const document = parseDocument(text, options);
  const { errors: [broken], contents } = document;
  if (broken?.code === "RESOURCE_EXHAUSTION") throw tooDeep(positionAt(broken.pos[0]));
  if (broken !== undefined) {
    const fault = { offset: broken.pos[0], message: broken.message };
    const { offset, message } = explainYamlFault(text, fault);
    throw invalid(positionAt(offset), message);
  }
  const placed = toPositioned(contents, positionAt());
  if (placed.entries === undefined && placed.value !== null) {
    throw invalid(placed.position, "it must be a mapping of settings");
  }
  return placed;
}

/** Source of a node. */
interface ParsedText {
  readonly text: string;
  readonly document: Document.Parsed;
}

/**
 * Returns the start of a text that YAML silently reads as something else: an alias without its
 * anchor, an anchor of an empty value, or an unknown tag.
 */
function findMisreadSource(node: unknown, { text, document }: ParsedText) {
  const { range, tag } = node as Node & { readonly tag?: string };
  const end = range?.[0] ?? 0;
  const isMisread = isAlias(node)
    ? node.resolve(document) === undefined
    : isScalar(node) && (/^!(?!!)/.test(tag ?? "") || (node.anchor !== undefined && !node.source));
  if (!isMisread) return undefined;
  const offset = isAlias(node)
    ? end
    : Math.max(text.lastIndexOf("!", end), text.lastIndexOf("&", end));
  return findIndicator(text, offset);
}

function isTooDeep(text: string): boolean {
  if (LEVELS_IN_LINE_REGEXP.test(text)) return true;
  let open = 0;
  for (const [bracket] of text.matchAll(BRACKET_REGEXP)) {
    open = Math.max(0, open + (bracket === "[" || bracket === "{" ? 1 : -1));
    if (open > MAX_LEVELS) return true;
  }
  return false;
}
