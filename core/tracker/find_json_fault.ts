/** Location at which a text stops being JSON. */
export interface JsonFault {
  /** Line, 1-based. */
  readonly line: number;
  /** Column in UTF-16 code units, 1-based. */
  readonly column: number;
}

const SPACE_REGEXP = /[ \t\r\n]*/y;
/**
 * Runs of plain characters with escapes between: matching two million single characters overflows
 * JavaScriptCore.
 */
const STRING_REGEXP = new RegExp(
  String.raw`"PLAIN*(?:\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4})PLAIN*)*"`
    .replaceAll("PLAIN", String.raw`[[^"\\\p{Cc}][\x7f-\x9f]]`),
  "vy",
);
const SCALAR_REGEXP =
  /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
const LINE_END_REGEXP = /\r\n|\r|\n/g;

/** Next expected token. */
type Expected = "value" | "first item" | "first key" | "key" | "after";

/**
 * Returns the location at which a text stops being JSON, or undefined when it is JSON. The parser
 * of the runtime states the location in some of its messages only.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const at = findFaultOffset(text);
  if (at === undefined) return undefined;
  let line = 1;
  let start = 0;
  for (const { 0: end, index } of text.slice(0, at).matchAll(LINE_END_REGEXP)) {
    line++;
    start = index + end.length;
  }
  return { line, column: at - start + 1 };
}

function findFaultOffset(text: string): number | undefined {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? 0;
    at += length;
    return length > 0;
  };
  const skipMark = (mark: string): boolean => {
    const is = text[at] === mark;
    if (is) at++;
    return is;
  };
  // The closing marks of open brackets: an explicit stack, so that depth cannot overflow the call stack.
  const ends: string[] = [];
  let expected: Expected = "value";
  for (;;) {
    skip(SPACE_REGEXP);
    if (expected === "after") {
      const end = ends.at(-1);
      if (end === undefined) return at === text.length ? undefined : at;
      if (skipMark(end)) ends.pop();
      else if (skipMark(",")) expected = end === "}" ? "key" : "value";
      else return at;
    } else if (
      expected === "first key" && skipMark("}") || expected === "first item" && skipMark("]")
    ) {
      ends.pop();
      expected = "after";
    } else if (expected === "key" || expected === "first key") {
      if (!skip(STRING_REGEXP)) return at;
      skip(SPACE_REGEXP);
      if (!skipMark(":")) return at;
      expected = "value";
    } else if (skipMark("{")) {
      ends.push("}");
      expected = "first key";
    } else if (skipMark("[")) {
      ends.push("]");
      expected = "first item";
    } else if (skip(STRING_REGEXP) || skip(SCALAR_REGEXP)) expected = "after";
    else return at;
  }
}
