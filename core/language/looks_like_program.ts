/** Maximum number of UTF-16 code units and of lines of a text that are read. */
const SAMPLE = 20_000;
const MAX_LINES = 400;

/**
 * Minimum share of lines with marks of program text: when no line declares something, and when a
 * line does.
 */
const MIN_MARKED_SHARE = 0.4;
const MIN_DECLARED_SHARE = 0.15;

/** Maximum share of lines that are sentences, or rows of data. */
const MAX_OTHER_SHARE = 0.5;

/** Words that begin statements. */
const STATEMENT =
  "if|else|elif|elsif|for|foreach|while|until|switch|case|when|try|catch|return|import|include|" +
  "require|use|using|open|extends|from|var|let|set|end|begin|do|call|print|echo|goto|perform|move|display|" +
  "select|module";

/** Marks of lines of program text and templates, which prose and data lack. */
const PROGRAM_MARK_REGEXP = new RegExp(
  [
    // Comments, tags, decorators, labels and brackets that begin a line.
    "^\\s*(?:\\/\\/|\\/\\*|\\*\\/|--\\s|[#;'%!]\\s?\\w|<[/!?%\\w]|[@.:]\\w|[})\\]]|\\{)",
    `^\\s*(?:${STATEMENT})\\b(?!.*\\.$)`,
    "^[\\w.$]+:\\s*$",
    // Ends of statements and of heads.
    "[{};\\\\]\\s*$|[\\w)\\]\"']\\)\\s*:?\\s*$",
    // Assignments, calls, and placeholders of templates.
    "[^=<>!]=[^=]|:=|->|::|<-|\\b\\w+\\([^)]*\\)|<%|%>|\\{\\{|\\{%",
  ].join("|"),
  "i",
);

/** Words of declarations, in most languages that have such words. */
const DECLARING =
  "func|function|fun|fn|def|defun|defn|sub|subroutine|proc|procedure|method|module|class|interface|" +
  "struct|record|enum|trait|protocol|package|namespace|program|entity|architecture|contract|component|unit|" +
  "scene|type|program-id\\.";

const DECLARATION_REGEXP = new RegExp(
  `^\\s*(?:\\w+\\s+){0,3}(?:${DECLARING})\\s+[\\w"$.:[(-]+`,
  "i",
);

/** Sentence or part of one: words separated by spaces, some of them longer than keywords. */
const SENTENCE_REGEXP = /^[\s>*•\d.)-]*(?:["'(]?[\p{L}’'-]+[.,:;!?)"']*\s+){5,}/u;

/** Row of numbers, or of values separated by commas, bars or tabs. */
const ROW_REGEXP = /^[\s\d.,;:|eE+\-/"']+$|^\S(?:[^,;|\t(){}]*[,;|\t]){3,}[^,;|\t(){}]*$/;

/** Start of JSON and XML, which are data when the file name is unknown. */
const DATA_REGEXP =
  /^\uFEFF?\s*(?:\{\s*(?:"[^"\n]*"\s*:|\})|\[\s*(?:[{["\]]|-?\d)|<\?xml\b|<svg\b)/;

/** Section, value or comment of a settings file. */
const SETTING_REGEXP =
  /^\s*(?:\[[^\]]*\]|["\w./:-]+\s*=\s*[^({;]*$|["\w./:-]+\s*=\s*["\w]+\([^;{]*$|[;#].*)/;

/** Minimum share of such lines in a file that otherwise contains only values of several lines. */
const SETTINGS_SHARE = 0.8;

/**
 * Returns true when a text with an unknown file name reads like program text or a template of it.
 */
export function looksLikeProgram(text: string): boolean {
  const lines = text.slice(0, SAMPLE).split("\n").filter((line) => line.trim() !== "").slice(
    0,
    MAX_LINES,
  );
  if (lines.length === 0 || DATA_REGEXP.test(text.slice(0, 1000))) return false;
  let marked = 0;
  let others = 0;
  let settings = 0;
  let isDeclared = false;
  for (const line of lines) {
    const head = line.slice(0, 200);
    const isDeclaration = DECLARATION_REGEXP.test(head) && !SENTENCE_REGEXP.test(head);
    isDeclared ||= isDeclaration;
    if (SETTING_REGEXP.test(head)) settings++;
    if (isDeclaration) marked++;
    else if (SENTENCE_REGEXP.test(head) || ROW_REGEXP.test(head)) others++;
    else if (PROGRAM_MARK_REGEXP.test(head)) marked++;
  }
  if (!isDeclared && settings >= SETTINGS_SHARE * lines.length) return false;
  const minShare = isDeclared ? MIN_DECLARED_SHARE : MIN_MARKED_SHARE;
  return marked >= minShare * lines.length && others <= MAX_OTHER_SHARE * lines.length;
}
