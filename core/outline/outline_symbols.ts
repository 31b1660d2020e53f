import { matchesAt } from "../text/match_at.ts";
import { docOf, signatureOf } from "./doc_comment.ts";
import { findProfile } from "../language/language_table.ts";
import type {
  DeclarationHead,
  OutlineRules,
  RecognisedDeclaration,
} from "../language/outline_rules.ts";
import type { LiteralRules } from "../language/profile.ts";
import { scanLiterals } from "../language/scan_literals.ts";
import type { SymbolDefinition } from "../language/symbol.ts";
import { findBraceNumber, findHead, type HeadOptions } from "./find_head.ts";
import {
  isTypeKind,
  isValueKind,
  isWordCharacter,
  joinPath,
  kindInContext,
  type LineCursor,
  type PreparedRules,
  prepareRules,
  recogniseLine,
  type ResolvedRules,
  skipBlanks,
  toDottedName,
} from "./recognise_line.ts";
import {
  type BracketScan,
  IN_COMMENT,
  IN_EXPRESSION,
  scanBrackets,
  type ScannedText,
} from "./scan_brackets.ts";
import { BLANK, type LineTable, rowAt, rowText, splitLines } from "../text/split_lines.ts";

/**
 * Maximum length in UTF-16 units of a line with a declaration; longer lines are data or minified.
 */
const MAXIMUM_LINE = 2000;

const UNKNOWN_ROW = -1;

const CLOSING_BRACKET_REGEXP = /[)\]}]/y;
const CONDITION_REGEXP = /\bextends\s*$/;

/** Definition whose end is not reached yet, or scope. */
interface Enclosing {
  readonly symbol: { -readonly [Key in keyof SymbolDefinition]: SymbolDefinition[Key] } | undefined;
  /** Dotted names from the outermost definition to this one. */
  readonly path: string;
  readonly name: string;
  readonly indent: number;
  readonly headRow: number;
  /** Number of open braces directly inside. */
  readonly depth: number;
  readonly isType: boolean;
  readonly isFileScope: boolean;
  readonly endsWithCloser: boolean;
  /** Last row, or {@link UNKNOWN_ROW} as long as it depends on the following lines. */
  readonly lastRow: number;
}

/**
 * Returns the definitions of a program text in line order, by a line-based outline of the language;
 * empty when the language is not known.
 *
 * The outline reads declarations line by line, and follows brackets, strings and comments over
 * lines. It is correct for text in the usual layout, and never fails on any other.
 *
 * @example Definitions with their container and signature
 * ```ts
 * import { outlineSymbols } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const [outer, inner] = outlineSymbols("class Pool:\n    def open(self):\n        pass\n", "python");
 * assert.equal(outer?.name, "Pool");
 * assert.equal(inner?.signature, "def open(self)");
 * assert.equal(inner?.container, "Pool");
 * assert.deepEqual([inner?.startLine, inner?.endLine], [2, 3]);
 * ```
 */
export function outlineSymbols(
  text: string,
  language: string,
): readonly SymbolDefinition[] {
  const { outline, literals } = findProfile(language) ?? {};
  return outline === undefined || literals === undefined
    ? []
    : new Outliner(text, outline, literals).outline();
}

class Outliner {
  readonly #text: string;
  readonly #lines: LineTable;
  readonly #rules: ResolvedRules;
  readonly #code: ScannedText;
  readonly #brackets: BracketScan;
  readonly #prepared: PreparedRules;
  readonly #line: LineCursor;
  readonly #symbols: SymbolDefinition[] = [];
  readonly #open: Enclosing[] = [];
  /** Last row so far that contains code. */
  #lastCodeRow = 0;

  constructor(text: string, outline: OutlineRules, literalRules: LiteralRules) {
    this.#text = text;
    this.#prepared = prepareRules(outline);
    const rules = this.#rules = this.#prepared.rules;
    const lines = this.#lines = splitLines(text);
    const literals = scanLiterals(text, literalRules, { ignoresQuotes: rules.body === "closer" });
    this.#code = { text, lines, literals, rules };
    const { opens, closes } = this.#brackets = scanBrackets(this.#code);
    this.#line = {
      text,
      lines,
      row: 0,
      at: 0,
      end: 0,
      modifiers: "",
      parent: "",
      isInType: false,
      isInFile: true,
      headAt: (at) => {
        const indent = lines.indents[this.#line.row] ?? 0;
        const head = this.#headAfter(at, { isCallable: false, isValue: false, indent });
        return { ...head, close: closes[head.brace] ?? -1 };
      },
      isOpenBraceAt: (at) => findBraceNumber(opens, at) >= 0,
    };
  }

