import { docComment, docString } from "./doc_comment.ts";
import { findBrace, findHead } from "./find_head.ts";
import { findLeadRow } from "./lead_rows.ts";
import type { Found, KeywordRule, OutlineLanguage } from "./outline_language.ts";
import { type BracketScan, IN_COMMENT, INSIDE, scanBrackets } from "./scan_brackets.ts";
import { BLANK, type LineTable, rowAt, splitLines } from "./split_lines.ts";
import type { SymbolDefinition, SymbolKind } from "./symbol.ts";

/** Lines longer than this, in UTF-16 units, are data or minified: no declaration is looked for. */
const MAXIMUM_LINE = 2000;

/** Modifiers and keywords that may stand in front of a name. */
const MAXIMUM_WORDS = 8;

/** UTF-16 units of a head that are kept as its signature. */
const MAXIMUM_SIGNATURE = 200;

const ASCII = 128;
const OPEN = -1;

const MODIFIER_ARGUMENT_REGEXP = /\((?:crate|super|self|set|in [^)\n]*)\)[ \t]+|\[[\w.]+\][ \t]+/y;
const ABI_REGEXP = /"[^"\n]*"[ \t]+/y;
const CONSTANT_REGEXP = /\bconst /;
const CLOSING_BRACKET_REGEXP = /[)\]}]/y;
const WHITE_SPACE_REGEXP = /\s+/g;

/** A word that may stand before a name. */
interface Word {
  readonly isModifier: boolean;
  readonly rule: KeywordRule | undefined;
}

/** A language with its words in tables. */
interface PreparedLanguage {
  readonly language: OutlineLanguage;
  readonly words: ReadonlyMap<string, Word>;
  /** 1 for each character that a word of the table begins with. */
  readonly firstLetters: Uint8Array;
  /** What begins a comment of one line. */
  readonly lineComments: readonly string[];
}

/** A definition whose end is not reached yet, or a scope. */
interface Enclosing {
  readonly symbol: { -readonly [Key in keyof SymbolDefinition]: SymbolDefinition[Key] } | undefined;
  /** Dotted names from the outermost definition to this one. */
  readonly path: string;
  readonly name: string;
  readonly indent: number;
  /** Braces that are open directly inside. */
  readonly depth: number;
  readonly isType: boolean;
  readonly isFileScope: boolean;
  readonly endsWithCloser: boolean;
  /** Last row, or {@link OPEN} while only the lines to come can tell. */
  readonly lastRow: number;
}

const PREPARED = new WeakMap<OutlineLanguage, PreparedLanguage>();

/** Returns the definitions of a text, as one language's record recognises them, in line order. */
export function outlineText(text: string, language: OutlineLanguage): SymbolDefinition[] {
  let prepared = PREPARED.get(language);
  if (prepared === undefined) {
    prepared = prepare(language);
    PREPARED.set(language, prepared);
  }
  return new Outliner(text, prepared).outline();
}

function prepare(language: OutlineLanguage): PreparedLanguage {
  const words = new Map<string, Word>();
  for (const [keywords, rule] of Object.entries(language.keywords)) {
    for (const word of keywords.split(" ")) words.set(word, { isModifier: false, rule });
  }
  for (const word of language.modifiers?.split(" ") ?? []) {
    words.set(word, { isModifier: true, rule: words.get(word)?.rule });
  }
  const firstLetters = new Uint8Array(ASCII);
  for (const word of words.keys()) firstLetters[word.charCodeAt(0)] = 1;
  const lineComments = language.lexicon.comments
    .filter(([, close]) => close === "\n").map(([open]) => open);
  return { language, words, firstLetters, lineComments };
}

class Outliner {
  readonly #text: string;
  readonly #lines: LineTable;
  readonly #scan: BracketScan;
  readonly #prepared: PreparedLanguage;
  readonly #symbols: SymbolDefinition[] = [];
  readonly #open: Enclosing[] = [];
  /** The last row so far that holds code. */
  #lastCodeRow = 0;

  constructor(text: string, prepared: PreparedLanguage) {
    this.#text = text;
    this.#prepared = prepared;
    this.#lines = splitLines(text);
    this.#scan = scanBrackets(text, this.#lines, prepared.language.lexicon);
  }

