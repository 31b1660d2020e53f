import { looksRandom } from "./looks_random.ts";
import type { SecretFinding } from "./secret_finding.ts";

/** Words of a name whose value is a secret. */
const KEYWORDS = "pass(?:w(?:or)?d|phrase|code)?|pwd|secrets?|tokens?|credentials?|auth|" +
  "(?:api|access|account|auth|private|secret|encryption|signing|shared|master|app|service|storage)" +
  "[_.-]?keys?";

/**
 * A name and its value: `password = "…"`, `"api_key": "…"`, `TOKEN=…`, `client_secret: …`,
 * `Password=…;`, `<password>…</password>`, `--token …`, `PASSWORD '…'`, `define("SECRET", "…")`. No two neighbouring parts
 * take the same character but blanks, of which there are few, so that it is read in linear time.
 */
const ASSIGNMENT_REGEXP = new RegExp(
  `(?<keyword>${KEYWORDS})(?<rest>[\\w-]{0,40})(?![\\w-])` +
    // What closes the name: a quote, a bracket, a type, or what a comparison has.
    `["'\`\\])?]{0,3}[ \\t]{0,40}(?::[^=;,"'\`\\n]{1,40}(?==[^=>]))?` +
    `(?:(?<sign>=>|:=|:|={1,3}|,|\\|\\|=|\\?\\?=|>)\\s{0,40}|(?<=--[\\w-]{1,60}) |(?<=[ \\t])(?=["']))` +
    `(?:[A-Za-z@$]{0,2}(?<quote>"""|["'\`])(?<quoted>[^"'\`\\s]{6,512})\\k<quote>|` +
    `(?<bare>[^\\s"'\`;,(){}[\\]<>\\\\]{8,512})(?<after>[^\\n]?))`,
  "gi",
);

/** Ends of names that say that the value is about a secret and not one. */
const ABOUT_REGEXP =
  /(?:name|type|url|uri|path|file|dir|field|label|placeholder|regexp?|pattern|prefix|suffix|header|param(?:eter)?|length|size|min|max|expir\w*|ttl|ref|class|provider|method|policy|hint|title|message|error|text|prompt|env|var(?:iable)?|format|count|limit|index|column|selector|endpoint|host|port|user|role|scheme|style|color|kind|mode|state|status|version|algorithm|hash|digest|id|ids|list|map|set|service|server|issuer|audience|scope|parser|reader|stream|manager|mgr)$/i;

/** A part of a name goes on with a mark, a digit, a capital or the end. */
const PART_END_REGEXP = /^(?:$|[_\-\d]|[A-Z])/;

/** Names of one part that are too short to mean only one thing: `compass`, `author`, `bypass`. */
const SHORT_REGEXP = /^(?:pass|pwd|auth)$/i;

/** Passwords are thought out by people, and short. */
const PASSWORD_REGEXP = /^(?:pass|pwd)/i;
const MIN_PASSWORD_LENGTH = 6;

/** A value that stands behind no quote is more often a name of the program. */
const MIN_BARE_LENGTH = 8;

/** Tokens and keys are made by programs, and long. */
const MIN_TOKEN_LENGTH = 12;

/** Paths, addresses, names of types and members of objects. */
const NAME_REGEXP =
  /^(?:[\w+.-]+:\/\/|\.{0,2}\/|~\/|[A-Za-z]:[\\/]|[\w$]+(?:\[[^\]]*\])?(?:\??\.[A-Za-z_$][\w$]*)+$|[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}$)/;

const FIRST_ARGUMENT_REGEXP = /\(\s*["'][\w.-]*$/;

/** Names of types in a schema: `AWS::IAM::AccessKey`. */
const TYPE_REGEXP = /::\w*$/;

/** Most characters that are read in front of a keyword. */
const MAX_NAME_LENGTH = 80;

const SMALL_REGEXP = /[a-z]/;
const CAPITAL_REGEXP = /[A-Z]/;
const WORD_REGEXP = /[A-Za-z\d]/;

/**
 * Returns the values that a text gives to names such as `password` or `api_key` and that look as if drawn by
 * chance: name and value both have to speak for it, so that code which only handles secrets is left alone.
 */
export function findNamedSecrets(text: string): SecretFinding[] {
  const found: SecretFinding[] = [];
  for (const match of text.matchAll(ASSIGNMENT_REGEXP)) {
    const { keyword = "", rest = "", sign, quoted, bare = "", after = "" } = match.groups ?? {};
    if (!isNameOfSecret(text, { at: match.index, keyword, rest })) continue;
    // A list has names and values beside each other that have nothing to do with each other.
    if (sign === "," && (quoted === undefined || !isFirstArgument(text, match.index))) continue;
    const value = quoted ?? bare;
    // What is called or indexed is an expression.
    if (quoted === undefined && (after === "(" || after === "[")) continue;
    if (NAME_REGEXP.test(value)) continue;
    const isThoughtOut = PASSWORD_REGEXP.test(keyword);
    const minLength = isThoughtOut
      ? (quoted === undefined ? MIN_BARE_LENGTH : MIN_PASSWORD_LENGTH)
      : MIN_TOKEN_LENGTH;
    if (!looksRandom(value, { minLength, isThoughtOut })) continue;
    const start = match.index + match[0].lastIndexOf(value);
    found.push({ rule: "named-secret", start, end: start + value.length });
  }
  return found;
}

/** Returns whether the name that the keyword is in is a text, and the first argument of a call. */
function isFirstArgument(text: string, at: number): boolean {
  return FIRST_ARGUMENT_REGEXP.test(text.slice(Math.max(0, at - MAX_NAME_LENGTH), at));
}

/** Returns whether the keyword is a part of its name, and the name is that of the secret itself. */
function isNameOfSecret(
  text: string,
  { at, keyword, rest }: { readonly at: number; readonly keyword: string; readonly rest: string },
): boolean {
  if (!PART_END_REGEXP.test(rest) || ABOUT_REGEXP.test(rest)) return false;
  if (TYPE_REGEXP.test(text.slice(Math.max(0, at - MAX_NAME_LENGTH), at))) return false;
  if (!SHORT_REGEXP.test(keyword)) return true;
  const before = text[at - 1] ?? "";
  const isHump = SMALL_REGEXP.test(before) && CAPITAL_REGEXP.test(keyword[0]!);
  return isHump || !WORD_REGEXP.test(before);
}