  outline(): SymbolDefinition[] {
    const { count, starts, indents } = this.#lines;
    const { depths } = this.#brackets;
    for (let row = 0; row < count; row++) {
      const depth = depths[row] ?? IN_EXPRESSION;
      if (indents[row] === BLANK || depth === IN_COMMENT) continue;
      if (depth !== IN_EXPRESSION) {
        this.#closeBefore(row);
        const length = (starts[row + 1] ?? 0) - (starts[row] ?? 0);
        const found = length > MAXIMUM_LINE ? undefined : this.#recognise(row, depth);
        if (found !== undefined) this.#declare(row, depth, found);
      }
      this.#lastCodeRow = row;
    }
    while (this.#open.length > 0) this.#close(this.#lastCodeRow);
    return this.#symbols;
  }

  #closeBefore(row: number): void {
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      if (top.lastRow !== UNKNOWN_ROW) {
        if (top.lastRow >= row) return;
        this.#open.pop();
        continue;
      }
      if (row <= top.headRow) return;
      const indent = this.#lines.indents[row] ?? 0;
      if (indent > top.indent || this.#isClauseOf(top, row)) return;
      const closer = top.endsWithCloser ? this.#rules.closer : CLOSING_BRACKET_REGEXP;
      const at = this.#lines.contentStarts[row] ?? 0;
      const isCloser = closer !== undefined && matchesAt(closer, this.#text, at);
      if (isCloser && indent === top.indent) return this.#close(row);
      if (top.endsWithCloser && !isCloser) return;
      this.#close(this.#lastCodeRow);
    }
  }

  /** Returns true when a row begins another clause of a definition. */
  #isClauseOf({ name, indent, symbol }: Enclosing, row: number): boolean {
    const { hasClauses, clausesEnd } = this.#rules;
    if (symbol === undefined || hasClauses !== true) return false;
    if (clausesEnd?.test(rowText(this.#text, this.#lines, this.#lastCodeRow))) return false;
    const at = this.#lines.contentStarts[row] ?? 0;
    return indent === this.#lines.indents[row] &&
      this.#text.startsWith(name, at) && !isWordCharacter(this.#text.charCodeAt(at + name.length));
  }

  #close(lastRow: number): void {
    const symbol = this.#open.pop()?.symbol;
    if (symbol !== undefined) symbol.endLine = Math.max(symbol.endLine, lastRow + 1);
  }

  /** Returns the declaration that begins on a row. */
  #recognise(row: number, depth: number): RecognisedDeclaration | undefined {
    const parent = this.#open.at(-1);
    const isDirect = parent === undefined || parent.isFileScope || parent.isType;
    const isMember = isDirect &&
      (this.#rules.body === "brace"
        ? depth === (parent?.depth ?? 0)
        : parent !== undefined || this.#lines.indents[row] === 0);
    const line = this.#line;
    line.row = row;
    line.parent = parent?.name ?? "";
    line.isInType = isMember && parent?.isType === true;
    line.isInFile = isMember && !line.isInType;
    return recogniseLine(this.#prepared, line);
  }

  #declare(row: number, depth: number, found: RecognisedDeclaration): void {
    const lines = this.#lines;
    const first = Math.max(found.row ?? row, (this.#symbols.at(-1)?.startLine ?? 1) - 1);
    const indent = lines.indents[first] ?? 0;
    const { headEnd } = found;
    const head = headEnd !== undefined
      ? {
        end: headEnd,
        brace: this.#bodyAfter(headEnd, found),
        declarationEnd: found.isWrapped === true
          ? this.#valueAfter(found.after, indent).declarationEnd
          : -1,
      }
      : this.#headAfter(found.after, {
        isCallable: found.kind === "function" || found.kind === "method",
        isValue: found.kind === "type" || isValueKind(found.kind),
        indent,
      });
    if (found.needsBody === true && head.brace < 0 && !this.#isArrow(head.end)) return;
    // In a language whose bodies end with a word, a body without that word ends only at the next
    // declaration.
    for (let top = this.#open.at(-1); top?.endsWithCloser; top = this.#open.at(-1)) {
      if (top.lastRow !== UNKNOWN_ROW || top.indent < indent) break;
      this.#close(this.#lastCodeRow);
    }
    const parent = this.#open.at(-1);
    const kind = kindInContext(found, parent?.isType === true);
    const path = joinPath(parent?.path, toDottedName(found.owner));
    const isValue = isValueKind(kind);
    const endsWithCloser = this.#rules.body === "closer" && !isValue;
    const lastRow = found.lastRow ?? this.#lastRowOf(row, head, endsWithCloser);
    const headRow = lastRow === UNKNOWN_ROW ? Math.max(row, rowAt(lines, head.end - 1)) : row;
    let symbol: Enclosing["symbol"];
    if (found.isScope !== true) {
      const hasValue = isValue || (kind === "type" && head.brace >= 0);
      const floor = this.#symbols.at(-1)?.startLine ?? 0;
      const doc = docOf(this.#code, { row: first, headEnd: head.end, isValue, floor });
      symbol = {
        name: found.name,
        kind,
        startLine: first + 1,
        endLine: Math.max(first, lastRow, headRow) + 1,
        ...(path === "" ? {} : { container: path }),
        signature: signatureOf(this.#code, { row: first, headEnd: head.end, isValue: hasValue }),
        ...(doc === "" ? {} : { doc }),
      };
      this.#symbols.push(symbol);
      for (const name of found.otherNames ?? []) this.#symbols.push({ ...symbol, name });
    }
    this.#open.push({
      symbol,
      path: joinPath(path, found.name),
      name: found.name,
      indent,
      headRow,
      depth: head.brace >= 0 ? depth + 1 : depth,
      isType: found.isType ?? (isTypeKind(kind) && !this.#isCondition(head)),
      isFileScope: found.isFileScope ?? kind === "module",
      endsWithCloser,
      lastRow,
    });
  }

  #headAfter(
    from: number,
    kind: Pick<HeadOptions, "isCallable" | "isValue" | "indent">,
  ): DeclarationHead {
    return findHead({ ...this.#code, brackets: this.#brackets, from, ...kind });
  }

  /** Returns true when a body without braces begins at an offset. */
  #isArrow(at: number): boolean {
    return this.#rules.hasArrowBody === true && this.#text.startsWith("=>", at);
  }

  #valueAfter(from: number, indent: number): DeclarationHead {
    return this.#headAfter(from, { isCallable: false, isValue: true, indent });
  }

  /**
   * Returns true when braces contain the type that a conditional type compares with, and not
   * members.
   */
  #isCondition({ end, brace }: DeclarationHead): boolean {
    return brace >= 0 && CONDITION_REGEXP.test(this.#text.slice(Math.max(0, end - 10), end));
  }

  #lastRowOf(row: number, head: DeclarationHead, endsWithCloser: boolean): number {
    const { body, oneLine } = this.#rules;
    if (body === "brace") {
      if (head.declarationEnd >= 0) return rowAt(this.#lines, head.declarationEnd);
      const close = this.#brackets.closes[head.brace] ?? UNKNOWN_ROW;
      return close < 0 ? UNKNOWN_ROW : rowAt(this.#lines, close);
    }
    if (!endsWithCloser || oneLine === undefined) return UNKNOWN_ROW;
    const line = this.#text.slice(this.#lines.contentStarts[row], this.#lines.starts[row + 1]);
    return oneLine.test(line) ? row : UNKNOWN_ROW;
  }

  /** Returns the number of the brace directly after a head, or -1. */
  #bodyAfter(offset: number, { isFileScope }: RecognisedDeclaration): number {
    if (isFileScope === true) return -1;
    const at = skipBlanks(this.#text, offset);
    return this.#text[at] === "{" ? findBraceNumber(this.#brackets.opens, at) : -1;
  }
}
