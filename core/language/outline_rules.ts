import type { LineTable } from "../text/split_lines.ts";
import type { SymbolKind } from "./symbol.ts";

/** Declaration, as recognised on its first line. */
export interface RecognisedDeclaration {
  /** Name without its qualifier; empty for a scope without a name. */
  readonly name: string;
  /** Other names that the same declaration defines. */
  readonly otherNames?: readonly string[];
  /** Kind of definition, without regard to its context. */
  readonly kind: SymbolKind;
  /** Qualifier of the name, such as the receiver of a method or `List<T>::`. */
  readonly owner?: string | undefined;
  /** Offset after the name, where the search for the end of the head begins. */
  readonly after: number;
  /** End of the head, when it is already known. */
  readonly headEnd?: number;
  /**
   * True when the head ends inside the value that starts at `after`. The definition then ends with
   * the value.
   */
  readonly isWrapped?: boolean;
  /** True when it is a definition only if a body in braces follows. */
  readonly needsBody?: boolean;
  /** Row of the declaration, when it begins before the line on which it is recognised. */
  readonly row?: number;
  /**
   * True when it only encloses definitions: they get its name as their container, or none when the
   * name is empty.
   */
  readonly isScope?: boolean;
  /** True when functions directly inside are its methods. @default by its kind */
  readonly isType?: boolean;
  /** True when the declarations inside are read as in the file itself. @default for modules */
  readonly isFileScope?: boolean;
  /** Last row, when it is already known. */
  readonly lastRow?: number;
}

/** End of the head of a declaration, and its body. */
export interface DeclarationHead {
  /** Offset of the end, exclusive. */
  readonly end: number;
  /** Number of the brace that opens the body, or -1. */
  readonly brace: number;
  /** Offset of the end of the whole declaration, or -1 when the body determines it. */
  readonly declarationEnd: number;
}

/** Line that may begin a declaration, as a matcher reads it. */
export interface OutlineLine {
  /** Whole text, and its lines. */
  readonly text: string;
  readonly lines: LineTable;
  /** Row of the line, 0-based. */
  readonly row: number;
  /** Offset of the first word that is not a modifier. */
  readonly at: number;
  /** Offset of the end of the line. */
  readonly end: number;
  /** Modifiers before that word, each followed by a space. */
  readonly modifiers: string;
  /** Name of the declaration that directly encloses the line; empty in the file itself. */
  readonly parent: string;
  /** True for a line directly in the body of a type. */
  readonly isInType: boolean;
  /** True for a line directly in the file, or in a scope that is directly in the file. */
  readonly isInFile: boolean;
  /**
   * Returns the end of a head that continues at an offset, and the offset of its closing brace or
   * -1.
   */
  readonly headAt: (at: number) => DeclarationHead & { readonly close: number };
  /** Returns true when a brace opens at an offset, outside of comments and strings. */
  readonly isOpenBraceAt: (at: number) => boolean;
}

/** Recognises a declaration that has no keyword. */
export type DeclarationMatcher = (line: OutlineLine) => RecognisedDeclaration | undefined;

/** Rule for the text after a keyword. */
export interface KeywordRule {
  readonly kind: SymbolKind;
  /**
   * Sticky pattern that starts after the keyword and white space; groups `name` and, for methods,
   * `owner`.
   */
  readonly name: RegExp;
  /**
   * True when it declares only in the file and in types, not among the statements of a function.
   */
  readonly isMember?: boolean;
  /** True when it only encloses definitions, whose container is the matched name. */
  readonly isScope?: boolean;
  /** Returns the kind by the text after the name. */
  readonly kindAt?: (text: string, after: number) => SymbolKind;
}

/** Rules for the declarations of a language. */
export interface OutlineRules {
  /**
   * End of a body: its closing brace, a closing word or bracket at the indentation of the
   * declaration, or the next line that is not indented further. In languages with closing words,
   * single quotes have too many other meanings, so strings with single quotes are not searched for.
   *
   * @default "brace"
   */
  readonly body?: "brace" | "closer" | "indentation";
  /**
   * End of a head: only at a brace or semicolon; at the end of its line unless the next line
   * continues it; or before the next line that is not indented further.
   *
   * @default "brace" where bodies end with a brace, else "line"
   */
  readonly head?: "brace" | "line" | "outdent";
  /**
   * Brackets that are followed: `"round"` when braces enclose no statements, as in a literal.
   *
   * @default "braces" where bodies end with a brace, else none
   */
  readonly brackets?: "braces" | "round";
  /**
   * True when lines that begin with `#` are directives, with alternatives between `#if` and
   * `#endif`.
   */
  readonly hasDirectives?: boolean;
  /** True when `const (` at the end of a line begins declarations and not an expression. */
  readonly hasGroups?: boolean;
  /** Modifiers before a keyword, separated by spaces. */
  readonly modifiers?: string;
  /** Rules by keyword; several keywords with the same rule are separated by spaces. */
  readonly keywords?: Readonly<Record<string, KeywordRule>>;
  /** Recognises declarations without a keyword. */
  readonly matchDeclaration?: DeclarationMatcher;
  /** Sticky pattern of annotations before a declaration on the same line. */
  readonly annotations?: RegExp;
  /** End of a body, for the body `"closer"`; matched against the line from its first word. */
  readonly closer?: RegExp;
  /** Heads that include their body, for the body `"closer"`; matched against the whole line. */
  readonly oneLine?: RegExp;
  /** True when a line that begins with the name of the definition above continues it. */
  readonly hasClauses?: boolean;
  /** End of the last line of a clause; another clause of the same name may follow. */
  readonly clausesEnd?: RegExp;
  /**
   * Sticky pattern of the opening of a doc string, which is the first statement of a body; the
   * quote is grouped.
   */
  readonly docString?: RegExp;
  /** True when `=>` begins the body of a function and is not part of its type. */
  readonly hasArrowBody?: boolean;
  /** Text at the end of a head that belongs to the body. */
  readonly headEnd?: RegExp;
}
