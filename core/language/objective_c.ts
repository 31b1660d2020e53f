import { groupsAt, matchesAt, raw } from "../text/match_at.ts";
import { rowAt } from "../text/split_lines.ts";
import { C_COMMON } from "./c.ts";
import { findCShape } from "./c_shapes.ts";
import type { Found, OutlineLine } from "./outline_rules.ts";
import type { LanguageProfile } from "./profile.ts";
import { NAME, nameAt } from "./profile_parts.ts";

/** What Objective-C has and C has not. */
const OBJECTIVE_C_REGEXP =
  /^(?:@(?:interface|implementation|protocol)\s+\w|@class\s+[\w, ]+;|#import\s*[<"])/m;
/** `@interface Name <Protocol> (`. */
const CONTAINER_REGEXP = new RegExp(
  raw`@(?<keyword>interface|implementation|protocol)\s+(?<name>\w+)[ \t]*` +
    raw`(?:<[^>\n]*>[ \t]*)?(?<category>\()?`,
  "y",
);
/** What ends a container: its last line, or else the first of the next one. */
const CONTAINER_END_REGEXP = /^@(?:(end\b)|(?:interface|implementation|protocol)\s+\w)/gm;
const FORWARD_REGEXP = /[ \t]*[,;]/y;
/** `- (NSArray<Box *> *)name`. */
const METHOD_REGEXP = new RegExp(
  raw`[-+][ \t]*\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)[ \t]*(?<name>${NAME})`,
  "y",
);

/** Objective-C, and C++ in it. */
export const OBJECTIVE_C_PROFILES: readonly LanguageProfile[] = [
  {
    ...C_COMMON,
    name: "objective-c",
    extensions: "m mm",
    contents: { extension: "h", pattern: OBJECTIVE_C_REGEXP },
    outline: { ...C_COMMON.outline, shape: findShape },
  },
];

/** Recognises classes, protocols and methods, and what the language shares with C++. */
function findShape(line: OutlineLine): Found | undefined {
  const { text, at, row, lines, isInFile } = line;
  if (text[at] === "@") return isInFile ? findContainer(line) : undefined;
  if (text[at] !== "-" && text[at] !== "+") return findCShape(line);
  if (!isInFile || lines.indents[row] !== 0) return undefined;
  const name = nameAt(METHOD_REGEXP, text, at);
  return name === undefined ? undefined : { name, kind: "method", after: METHOD_REGEXP.lastIndex };
}

/**
 * Recognises what goes on up to `@end`. An interface and a protocol are definitions; categories and
 * implementations only give methods to one that is defined elsewhere.
 */
function findContainer({ text, at, end, lines }: OutlineLine): Found | undefined {
  const { keyword, name, category } = groupsAt(CONTAINER_REGEXP, text, at);
  const after = CONTAINER_REGEXP.lastIndex;
  if (name === undefined || matchesAt(FORWARD_REGEXP, text, after)) return undefined;
  CONTAINER_END_REGEXP.lastIndex = after;
  const close = CONTAINER_END_REGEXP.exec(text);
  const brace = text.slice(after, end).indexOf("{");
  return {
    ...{ name, kind: keyword === "protocol" ? "interface" : "class", after },
    headEnd: brace < 0 ? end : after + brace,
    lastRow: close === null ? lines.count - 1 : rowAt(lines, close.index) - (close[1] ? 0 : 1),
    isScope: keyword === "implementation" || category !== undefined,
    ...{ isType: false, isFileScope: true },
  };
}
