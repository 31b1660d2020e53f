/** How much of a text is looked at, in UTF-16 code units, and how many of its lines. */
const SAMPLE = 20_000;
const MAX_LINES = 400;

/** Least share of lines with marks of program text, where no line declares something, and where one does. */
const MARKED_SHARE = 0.4;
const DECLARED_SHARE = 0.15;

/** Largest share of lines that are sentences, or rows of data. */
const OTHER_SHARE = 0.5;

/** Words that begin statements. */
const STATEMENT =
  "if|else|elif|elsif|for|foreach|while|until|switch|case|when|try|catch|return|import|include|" +
  "require|use|using|open|extends|from|var|let|set|end|begin|do|call|print|echo|goto|perform|move|display|" +
  "select|module";

/** What lines of program text and of templates have, and prose and data have not. */
const MARK_REGEXP = new RegExp(
  [
    // Comments, tags, decorators, labels and brackets that begin a line.
    "^\\s*(?:\\/\\/|\\/\\*|\\*\\/|--\\s|[#;'%!]\\s?\\w|<[/!?%\\w]|[@.:]\\w|[})\\]]|\\{)",
    `^\\s*(?:${STATEMENT})\\b(?!.*\\.$)`,
    "^[\\w.$]+:\\s*$",
    // Ends of statements and of heads.
    "[{};\\\\]\\s*$|[\\w)\\]\"']\\)\\s*:?\\s*$",
    // Assignments, calls, and what templates are filled with.
    "[^=<>!]=[^=]|:=|->|::|<-|\\b\\w+\\([^)]*\\)|<%|%>|\\{\\{|\\{%",
  ].join("|"),
  "i",
);

/** Words that declare, in most languages that have such words. */
const DECLARING =
  "func|function|fun|fn|def|defun|defn|sub|subroutine|proc|procedure|method|module|class|interface|" +
  "struct|record|enum|trait|protocol|package|namespace|program|entity|architecture|contract|component|unit|" +
  "scene|type|program-id\\.";

const DECLARATION_REGEXP = new RegExp(
  `^\\s*(?:\\w+\\s+){0,3}(?:${DECLARING})\\s+[\\w"$.:[(-]+`,
  "i",
);

/** A sentence or a part of one: words with spaces between, of which some are longer than keywords. */
const SENTENCE_REGEXP = /^[\s>*•\d.)-]*(?:["'(]?[\p{L}’'-]+[.,:;!?)"']*\s+){5,}/u;

/** A row of numbers, or of values with commas, bars or tabs between. */
const ROW_REGEXP = /^[\s\d.,;:|eE+\-/"']+$|^\S(?:[^,;|\t(){}]*[,;|\t]){3,}[^,;|\t(){}]*$/;

/** The start of JSON and of XML, which are data under any name that is not known. */
const DATA_REGEXP =
  /^\uFEFF?\s*(?:\{\s*(?:"[^"\n]*"\s*:|\})|\[\s*(?:[{["\]]|-?\d)|<\?xml\b|<svg\b)/;

/** A section, a value or a comment of a file of settings. */
const SETTING_REGEXP =
  /^\s*(?:\[[^\]]*\]|["\w./:-]+\s*=\s*[^({;]*$|["\w./:-]+\s*=\s*["\w]+\([^;{]*$|[;#].*)/;

/** Least share of such lines in a file that has nothing else but values of several lines. */
const SETTINGS_SHARE = 0.8;

/** Returns whether a text of which only the name is unknown reads like program text or a template of one. */
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
    else if (MARK_REGEXP.test(head)) marked++;
  }
  if (!isDeclared && settings >= SETTINGS_SHARE * lines.length) return false;
  const least = isDeclared ? DECLARED_SHARE : MARKED_SHARE;
  return marked >= least * lines.length && others <= OTHER_SHARE * lines.length;
}
