import type { LineTable } from "../text/split_lines.ts";
import type { SymbolKind } from "./symbol.ts";

/** A declaration as it is recognised on its first line. */
export interface Found {
  /** The name without what qualifies it; empty for a scope that has none. */
  readonly name: string;
  /** Other names that the same declaration defines. */
  readonly also?: readonly string[];
  /** The sort of definition, before it is known what it stands in. */
  readonly kind: SymbolKind;
  /** What the name is qualified with, such as the receiver of a method or `List<T>::`. */
  readonly owner?: string | undefined;
  /** Offset after the name, from which on the end of the head is looked for. */
  readonly after: number;
  /** End of the head, where it is known already. */
  readonly headEnd?: number;
  /** Whether the head ends inside of the value that `after` stands before, whose end is that of the definition. */
  readonly isWrapped?: boolean;
  /** Whether it is a definition only when a body in braces follows. */
  readonly needsBody?: boolean;
  /** Row of the declaration, where it begins before the line on which it is recognised. */
  readonly row?: number;
  /** Whether this only encloses definitions: it gives them its name, or nothing when that is empty. */
  readonly isScope?: boolean;
  /** Whether functions directly inside are its methods. @default by its kind */
  readonly isType?: boolean;
  /** Whether what stands inside is declared as in the file itself. @default for modules */
  readonly isFileScope?: boolean;
  /** Last row, where it is known already. */
  readonly lastRow?: number;
}

/** Where the head of a declaration ends, and what its body is. */
export interface Head {
  /** Offset of the end, exclusive. */
  readonly end: number;
  /** Number of the brace that opens the body, or -1. */
  readonly brace: number;
  /** Offset at which the whole declaration ends, or -1 when its body tells. */
  readonly last: number;
}

/** A line that may begin a declaration, as a shape looks at it. */
export interface OutlineLine {
  /** The whole text, and its lines. */
  readonly text: string;
  readonly lines: LineTable;
  /** Row of the line, 0-based. */
  readonly row: number;
  /** Offset of the first word that is not a modifier. */
  readonly at: number;
  /** Offset of the end of the line. */
  readonly end: number;
  /** The modifiers that were passed, each with a space behind it. */
  readonly modifiers: string;
  /** Name of the declaration that directly encloses the line; empty in the file itself. */
  readonly parent: string;
  /** Whether the line stands directly in a type's body. */
  readonly isInType: boolean;
  /** Whether the line stands directly in the file, or in a scope that stands there. */
  readonly isInFile: boolean;
  /** Returns how a head that goes on at an offset ends, and the offset of its closing brace or -1. */
  readonly headAt: (at: number) => Head & { readonly close: number };
  /** Returns whether a brace opens at an offset, outside of comments and strings. */
  readonly opensAt: (at: number) => boolean;
}

/** Recognises a declaration that has no keyword. */
export type Shape = (line: OutlineLine) => Found | undefined;

/** What follows one keyword. */
export interface KeywordRule {
  readonly kind: SymbolKind;
  /** Sticky, from after the keyword and white space; groups `name` and, for methods, `owner`. */
  readonly name: RegExp;
  /** Whether it declares only in the file and in types, not among the statements of a function. */
  readonly isMember?: boolean;
  /** Whether it only encloses definitions, which get the matched name. */
  readonly isScope?: boolean;
  /** Tells the kind by what stands after the name. */
  readonly kindAt?: (text: string, after: number) => SymbolKind;
}

/** How the declarations of a language look. */
export interface OutlineRules {
  /**
   * How a body ends: with its brace, with a closing word or bracket at the declaration's own
   * indentation, or before the next line that is indented no further. In languages with closing
   * words, quotes stand in too many other places: strings of one quote are not looked for.
   *
   * @default "brace"
   */
  readonly body?: "brace" | "closer" | "indentation";
  /**
   * How a head ends: only with a brace or semicolon, with its line when the next one does not go on
   * with it, or before the next line that is indented no further.
   *
   * @default "brace" where bodies end with a brace, else "line"
   */
  readonly head?: "brace" | "line" | "outdent";
  /**
   * Which brackets are followed: `"round"` when braces enclose no statements, as in a literal.
   *
   * @default "braces" where bodies end with a brace, else none
   */
  readonly brackets?: "braces" | "round";
  /** Whether lines that begin with `#` are directives, with alternatives between `#if` and `#endif`. */
  readonly directives?: boolean;
  /** Whether `const (` at the end of a line begins declarations rather than an expression. */
  readonly groups?: boolean;
  /** What may stand before a keyword, separated by spaces. */
  readonly modifiers?: string;
  /** Rules by keyword; several keywords with one rule are separated by spaces. */
  readonly keywords?: Readonly<Record<string, KeywordRule>>;
  /** Recognises what has no keyword. */
  readonly shape?: Shape;
  /** Sticky; annotations before a declaration on its own line. */
  readonly annotations?: RegExp;
  /** What ends a body, for the body `"closer"`; matched against the line from its first word. */
  readonly closer?: RegExp;
  /** Heads that are their own body, for the body `"closer"`; matched against the whole line. */
  readonly oneLine?: RegExp;
  /** Whether a line that begins with the name of the definition above goes on with it. */
  readonly hasClauses?: boolean;
  /** What ends the last line of a definition with clauses: another one of its name may follow. */
  readonly clausesEnd?: RegExp;
  /** Sticky; the opening of a doc string that is the first statement of a body, its quote grouped. */
  readonly docString?: RegExp;
  /** Whether `=>` begins a function's body rather than being part of its type. */
  readonly arrowBody?: boolean;
  /** Text at the end of a head that belongs to the body. */
  readonly headEnd?: RegExp;
}
