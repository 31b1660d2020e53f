import { type CallContext, isCalled } from "./called_name.ts";
import type { Reference } from "./reference.ts";
import type { ReferenceLanguage } from "./reference_language.ts";

const MARK_BEHIND_REGEXP = /^(?:\.|::|\\)/;
const RUBY_SIGIL_REGEXP = /[@:]/;
const UPPER_REGEXP = /^[A-Z]/;
/** UTF-16 units before a name that are looked at for what qualifies it. */
const MAX_QUALIFIER = 120;
/** UTF-16 units of its line before a name that are looked at: what is longer is no code of people. */
const MAX_PREFIX = 400;
/** UTF-16 units of parameters that are passed to see what follows them. */
const MAX_PARAMETERS = 500;
const MARK_REGEXP = /(?:\?\.|&\.|!!\.|(?<!\.)\.|::|->)\s*$/;
const LUA_MARK_REGEXP = /[\w)\]]:$/;
const PHP_MARK_REGEXP = /(?:\?->|->|::|\\)\s*$/;
const SUPER_REGEXP = /\b(?:super|parent)\s*(?:\([^()]*\))?\s*(?:\.|::)\s*$/;
const ARGUMENTS_REGEXP = /(?:::)?<[^<>()]*>|!!/g;
const SEPARATOR_REGEXP = /\s*(?:\?\.|&\.|\.|::|\?->|->|:|\\)\s*/;

/** Names with marks behind them, up to the end of a text. */
const CHAIN_REGEXP = chainRegexp("\\?\\.|&\\.|\\.|::|->");
const LUA_CHAIN_REGEXP = chainRegexp("\\.|:");
const PHP_CHAIN_REGEXP = chainRegexp("\\?->|->|::|\\\\");

function chainRegexp(marks: string): RegExp {
  const name = "[A-Za-z_$@\\x80-\\uffff][\\w$?!\\x80-\\uffff]*(?:(?:::)?<[^<>()]*>|!!)?";
  return new RegExp(`(?:${name}\\s*(?:${marks})\\s*)+$`);
}

/** The word before a name with what qualifies it: `function` in `function pool.open`. */
const WORD_BEFORE_REGEXP = /(?<word>[A-Za-z_]\w*)!?\s+(?:[\w$]+(?:\.|::|:))*$/;
const GO_RECEIVER_REGEXP = /^func\s*\([^()]*\)\s*$/;
const TYPED_PREFIX_REGEXP =
  /^\s*(?:[@~]*[A-Za-z_][\w.:\[\]?]*(?:\s+|\s*[*&]+\s*))+(?:[A-Za-z_]\w*::)*~?$/;
const METHOD_PREFIX_REGEXP =
  /^\s*(?:(?:async|get|set|static|public|private|protected|internal|override|readonly|export|default)\s+)*[*#]?$/;
const PATTERN_PREFIX_REGEXP = /\b(?:let|case)\b[^=]*$/;
const PATTERN_REST_REGEXP = /^[^=;]*\)[\s,)|]*(?:if\b[^;]*)?=>/;
const DECORATED_REGEXP = /@[\w.]+\.$/;
const ATTRIBUTE_REGEXP = /#!?\[[\w:]*$/;
const NEW_REGEXP = /\bnew\s+[\w.\\:]*$/;
const PARENTHESES_REGEXP = /[()]/g;
const TEMPLATE_REGEXP = /<[^<>]*>/g;
const STATEMENT_WORD_REGEXP =
  /(?:^|\s)(?:return|else|case|throw|new|await|co_await|co_return|co_yield|yield|goto|delete|do|in|and|or|not|assert|echo|print)\s/;

/** A text and its language. */
export interface ScanContext {
  /** The text without its literals. */
  readonly masked: string;
  /** Its language. */
  readonly known: ReferenceLanguage;
}

/** Where a name stands. */
export interface NamePlace {
  /** The name. */
  readonly name: string;
  /** Offset of the name. */
  readonly start: number;
  /** Offset of its line. */
  readonly lineStart: number;
}

