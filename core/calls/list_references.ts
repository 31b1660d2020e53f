import { classifyName } from "./classify_name.ts";
import { maskLiterals } from "./mask_literals.ts";
import type { Reference } from "./reference.ts";
import { referenceLanguageOf } from "./reference_language.ts";

/** Options of {@link listReferences}. */
export interface ReferenceOptions {
  /** Lower-case language name such as `"typescript"`. */
  readonly language: string;
  /** Names to look for. @default all */
  readonly names?: ReadonlySet<string>;
  /** Line of the text's first line, 1-based. @default 1 */
  readonly startLine?: number;
}

const NAME_REGEXP = /[A-Za-z_\x80-\uffff][\w$\x80-\uffff]*|\$[\w$]+/g;
const SCRIPT_NAME_REGEXP = /#?[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*/g;
const RUBY_NAME_REGEXP = /[A-Za-z_\x80-\uffff][\w\x80-\uffff]*(?:[?!](?!=))?/g;
const LISP_NAME_REGEXP = /[A-Za-z_*+!?<>=][\w*+!?<>='-]*/g;

/**
 * Returns where a piece of code refers to names, in the order of the text: outside of comments and
 * strings, and apart from key words and names that are being defined.
 *
 * It goes by what stands around a name, so what is declared without a key word (`int open(`) or made
 * by a macro can be taken wrongly. A name alone counts as a call where the language can call one that
 * way and what follows looks like an argument.
 *
 * @param text Code, from the start of a line.
 * @returns None when nothing is known of the language.
 *
 * @example
 * ```ts
 * import { listReferences } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const [call] = listReferences("def f(x):\n    return os.path.join(x)  # g()\n", {
 *   language: "python",
 *   names: new Set(["join"]),
 * });
 * assert.deepEqual(call, { name: "join", kind: "call", line: 2, start: 29, qualifier: "os.path" });
 * ```
 */
export function listReferences(
  text: string,
  { language, names, startLine = 1 }: ReferenceOptions,
): readonly Reference[] {
  const known = referenceLanguageOf(language);
  if (known === undefined) return [];
  const masked = maskLiterals(text, language);
  const context = { masked, known };
  const found: Reference[] = [];
  let line = startLine;
  let lineStart = 0;
  const pattern = namePatternOf(known.family);
  pattern.lastIndex = 0;
  for (let match = pattern.exec(masked); match !== null; match = pattern.exec(masked)) {
    const name = match[0];
    if (names !== undefined && !names.has(name)) continue;
    const start = match.index;
    for (let next = masked.indexOf("\n", lineStart); next >= 0 && next < start;) {
      line++;
      lineStart = next + 1;
      next = masked.indexOf("\n", lineStart);
    }
    const reference = classifyName(context, { name, start, lineStart });
    if (reference !== undefined) found.push({ name, line, start, ...reference });
  }
  return found;
}

function namePatternOf(family: string): RegExp {
  if (family === "ruby" || family === "elixir") return RUBY_NAME_REGEXP;
  if (family === "javascript") return SCRIPT_NAME_REGEXP;
  return family === "lisp" ? LISP_NAME_REGEXP : NAME_REGEXP;
}
