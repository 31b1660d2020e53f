import { groupsAt, skipMatch } from "../text/match_at.ts";
import type { Found, KeywordRule, OutlineLine, OutlineRules } from "../language/outline_rules.ts";
import type { SymbolKind } from "../language/symbol.ts";

/** Modifiers and keywords that may stand in front of a name. */
const MAXIMUM_WORDS = 8;

const EQUALS = 61;

/** Characters that words begin with are among the first of Unicode. */
const ASCII = 128;

const MODIFIER_ARGUMENT_REGEXP = /\((?:crate|super|self|set|in [^)\n]*)\)[ \t]+|\[[\w.]+\][ \t]+/y;
const ABI_REGEXP = /"[^"\n]*"[ \t]+/y;
const CONSTANT_REGEXP = /\bconst /;

/** A word that may stand before a name. */
interface Word {
  readonly isModifier: boolean;
  readonly rule: KeywordRule | undefined;
}

/** Rules of a language with their defaults. */
export type ResolvedRules = OutlineRules & Required<Pick<OutlineRules, "body" | "head">>;

/** Rules of a language with its words in tables. */
export interface PreparedRules {
  readonly rules: ResolvedRules;
  readonly words: ReadonlyMap<string, Word>;
  /** 1 for each character that a word of the table begins with. */
  readonly firstLetters: Uint8Array;
}

/** One object for all lines of a text, as there are too many for one each. */
export type LineCursor = { -readonly [Key in keyof OutlineLine]: OutlineLine[Key] };

/** Tables of the languages met so far: a process needs few of them. */
const PREPARED = new WeakMap<OutlineRules, PreparedRules>();

/** Returns the tables of a language. */
export function prepareRules(rules: OutlineRules): PreparedRules {
  return PREPARED.getOrInsertComputed(rules, toPrepared);
}

function toPrepared(rules: OutlineRules): PreparedRules {
  const words = new Map<string, Word>();
  for (const [keywords, rule] of Object.entries(rules.keywords ?? {})) {
    for (const word of keywords.split(" ")) words.set(word, { isModifier: false, rule });
  }
  for (const word of rules.modifiers?.split(" ") ?? []) {
    words.set(word, { isModifier: true, rule: words.get(word)?.rule });
  }
  const firstLetters = new Uint8Array(ASCII);
  for (const word of words.keys()) firstLetters[word.charCodeAt(0)] = 1;
  const { body = "brace" } = rules;
  const defaults = body === "brace"
    ? { head: body, brackets: "braces" } as const
    : { head: "line" } as const;
  return { rules: { ...defaults, ...rules, body }, words, firstLetters };
}

/**
 * Returns what a line declares, if anything: by its last keyword that a name follows, and else by
 * the shapes of the language.
 */
export function recogniseLine(
  { rules, words, firstLetters }: PreparedRules,
  line: LineCursor,
): Found | undefined {
  const { text, lines, row, isInType, isInFile } = line;
  let at = lines.firsts[row] ?? 0;
  if (rules.annotations !== undefined) at = skipMatch(rules.annotations, text, at);
  let met: { readonly rule: KeywordRule; readonly at: number }[] | undefined;
  let shapeAt = -1;
  let modifiers = "";
  for (let count = 0; count < MAXIMUM_WORDS; count++) {
    const code = text.charCodeAt(at);
    if (!(code < ASCII) || firstLetters[code] === 0) break;
    let end = at + 1;
    while (isWordCode(text.charCodeAt(end))) end++;
    const word = words.get(text.slice(at, end));
    if (word === undefined) break;
    let next = skipBlanks(text, end);
    if (word.rule !== undefined) {
      (met ??= []).push({ rule: word.rule, at: next });
      if (shapeAt < 0) shapeAt = at;
    } else if (text.charCodeAt(next) === EQUALS) {
      // A member is called by a word that is a modifier elsewhere.
      break;
    } else if (next === end) {
      next = skipMatch(MODIFIER_ARGUMENT_REGEXP, text, end);
      if (next === end) break;
    }
    if (!word.isModifier) break;
    modifiers += `${text.slice(at, end)} `;
    at = skipMatch(ABI_REGEXP, text, next);
  }
  for (let last = met?.pop(); last !== undefined; last = met?.pop()) {
    if (last.rule.isMember === true && !isInType && !isInFile) continue;
    const found = applyRule(last.rule, text, { at: last.at, modifiers });
    if (found !== undefined) return found;
  }
  if (rules.shape === undefined) return undefined;
  line.at = shapeAt < 0 ? at : shapeAt;
  line.end = lines.starts[row + 1] ?? text.length;
  line.modifiers = modifiers;
  return rules.shape(line);
}

function applyRule(
  rule: KeywordRule,
  text: string,
  { at, modifiers }: { readonly at: number; readonly modifiers: string },
): Found | undefined {
  const { name, owner } = groupsAt(rule.name, text, at);
  const after = rule.name.lastIndex;
  const isScope = rule.isScope === true;
  if (name === undefined || (name === "" && !isScope)) return undefined;
  const kind = rule.kindAt?.(text, after) ?? rule.kind;
  const isConstant = kind === "variable" && CONSTANT_REGEXP.test(modifiers);
  return { name, kind: isConstant ? "constant" : kind, owner, after, isScope };
}

/** Returns whether a character may stand in a word. */
export function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) ||
    code === 95 || code === 36;
}

/** Returns the offset of the next character that is neither a space nor a tab. */
export function skipBlanks(text: string, at: number): number {
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
  return at;
}

/** Returns what a declaration is where it stands. */
export function kindInside({ kind, owner }: Found, isInType: boolean): SymbolKind {
  if (kind === "function" && (isInType || owner !== undefined)) return "method";
  return kind === "variable" && isInType ? "field" : kind;
}

/** Returns whether such definitions have members. */
export function isTypeKind(kind: SymbolKind): boolean {
  return kind === "class" || kind === "interface" || kind === "struct" || kind === "trait" ||
    kind === "enum" || kind === "type";
}

/** Returns whether such definitions hold a value. */
export function isValueKind(kind: SymbolKind): boolean {
  return kind === "constant" || kind === "variable" || kind === "field";
}

/** Returns `A.B` for `A::B<T>::`. */
export function dotted(owner: string | undefined): string | undefined {
  if (owner?.endsWith("::") !== true) return owner;
  return owner.replace(/<[^<>]*>/g, "").replace(/::$/, "")
    .replaceAll("::", ".");
}

/** Returns two dotted names as one. */
export function joinPath(path: string | undefined, name: string | undefined): string {
  if (path === undefined || path === "") return name ?? "";
  return name === undefined || name === "" ? path : `${path}.${name}`;
}
