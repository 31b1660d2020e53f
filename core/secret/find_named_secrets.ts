import { looksRandom } from "./looks_random.ts";
import type { SecretFinding } from "./mask_findings.ts";

/** Words in the name of a secret. */
const KEYWORDS = "pass(?:w(?:or)?d|phrase|code)?|pwd|secrets?|tokens?|credentials?|auth|" +
  "(?:api|access|account|auth|private|secret|encryption|signing|shared|master|app|service|storage)" +
  "[_.-]?keys?";

/**
 * A name and its value: `password = "…"`, `"api_key": "…"`, `TOKEN=…`, `client_secret: …`,
 * `Password=…;`, `<password>…</password>`, `--token …`, `PASSWORD '…'`, `define("SECRET", "…")`. No two
 * neighbouring parts take the same character, except for a few blanks, so it is read in linear time.
 */
const ASSIGNMENT_REGEXP = new RegExp(
  `(?<keyword>${KEYWORDS})(?<rest>[\\w-]{0,40})(?![\\w-])` +
    // The end of the name: a quote, a bracket, a type, or an operator.
    `["'\`\\])?]{0,3}[ \\t]{0,40}(?::[^=;,"'\`\\n]{1,40}(?==[^=>]))?` +
    `(?:(?<sign>=>|:=|:|={1,3}|,|\\|\\|=|\\?\\?=|>)\\s{0,40}|(?<=--[\\w-]{1,60}) |(?<=[ \\t])(?=["']))` +
    `(?:[A-Za-z@$]{0,2}(?<quote>"""|["'\`])(?<quoted>[^"'\`\\s]{6,512})\\k<quote>|` +
    `(?<bare>[^\\s"'\`;,(){}[\\]<>\\\\]{8,512})(?<after>[^\\n]?))`,
  "gi",
);

/** Ends of names whose value is about a secret, but not a secret. */
const ABOUT_REGEXP =
  /(?:name|type|url|uri|path|file|dir|field|label|placeholder|regexp?|pattern|prefix|suffix|header|param(?:eter)?|length|size|min|max|expir\w*|ttl|ref|class|provider|method|policy|hint|title|message|error|text|prompt|env|var(?:iable)?|format|count|limit|index|column|selector|endpoint|host|port|user|role|scheme|style|color|kind|mode|state|status|version|algorithm|hash|digest|id|ids|list|map|set|service|server|issuer|audience|scope|parser|reader|stream|manager|mgr)$/i;

/** The text behind a part of a name: a mark, a digit, a capital or the end. */
const PART_END_REGEXP = /^(?:$|[_\-\d]|[A-Z])/;

/** Keywords that other words contain, such as `compass`, `author` and `bypass`. */
const SHORT_REGEXP = /^(?:pass|pwd|auth)$/i;

/** Keywords of passwords, which people make up, and which are short. */
const PASSWORD_REGEXP = /^(?:pass|pwd)/i;
const MIN_PASSWORD_LENGTH = 6;

/** Fewest characters of a value without quotes, as it is more often a name of the program. */
const MIN_BARE_LENGTH = 8;

/** Fewest characters of tokens and keys, which programs make. */
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
 * Returns the random-looking values of names such as `password` or `api_key`. Name and value must both
 * fit, so that code which only handles secrets is left alone.
 */
export function findNamedSecrets(text: string): SecretFinding[] {
  const found: SecretFinding[] = [];
  for (const match of text.matchAll(ASSIGNMENT_REGEXP)) {
    const { keyword = "", rest = "", sign, quoted, bare = "", after = "" } = match.groups ?? {};
    if (!isNameOfSecret(text, { at: match.index, keyword, rest })) continue;
    // Neighbours in a list are no name and value.
    if (sign === "," && (quoted === undefined || !isFirstArgument(text, match.index))) continue;
    const value = quoted ?? bare;
    // A call or an index makes it an expression.
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

/** Returns whether the name of the keyword is a string, and the first argument of a call. */
function isFirstArgument(text: string, at: number): boolean {
  return FIRST_ARGUMENT_REGEXP.test(text.slice(Math.max(0, at - MAX_NAME_LENGTH), at));
}

/** Returns whether the keyword is a whole part of its name, and the name is that of a secret. */
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
