import type { CommentMarks, Lexicon } from "./lexicon.ts";

/** Number of characters that have a class; all others are plain. */
export const ASCII = 128;

/** Class of a character that begins and ends nothing. */
export const PLAIN = 0;

/** Class of an opening bracket around no statements. */
export const OPEN_ROUND = 1;

/** Class of a closing bracket around no statements. */
export const CLOSE_ROUND = 2;

/** Class of an opening brace. */
export const OPEN_BRACE = 3;

/** Class of a closing brace. */
export const CLOSE_BRACE = 4;

/** Class of a quote whose string ends on its line. */
export const QUOTE = 5;

/** Class of a quote whose string may go on over lines. */
export const LONG_QUOTE = 6;

/** Class of the backtick of a template. */
export const TEMPLATE = 7;

/** Class of the quote of a character. */
export const LITERAL = 8;

/** Class of what may begin a `<<WORD` text. */
export const HEREDOC = 9;

/** Class of what may begin a regular expression. */
export const SLASH = 10;

/** Class of what may begin a comment and nothing else. */
const COMMENT = 255;

/** The marks that begin with each ASCII character. */
export type CommentTable = readonly (readonly CommentMarks[] | undefined)[];

/** A lexicon as tables by character, which make one pass over a text fast. */
export interface Lexer {
  /** The lexicon itself. */
  readonly lexicon: Lexicon;
  /** Comments by their first character. */
  readonly comments: CommentTable;
  /** What each ASCII character may begin or end. */
  readonly classes: Uint8Array;
}

/** Makes the tables of a lexicon. */
export function prepareLexer(lexicon: Lexicon): Lexer {
  const comments = toCommentTable(lexicon);
  return { lexicon, comments, classes: toClasses(lexicon, comments) };
}

function toCommentTable({ comments }: Lexicon): CommentTable {
  const table = new Array<CommentMarks[] | undefined>(ASCII).fill(undefined);
  for (const marks of comments) (table[marks[0].charCodeAt(0)] ??= []).push(marks);
  return table;
}

function toClasses(lexicon: Lexicon, comments: CommentTable): Uint8Array {
  const classes = new Uint8Array(ASCII);
  const set = (characters: string, kind: number) => {
    for (const character of characters) classes[character.charCodeAt(0)] = kind;
  };
  // A comment's first character needs a class of its own only to be looked at.
  comments.forEach((marks, code) => {
    if (marks !== undefined) classes[code] = COMMENT;
  });
  if (lexicon.brackets !== undefined) {
    set("([{", OPEN_ROUND);
    set(")]}", CLOSE_ROUND);
  }
  if (lexicon.brackets === "braces") {
    set("{", OPEN_BRACE);
    set("}", CLOSE_BRACE);
  }
  if (lexicon.characters === true) set("'", LITERAL);
  set(lexicon.quotes ?? "", QUOTE);
  set(lexicon.longQuotes ?? "", LONG_QUOTE);
  if (lexicon.templates === true) set("`", TEMPLATE);
  if (lexicon.regularExpressions === true) set("/", SLASH);
  if (lexicon.heredocs !== undefined) set("<", HEREDOC);
  return classes;
}