/** Returns how a name is referred to, or undefined when it is no reference. */
export function classifyName(
  { masked, known }: ScanContext,
  { name, start, lineStart }: NamePlace,
): Pick<Reference, "kind" | "qualifier"> | undefined {
  const { family, keywords, definers } = known;
  const end = start + name.length;
  const previous = masked[start - 1] ?? "\n";
  if (isDigit(previous) || (family === "php" && name.startsWith("$"))) return undefined;
  const prefix = masked.slice(Math.max(lineStart, start - MAX_PREFIX), start);
  const qualifier = qualifierBefore(masked, start, family);
  if (keywords.has(name) && (qualifier === undefined || family === "c")) return undefined;
  const word = WORD_BEFORE_REGEXP.exec(prefix)?.groups?.["word"];
  if (word !== undefined && definers.has(word)) return undefined;
  const isQualifier = MARK_BEHIND_REGEXP.test(masked.slice(end, end + 2));
  if (qualifier === undefined) {
    if (previous === "$" || (family === "ruby" && RUBY_SIGIL_REGEXP.test(previous))) {
      return undefined;
    }
    if (family === "go" && GO_RECEIVER_REGEXP.test(prefix)) return undefined;
  }
  const qualified = qualifier === undefined ? {} : { qualifier };
  if (!isQualifier) {
    if (NEW_REGEXP.test(prefix) && (masked[end] !== "[" || family === "jvm")) {
      return { kind: "new", ...qualified };
    }
    const isDecorator = family === "rust"
      ? ATTRIBUTE_REGEXP.test(prefix)
      : (previous === "@" && qualifier === undefined && family !== "php") ||
        DECORATED_REGEXP.test(prefix);
    if (isDecorator && family !== "ruby" && family !== "elixir") {
      return { kind: "decorator", ...qualified };
    }
  }
  const isCall = isCalled(masked, end, { name, prefix, known, qualifier });
  if (isCall && isDeclared(masked, end, { name, prefix, known, qualifier })) return undefined;
  return {
    kind: isCall && !isPattern(masked, end, { name, prefix, known }) ? "call" : "use",
    ...qualified,
  };
}

/** Returns what qualifies the name that starts at `start`; see {@link Reference.qualifier}. */
function qualifierBefore(masked: string, start: number, family: string): string | undefined {
  const before = masked.slice(Math.max(0, start - MAX_QUALIFIER), start);
  const last = before.trimEnd().at(-1) ?? "";
  if (last === "" || !".:>\\".includes(last) || !isMarked(before, family)) return undefined;
  if (SUPER_REGEXP.test(before)) return "super";
  const pattern = family === "lua"
    ? LUA_CHAIN_REGEXP
    : family === "php"
    ? PHP_CHAIN_REGEXP
    : CHAIN_REGEXP;
  const chain = pattern.exec(before)?.[0];
  if (chain === undefined) return "";
  // Something that is no name stands before the chain: the start of it is not to be seen.
  if (".)]".includes(masked[start - chain.length - 1] ?? " ")) return "";
  const dotted = chain.replaceAll(ARGUMENTS_REGEXP, "").split(SEPARATOR_REGEXP)
    .filter((part) => part !== "").join(".");
  // The mark of a decorator is no part of its name, as that of a field is.
  return family === "ruby" ? dotted : dotted.replace("@", "");
}

/** Returns whether a text ends with a mark that says that the next name belongs to what is before. */
function isMarked(before: string, family: string): boolean {
  if (family === "php") return PHP_MARK_REGEXP.test(before);
  if (family === "haskell" && before.endsWith(":")) return false;
  if (family === "lua" && LUA_MARK_REGEXP.test(before)) return true;
  return MARK_REGEXP.test(before) && (family === "c" || !before.trimEnd().endsWith(">"));
}

/**
 * Returns whether a name with round brackets behind it is being declared: `static int open(…)`, or
 * `open(…) {` at the start of a line.
 */
function isDeclared(
  masked: string,
  end: number,
  { prefix, known, qualifier }: CallContext,
): boolean {
  const { family, hasTypedDeclarations } = known;
  if (hasTypedDeclarations && (qualifier === undefined || prefix.trimEnd().endsWith("::"))) {
    const plain = prefix.replaceAll(TEMPLATE_REGEXP, "").replaceAll(TEMPLATE_REGEXP, "");
    if (TYPED_PREFIX_REGEXP.test(plain) && !STATEMENT_WORD_REGEXP.test(` ${plain}`)) return true;
  }
  if (!hasTypedDeclarations && family !== "javascript") return false;
  if (qualifier !== undefined || !METHOD_PREFIX_REGEXP.test(prefix)) return false;
  const after = masked.slice(closeOf(masked, end)).trimStart();
  return after.startsWith("{") || (family === "javascript" && after.startsWith(":"));
}

/** Returns whether a name with round brackets behind it takes a value apart rather than makes one. */
function isPattern(
  masked: string,
  end: number,
  { name, prefix, known: { family } }: Omit<CallContext, "qualifier">,
): boolean {
  if ((family !== "rust" && family !== "jvm") || !UPPER_REGEXP.test(name)) return false;
  if (PATTERN_PREFIX_REGEXP.test(prefix)) return true;
  const newline = masked.indexOf("\n", end);
  return family === "rust" && !prefix.includes("=>") &&
    PATTERN_REST_REGEXP.test(
      masked.slice(end, newline < 0 ? end + MAX_PREFIX : newline).slice(0, MAX_PREFIX),
    );
}

/** Returns the offset after the bracket that closes the next one; of all that is looked at if none. */
function closeOf(masked: string, from: number): number {
  const last = Math.min(masked.length, from + MAX_PARAMETERS);
  let depth = 0;
  PARENTHESES_REGEXP.lastIndex = from;
  for (let match = PARENTHESES_REGEXP.exec(masked); match !== null;) {
    if (match.index >= last) break;
    depth += match[0] === "(" ? 1 : -1;
    if (depth <= 0) return match.index + 1;
    match = PARENTHESES_REGEXP.exec(masked);
  }
  return last;
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}