  outline(): SymbolDefinition[] {
    const { count, starts, indents } = this.#lines;
    const { depths } = this.#scan;
    for (let row = 0; row < count; row++) {
      const depth = depths[row] ?? INSIDE;
      if (indents[row] === BLANK || depth === IN_COMMENT) continue;
      if (depth !== INSIDE && !this.#isComment(row)) {
        this.#closeBefore(row);
        const length = (starts[row + 1] ?? 0) - (starts[row] ?? 0);
        const found = length > MAXIMUM_LINE ? undefined : this.#recognise(row, depth);
        if (found !== undefined) this.#declare(row, depth, found);
      } else if (depth !== INSIDE) continue;
      this.#lastCodeRow = row;
    }
    while (this.#open.length > 0) this.#close(this.#lastCodeRow);
    return this.#symbols;
  }

  #isComment(row: number): boolean {
    const at = this.#lines.firsts[row] ?? 0;
    for (const open of this.#prepared.lineComments) {
      if (this.#text.startsWith(open, at)) return true;
    }
    return false;
  }

  /** Ends what does not go on with a row. */
  #closeBefore(row: number): void {
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      if (top.lastRow !== OPEN) {
        if (top.lastRow >= row) return;
        this.#open.pop();
        continue;
      }
      const indent = this.#lines.indents[row] ?? 0;
      if (indent > top.indent || this.#goesOn(top, row)) return;
      const closer = top.endsWithCloser ? this.#prepared.language.closer : CLOSING_BRACKET_REGEXP;
      const isCloser = closer !== undefined && this.#matches(closer, row);
      if (isCloser && indent === top.indent) return this.#close(row);
      if (top.endsWithCloser && !isCloser) return;
      this.#close(this.#lastCodeRow);
    }
  }

  /** Returns whether a row begins another clause of a definition, or a body's brace. */
  #goesOn({ name, indent, symbol }: Enclosing, row: number): boolean {
    const at = this.#lines.firsts[row] ?? 0;
    if (indent !== this.#lines.indents[row]) return false;
    if (symbol === undefined || this.#prepared.language.hasClauses !== true) return false;
    return this.#text.startsWith(name, at) && !isWordCode(this.#text.charCodeAt(at + name.length));
  }

  #close(lastRow: number): void {
    const symbol = this.#open.pop()?.symbol;
    if (symbol !== undefined) symbol.endLine = Math.max(symbol.endLine, lastRow + 1);
  }

  #matches(pattern: RegExp, row: number): boolean {
    pattern.lastIndex = this.#lines.firsts[row] ?? 0;
    return pattern.test(this.#text);
  }

  /** Returns the declaration that begins on a row. */
  #recognise(row: number, depth: number): Found | undefined {
    const { language, words, firstLetters } = this.#prepared;
    const text = this.#text;
    const parent = this.#open.at(-1);
    const isDirect = parent === undefined || parent.isFileScope || parent.isType;
    const inner = parent?.depth ?? 0;
    const isMember = isDirect &&
      (language.body === "brace"
        ? depth === inner
        : parent !== undefined || this.#lines.indents[row] === 0);
    let at = this.#lines.firsts[row] ?? 0;
    if (language.annotations !== undefined) {
      language.annotations.lastIndex = at;
      if (language.annotations.test(text)) at = language.annotations.lastIndex;
    }
    const rules: KeywordRule[] = [];
    const offsets: number[] = [];
    let shapeAt = -1;
    let modifiers = "";
    for (let count = 0; count < MAXIMUM_WORDS; count++) {
      const code = text.charCodeAt(at);
      if (!(code < ASCII) || firstLetters[code] === 0) break;
      let end = at + 1;
      while (isWordCode(text.charCodeAt(end))) end++;
      const found = words.get(text.slice(at, end));
      if (found === undefined) break;
      let next = skipBlanks(text, end);
      if (found.rule !== undefined) {
        rules.push(found.rule);
        offsets.push(next);
        if (shapeAt < 0) shapeAt = at;
      } else if (next === end) {
        MODIFIER_ARGUMENT_REGEXP.lastIndex = end;
        if (!MODIFIER_ARGUMENT_REGEXP.test(text)) break;
        next = MODIFIER_ARGUMENT_REGEXP.lastIndex;
      }
      ABI_REGEXP.lastIndex = next;
      if (found.isModifier && ABI_REGEXP.test(text)) next = ABI_REGEXP.lastIndex;
      if (found.isModifier) modifiers += `${text.slice(at, end)} `;
      at = next;
      if (!found.isModifier) break;
    }
    for (let index = rules.length - 1; index >= 0; index--) {
      const rule = rules[index];
      if (rule === undefined || (rule.isMember === true && !isMember)) continue;
      const found = applyRule(rule, text, { at: offsets[index] ?? 0, modifiers });
      if (found !== undefined) return found;
    }
    return language.shape?.({
      text,
      lines: this.#lines,
      scan: this.#scan,
      language,
      row,
      at: shapeAt < 0 ? at : shapeAt,
      end: this.#lines.starts[row + 1] ?? text.length,
      modifiers,
      parent: parent?.name ?? "",
      isInType: isMember && parent?.isType === true,
      isInFile: isMember && parent?.isType !== true,
    });
  }

