import { groupsAt, matchesAt, raw } from "../text/match_at.ts";
import type {
  DeclarationMatcher,
  OutlineLine,
  OutlineRules,
  RecognisedDeclaration,
} from "./outline_rules.ts";
import {
  DOLLAR_NAME,
  grammarSource,
  type LanguageProfile,
  matchNameAt,
  namePattern,
  quotedString,
} from "./profile.ts";
import { skipParentheses, skipQuoted } from "./skip_literal.ts";

const NAME_REGEXP = namePattern("", "", DOLLAR_NAME);
const FUNCTION_NAME_REGEXP = namePattern(raw`\*?\s*`, "", DOLLAR_NAME);
const CLASS_NAME_REGEXP = namePattern(raw`(?!extends\b|implements\b)`, "", DOLLAR_NAME);
const MODULE_NAME_REGEXP =
  /(?:(?<name>[A-Za-z_$\x80-\uffff][\w$.\x80-\uffff]*)|"[^"\n]*"|'[^'\n]*')\s*(?=\{)/y;
const VALUE_NAME_REGEXP = /(?<name>[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*)!?\s*(?=[:=;,\n]|$)/y;
const VALUE_KEYWORD_REGEXP = /\b(?:const|let|var) $/;
/** `*name<T>(`, `#name(`, `[Symbol.iterator](`, `"name"(`. */
const MEMBER_REGEXP = new RegExp(
  raw`\*?\s*(?<name>#?${DOLLAR_NAME}|\[[^\]\n]*\]|"[^"\n]*"|'[^'\n]*')\??\s*` +
    raw`(?:<[^(;]{0,500}>)?\(`,
  "y",
);
const PROPERTY_REGEXP =
  /(?<name>#?[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*|"[^"\n]*"|'[^'\n]*')[?!]?\s*(?::|=(?![=>]))/y;
/** `box.inner.name =`. */
const ASSIGNED_REGEXP = new RegExp(
  raw`(?<path>(?:${DOLLAR_NAME}\.)+)(?<name>${DOLLAR_NAME})\s*=(?![=>])\s*`,
  "y",
);
const LISTED_FUNCTION_REGEXP = namePattern("", raw`\s*:\s*(?:async\s+)?function\b`, DOLLAR_NAME);
const EXPORTED_OBJECT_REGEXP = /(?:module\.)?exports\s*=\s*(?=\{)/y;
const CLASS_REGEXP =
  /\s*class\b(?:\s+(?!extends\b)(?<name>[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*))?/y;
const OBJECT_REGEXP = /\s*(?:Object\.freeze\()?\{/y;
const STATEMENT_REGEXP = /^(?:if|for|while|switch|catch|return|with|function|super|await|new)$/;
const EXPORTS_REGEXP = /^(?:module\.)?exports\.$|^(?:this|self|window|global|globalThis)\.$/;

const QUOTES_REGEXP = /^["']|["']$/g;
const OPENERS = "([{";
const CLOSERS = ")]}";
const TYPE_TERMINATORS = ";,\n";

/** Maximum number of UTF-16 units of parameters that are read to find an arrow after them. */
const MAXIMUM_PARAMETERS = 1000;

/** Maximum number of nested calls around a function that are read. */
const MAXIMUM_WRAPPERS = 3;

/** `name = async function`, `name =>`, `(`. */
const FUNCTION_REGEXP = new RegExp(
  raw`\s*(?:[\w$.\x80-\uffff]+\s*=(?![=>])\s*)?(?:async\s*)?` +
    raw`(?:(?<keyword>function\b)|${DOLLAR_NAME}\s*=>|(?=[(<]))`,
  "y",
);
const ARROW_REGEXP = /\s*(?::[^=;{]*(?:\{[^}]*\}[^=;{]*)?)?=>/y;
/**
 * Call that may wrap a function: `memo(`, `React.forwardRef<A, B>(`, `createThunk("a/b", `. Calls
 * on lists, promises and selectors are excluded, as their value is the function's result.
 */
const WRAPPER_REGEXP = new RegExp(
  raw`\s*(?:(?:[A-Z_$][\w$]*|styled)\.)?` +
    raw`(?!(?:if|for|while|switch|return|await|new|typeof|function|require|import` +
    raw`|set(?:Timeout|Interval|Immediate)|requestAnimationFrame|queueMicrotask` +
    raw`|(?:assert|expect|render|wait)\w*|use` +
    raw`(?!\w*(?:Callback|Memo|Event|Handler|Function|[Dd]ebounce|[Tt]hrottle))\w*)\b)` +
    raw`${DOLLAR_NAME}\s*(?:<[^\n;]*?>)?\((?:\s*(?:"[^"\n]*"|'[^'\n]*')\s*,)?`,
  "y",
);
const QUOTES = "\"'`";

const OUTLINE: OutlineRules = {
  head: "line",
  modifiers: "export default declare async const let var " +
    "public private protected static readonly abstract override accessor get set",
  keywords: {
    "function": { kind: "function", name: FUNCTION_NAME_REGEXP },
    "class": { kind: "class", name: CLASS_NAME_REGEXP },
  },
  matchDeclaration: createMatcher({ needsBody: true }),
};

const TYPED_OUTLINE: OutlineRules = {
  ...OUTLINE,
  annotations: /(?:@[\w.]+(?:\([^()\n]*\))?[ \t]+)+/y,
  keywords: {
    ...OUTLINE.keywords,
    "interface": { kind: "interface", name: NAME_REGEXP },
    "enum": { kind: "enum", name: NAME_REGEXP },
    "type": { kind: "type", name: /(?<name>[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*)\s*(?=[=<])/y },
    "namespace module": { kind: "module", name: MODULE_NAME_REGEXP, isMember: true },
  },
  matchDeclaration: createMatcher({ needsBody: false }),
};

const COMMON = {
  literals: {
    lineComments: ["//"],
    blockComments: [["/*", "*/"]],
    strings: [
      quotedString('"'),
      quotedString("'"),
      quotedString("`", { isMultiline: true, interpolation: "${" }),
    ],
    hasRegularExpressions: true,
  },
  family: "javascript",
  keywords: "async await const delete export extends from function import instanceof let new of " +
    "static typeof var void with yield constructor class undefined",
} as const satisfies Partial<LanguageProfile>;

const TYPED = { ...COMMON, outline: TYPED_OUTLINE };

const references = () => import("./references/script.ts");

/** Profiles of JavaScript, TypeScript, and the languages of components that contain them. */
export const JAVASCRIPT_PROFILES: readonly LanguageProfile[] = [
  {
    ...COMMON,
    name: "javascript",
    aliases: "jsx",
    extensions: "js mjs cjs jsx",
    generated: ".min.js .min.mjs",
    interpreters: "node",
    outline: OUTLINE,
    grammar: grammarSource("javascript", references),
  },
  {
    ...TYPED,
    name: "typescript",
    extensions: "ts mts cts",
    interpreters: "deno bun",
    grammar: grammarSource("typescript", references),
  },
  {
    ...TYPED,
    name: "tsx",
    extensions: "tsx",
    grammar: grammarSource("tsx", references),
  },
  { ...TYPED, name: "vue", extensions: "vue", script: "tsx" },
  { ...TYPED, name: "svelte", extensions: "svelte", script: "tsx" },
];

/** Recognises methods and properties in types, and values and assignments elsewhere. */
function createMatcher({ needsBody }: { readonly needsBody: boolean }): DeclarationMatcher {
  return (line) => {
    const { text, at, modifiers, isInFile } = line;
    if (line.isInType) return findMember(line, needsBody);
    if (VALUE_KEYWORD_REGEXP.test(modifiers)) return findValue(line);
    if (isInFile && text[at] === "{" && modifiers.endsWith("default ")) return exportedObject(at);
    const code = text.charCodeAt(at) | 32;
    return code >= 97 && code <= 122 || code === 127 || text[at] === "$"
      ? findAssigned(line)
      : undefined;
  };
}

function findMember(
  { text, at }: OutlineLine,
  needsBody: boolean,
): RecognisedDeclaration | undefined {
  const method = matchNameAt(MEMBER_REGEXP, text, at)?.replace(QUOTES_REGEXP, "");
  if (method !== undefined) {
    if (STATEMENT_REGEXP.test(method)) return undefined;
    return { name: method, kind: "method", after: MEMBER_REGEXP.lastIndex - 1, needsBody };
  }
  const name = matchNameAt(PROPERTY_REGEXP, text, at)?.replace(QUOTES_REGEXP, "");
  const after = PROPERTY_REGEXP.lastIndex;
  // The value begins after the type, or after the colon.
  const equals = text[after - 1] === "=" ? -1 : findEquals(text, after);
  const value = equals < 0 ? after : equals;
  const body = name === undefined ? undefined : functionOrWrapped(text, value);
  return name === undefined || body === undefined ? undefined : { name, kind: "method", ...body };
}

function findValue(
  { text, at, modifiers, isInFile, isInType }: OutlineLine,
): RecognisedDeclaration | undefined {
  const name = matchNameAt(VALUE_NAME_REGEXP, text, at);
  if (name === undefined) return undefined;
  const after = VALUE_NAME_REGEXP.lastIndex;
  const value = valueAfter(text, after);
  if (value > 0) {
    const body = functionOrWrapped(text, value);
    if (body !== undefined) return { name, kind: "function", ...body };
    if (matchesAt(CLASS_REGEXP, text, value)) {
      return { name, kind: "class", after: CLASS_REGEXP.lastIndex };
    }
  }
  if (!isInFile && !isInType) return undefined;
  const isType = value > 0 && matchesAt(OBJECT_REGEXP, text, value);
  return { name, kind: modifiers.includes("const ") ? "constant" : "variable", after, isType };
}

function findAssigned({ text, at, isInFile }: OutlineLine): RecognisedDeclaration | undefined {
  if (isInFile) {
    if (matchesAt(EXPORTED_OBJECT_REGEXP, text, at)) {
      return exportedObject(EXPORTED_OBJECT_REGEXP.lastIndex);
    }
  }
  const listed = matchNameAt(LISTED_FUNCTION_REGEXP, text, at);
  if (listed !== undefined) {
    return { name: listed, kind: "method", after: LISTED_FUNCTION_REGEXP.lastIndex };
  }
  const { path = "", name = "" } = groupsAt(ASSIGNED_REGEXP, text, at);
  if (name === "") return undefined;
  const value = ASSIGNED_REGEXP.lastIndex;
  const isExports = path === "module." && name === "exports";
  CLASS_REGEXP.lastIndex = value;
  const found = CLASS_REGEXP.exec(text);
  if (found !== null) {
    const className = isExports ? found.groups?.["name"] : name;
    if (className === undefined) return undefined;
    return { name: className, kind: "class", after: CLASS_REGEXP.lastIndex };
  }
  const body = isInFile ? functionOrWrapped(text, value) : functionAt(text, value);
  if (body === undefined) return undefined;
  if (isExports) {
    const called = matchNameAt(FUNCTION_NAME_REGEXP, text, body.after + 1);
    return called === undefined ? undefined : { name: called, kind: "function", ...body };
  }
  const owner = EXPORTS_REGEXP.test(path) ? undefined : path.slice(0, -1).replace(".prototype", "");
  return { name, kind: "function", owner, ...body };
}

/** Returns an object without a name, whose functions are definitions. */
function exportedObject(brace: number): RecognisedDeclaration {
  return { name: "", kind: "constant", after: brace, isScope: true, isType: true };
}

/** Returns the offset after the `=` of a declaration, or -1 when it has no value. */
function valueAfter(text: string, from: number): number {
  if (text[from] === "=") return from + 1;
  return text[from] === ":" ? findEquals(text, from) : -1;
}

/** Returns the offset after the `=` that ends a type on the same statement, or -1. */
function findEquals(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAXIMUM_PARAMETERS);
  let depth = 0;
  for (let at = from; at < limit; at++) {
    const character = text[at] ?? "";
    if (OPENERS.includes(character) || character === "<") depth++;
    else if (CLOSERS.includes(character)) depth--;
    else if (character === ">" && text[at - 1] !== "=") depth--;
    else if (depth === 0 && TYPE_TERMINATORS.includes(character)) return -1;
    else if (depth === 0 && character === "=" && text[at + 1] !== ">") return at + 1;
    if (depth < 0) return -1;
  }
  return -1;
}

/** Continuation and end of the head of a function. */
type FunctionHead = Pick<RecognisedDeclaration, "after" | "headEnd" | "isWrapped">;

/**
 * Returns the continuation of the head of a function that is a value, also when it is wrapped in
 * calls.
 */
function functionOrWrapped(text: string, from: number): FunctionHead | undefined {
  const plain = functionAt(text, from);
  if (plain !== undefined) return plain;
  let at = from;
  for (let count = 0; count < MAXIMUM_WRAPPERS; count++) {
    if (!matchesAt(WRAPPER_REGEXP, text, at)) return undefined;
    at = WRAPPER_REGEXP.lastIndex;
    const inner = functionAt(text, at);
    if (inner === undefined) continue;
    const headEnd = inner.headEnd ?? headEndOf(text, inner.after);
    return headEnd < 0 ? undefined : { after: from, headEnd, isWrapped: true };
  }
  return undefined;
}

/**
 * Returns the continuation of the head of a function at an offset, or `undefined` for another
 * value.
 */
function functionAt(text: string, from: number): FunctionHead | undefined {
  FUNCTION_REGEXP.lastIndex = from;
  const match = FUNCTION_REGEXP.exec(text);
  if (match === null) return undefined;
  const after = FUNCTION_REGEXP.lastIndex;
  if (match.groups?.["keyword"] !== undefined) return { after };
  if (match[0].endsWith(">")) return { after, headEnd: after };
  const limit = Math.min(text.length, after + MAXIMUM_PARAMETERS);
  let depth = 0;
  let angle = 0;
  for (let at = after; at < limit; at++) {
    const character = text[at] ?? "";
    if (depth === 0 && character === "<") angle++;
    else if (depth === 0 && character === ">" && text[at - 1] !== "=") angle--;
    else if (OPENERS.includes(character)) depth++;
    else if (QUOTES.includes(character)) at = Math.max(at, skipQuoted(text, at, false) - 1);
    else if (CLOSERS.includes(character) && --depth === 0 && angle <= 0) {
      if (!matchesAt(ARROW_REGEXP, text, at + 1)) return undefined;
      return { after, headEnd: ARROW_REGEXP.lastIndex };
    }
  }
  return undefined;
}

/** Returns the offset after the parameters and the return type of a function. */
function headEndOf(text: string, from: number): number {
  const open = text.indexOf("(", from);
  const limit = Math.min(text.length, from + MAXIMUM_PARAMETERS);
  if (open < 0 || open >= limit) return -1;
  const close = skipParentheses(text, open, limit);
  const brace = text.indexOf("{", close);
  return brace < 0 || brace >= limit ? -1 : brace;
}
