import { groupsAt, skipMatch } from "../text/match_at.ts";
import type {
  KeywordRule,
  OutlineLine,
  OutlineRules,
  RecognisedDeclaration,
} from "../language/outline_rules.ts";
import type { SymbolKind } from "../language/symbol.ts";

/** Maximum number of modifiers and keywords before a name. */
const MAXIMUM_WORDS = 8;

const EQUALS = 61;

/** Number of characters that words may begin with: those of ASCII. */
const ASCII = 128;

const MODIFIER_ARGUMENT_REGEXP = /\((?:crate|super|self|set|in [^)\n]*)\)[ \t]+|\[[\w.]+\][ \t]+/y;
const ABI_REGEXP = /"[^"\n]*"[ \t]+/y;
const CONSTANT_REGEXP = /\bconst /;

/** Word that may precede a name. */
interface KnownWord {
  readonly isModifier: boolean;
  readonly rule: KeywordRule | undefined;
}

/** Rules of a language with their defaults. */
export type ResolvedRules = OutlineRules & Required<Pick<OutlineRules, "body" | "head">>;

/** Rules of a language with its words in tables. */
export interface PreparedRules {
  readonly rules: ResolvedRules;
  readonly words: ReadonlyMap<string, KnownWord>;
  /** 1 for each first character of a word of the table. */
  readonly firstLetters: Uint8Array;
}

/** Line that is updated in place: one object serves all lines of a text, as there are many. */
export type LineCursor = { -readonly [Key in keyof OutlineLine]: OutlineLine[Key] };

/** Tables of the languages used so far: a process needs few of them. */
const PREPARED = new WeakMap<OutlineRules, PreparedRules>();

/** Returns the tables of a language. */
export function prepareRules(rules: OutlineRules): PreparedRules {
  return PREPARED.getOrInsertComputed(rules, toPrepared);
}

function toPrepared(rules: OutlineRules): PreparedRules {
  const words = new Map<string, KnownWord>();
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
 * Returns the declaration on a line, if any: by its last keyword that a name follows, or else by
 * the declarations of the language without keywords.
 */
export function recogniseLine(
  { rules, words, firstLetters }: PreparedRules,
  line: LineCursor,
): RecognisedDeclaration | undefined {
  const { text, lines, row, isInType, isInFile } = line;
  let at = lines.contentStarts[row] ?? 0;
  if (rules.annotations !== undefined) at = skipMatch(rules.annotations, text, at);
  let matched: { readonly rule: KeywordRule; readonly at: number }[] | undefined;
  let shapeAt = -1;
  let modifiers = "";
  for (let count = 0; count < MAXIMUM_WORDS; count++) {
    const code = text.charCodeAt(at);
    if (!(code < ASCII) || firstLetters[code] === 0) break;
    let end = at + 1;
    while (isWordCharacter(text.charCodeAt(end))) end++;
    const word = words.get(text.slice(at, end));
    if (word === undefined) break;
    let next = skipBlanks(text, end);
    if (word.rule !== undefined) {
      (matched ??= []).push({ rule: word.rule, at: next });
      if (shapeAt < 0) shapeAt = at;
    } else if (text.charCodeAt(next) === EQUALS) {
      // The name of a member is a word that is a modifier elsewhere.
      break;
    } else if (next === end) {
      next = skipMatch(MODIFIER_ARGUMENT_REGEXP, text, end);
      if (next === end) break;
    }
    if (!word.isModifier) break;
    modifiers += `${text.slice(at, end)} `;
    at = skipMatch(ABI_REGEXP, text, next);
  }
  for (let last = matched?.pop(); last !== undefined; last = matched?.pop()) {
    if (last.rule.isMember === true && !isInType && !isInFile) continue;
    const found = applyRule(last.rule, text, { at: last.at, modifiers });
    if (found !== undefined) return found;
  }
  if (rules.matchDeclaration === undefined) return undefined;
  line.at = shapeAt < 0 ? at : shapeAt;
  line.end = lines.starts[row + 1] ?? text.length;
  line.modifiers = modifiers;
  return rules.matchDeclaration(line);
}

function applyRule(
  rule: KeywordRule,
  text: string,
  { at, modifiers }: { readonly at: number; readonly modifiers: string },
): RecognisedDeclaration | undefined {
  const { name, owner } = groupsAt(rule.name, text, at);
  const after = rule.name.lastIndex;
  const isScope = rule.isScope === true;
  if (name === undefined || (name === "" && !isScope)) return undefined;
  const kind = rule.kindAt?.(text, after) ?? rule.kind;
  const isConstant = kind === "variable" && CONSTANT_REGEXP.test(modifiers);
  return { name, kind: isConstant ? "constant" : kind, owner, after, isScope };
}

/** Returns true for a character that may be part of a word. */
export function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) ||
    code === 95 || code === 36;
}

/** Returns the offset of the next character that is neither a space nor a tab. */
export function skipBlanks(text: string, at: number): number {
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
  return at;
}

/** Returns the kind of a declaration in its context. */
export function kindInContext(
  { kind, owner }: RecognisedDeclaration,
  isInType: boolean,
): SymbolKind {
  if (kind === "function" && (isInType || owner !== undefined)) return "method";
  return kind === "variable" && isInType ? "field" : kind;
}

/** Returns true for kinds of definitions with members. */
export function isTypeKind(kind: SymbolKind): boolean {
  return kind === "class" || kind === "interface" || kind === "struct" || kind === "trait" ||
    kind === "enum" || kind === "type";
}

/** Returns true for kinds of definitions with a value. */
export function isValueKind(kind: SymbolKind): boolean {
  return kind === "constant" || kind === "variable" || kind === "field";
}

/** Returns `A.B` for `A::B<T>::`. */
export function toDottedName(owner: string | undefined): string | undefined {
  if (owner?.endsWith("::") !== true) return owner;
  return owner.replace(/<[^<>]*>/g, "").replace(/::$/, "")
    .replaceAll("::", ".");
}

/** Returns two dotted names as one. */
export function joinPath(path: string | undefined, name: string | undefined): string {
  if (path === undefined || path === "") return name ?? "";
  return name === undefined || name === "" ? path : `${path}.${name}`;
}