  #declare(row: number, depth: number, found: Found): void {
    const { language } = this.#prepared;
    const text = this.#text;
    const lines = this.#lines;
    const first = Math.max(found.row ?? row, (this.#symbols.at(-1)?.startLine ?? 1) - 1);
    const indent = lines.indents[first] ?? 0;
    const isCallable = found.kind === "function" || found.kind === "method";
    const head = found.headEnd !== undefined
      ? { end: found.headEnd, brace: this.#braceAfter(found.headEnd), isWhole: false }
      : findHead(text, found.after, {
        lines,
        scan: this.#scan,
        language,
        endsAtEquals: isCallable && language.body === "brace",
        indent,
      });
    if (found.needsBody === true && head.brace < 0) return;
    // In a language whose bodies end with a word, only the next declaration ends one without it.
    for (let top = this.#open.at(-1); top?.endsWithCloser; top = this.#open.at(-1)) {
      if (top.lastRow !== OPEN || top.indent < indent) break;
      this.#close(this.#lastCodeRow);
    }
    const parent = this.#open.at(-1);
    const kind = kindInside(found, parent?.isType === true);
    const path = joinPath(parent?.path, found.owner);
    const isValue = kind === "constant" || kind === "variable" || kind === "field";
    const endsWithCloser = language.body === "closer" && !isValue;
    const lastRow = found.lastRow ?? this.#lastRowOf(row, head, endsWithCloser);
    let symbol: Enclosing["symbol"];
    if (found.isScope !== true) {
      const signature = this.#signature(lines.firsts[first] ?? 0, head.end, isValue);
      const doc = this.#doc(first, head.end);
      symbol = {
        name: found.name,
        kind,
        startLine: first + 1,
        endLine: Math.max(first, lastRow) + 1,
        ...(path === "" ? {} : { container: path }),
        signature,
        ...(doc === "" ? {} : { doc }),
      };
      this.#symbols.push(symbol);
    }
    this.#open.push({
      symbol,
      path: joinPath(path, found.name),
      name: found.name,
      indent,
      depth: head.brace >= 0 ? depth + 1 : depth,
      isType: found.isType ?? isTypeKind(kind),
      isFileScope: kind === "module",
      endsWithCloser,
      lastRow,
    });
  }

  #lastRowOf(
    row: number,
    head: { end: number; brace: number; isWhole: boolean },
    endsWithCloser: boolean,
  ): number {
    const { body, oneLine } = this.#prepared.language;
    if (body === "brace") {
      if (head.isWhole) return rowAt(this.#lines, head.end);
      const close = this.#scan.closes[head.brace] ?? OPEN;
      return close < 0 ? OPEN : rowAt(this.#lines, close);
    }
    if (!endsWithCloser || oneLine === undefined) return OPEN;
    const line = this.#text.slice(this.#lines.firsts[row], this.#lines.starts[row + 1]);
    return oneLine.test(line) ? row : OPEN;
  }

  /** Returns the brace that is the next thing after an offset, or -1. */
  #braceAfter(offset: number): number {
    const at = skipBlanks(this.#text, offset);
    return this.#text[at] === "{" ? findBrace(this.#scan.opens, at) : -1;
  }

  #signature(start: number, end: number, isValue: boolean): string {
    let head = this.#text.slice(start, Math.min(end, start + 2 * MAXIMUM_SIGNATURE));
    if (isValue) head = head.slice(0, (head.indexOf("\n") + 1 || head.length + 1) - 1);
    const { headEnd } = this.#prepared.language;
    const line = head.replace(WHITE_SPACE_REGEXP, " ").trim();
    return (headEnd === undefined ? line : line.replace(headEnd, "")).slice(0, MAXIMUM_SIGNATURE);
  }

  #doc(row: number, headEnd: number): string {
    const { language } = this.#prepared;
    const lead = findLeadRow(this.#text, this.#lines, { row, floor: 0 });
    const above = lead < row ? docComment(this.#text, this.#lines, { first: lead, end: row }) : "";
    if (language.hasDocStrings !== true) return above;
    const inside = docString(this.#text, this.#lines, rowAt(this.#lines, headEnd));
    return inside === "" ? above : inside;
  }
}

function applyRule(
  rule: KeywordRule,
  text: string,
  { at, modifiers }: { readonly at: number; readonly modifiers: string },
): Found | undefined {
  rule.name.lastIndex = at;
  const groups = rule.name.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const after = rule.name.lastIndex;
  const name = rule.called ?? groups["name"] ?? "";
  const isScope = rule.isScope === true;
  if (name === "" && !isScope) return undefined;
  const kind = rule.kindAt?.(text, after) ?? rule.kind;
  const isConstant = kind === "variable" && CONSTANT_REGEXP.test(modifiers);
  return { name, kind: isConstant ? "constant" : kind, owner: groups["owner"], after, isScope };
}

function kindInside({ kind, owner }: Found, isInType: boolean): SymbolKind {
  if (kind === "function" && (isInType || owner !== undefined)) return "method";
  return kind === "variable" && isInType ? "field" : kind;
}

function isTypeKind(kind: SymbolKind): boolean {
  return kind === "class" || kind === "interface" || kind === "struct" || kind === "trait" ||
    kind === "enum" || kind === "type";
}

function joinPath(path: string | undefined, name: string | undefined): string {
  if (path === undefined || path === "") return name ?? "";
  return name === undefined || name === "" ? path : `${path}.${name}`;
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) ||
    code === 95 || code === 36;
}

function skipBlanks(text: string, at: number): number {
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
  return at;
}
