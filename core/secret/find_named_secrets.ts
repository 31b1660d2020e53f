import { type Assignment, listAssignments } from "./assignments.ts";
import { isExample, isUuid, looksRandom } from "./looks_random.ts";
import type { SecretFinding } from "./mask_findings.ts";

/** Where a secret is, or what names it: `tokenFile`, `keyHeader`. */
const ABOUT_PLACES =
  "name|type|url|uri|path|file|dir|field|label|placeholder|regexp?|pattern|prefix|" +
  "suffix|header|param(?:eter)?";

/** What a secret must be like, or how long it lasts: `passwordPolicy`. */
const ABOUT_RULES = String.raw`length|size|min|max|expir\w*|ttl|ref|class|provider|method|policy`;

/** What is said of one, and where it is asked for: `passwordHint`. */
const ABOUT_TEXTS =
  "hint|title|message|error|text|prompt|env|var(?:iable)?|format|count|limit|index|" +
  "column|selector|endpoint|host|port|user";

/** Of what kind one is, and what handles it: `tokenVersion`, `keyManager`. */
const ABOUT_KINDS =
  "role|scheme|style|color|kind|mode|state|status|version|algorithm|hash|digest|id|ids|" +
  "list|map|set|service|server|issuer|audience|scope|parser|reader|stream|manager|mgr";

/** Ends of names whose value is about a secret, but not a secret. */
const ABOUT_REGEXP = new RegExp(
  `(?:${[ABOUT_PLACES, ABOUT_RULES, ABOUT_TEXTS, ABOUT_KINDS].join("|")})$`,
  "i",
);

/** The text behind a part of a name: a mark, a digit, a capital or the end. */
const PART_END_REGEXP = /^(?:$|[_.\-\d]|[A-Z])/;

/** Keywords that other words contain, such as `compass`, `author` and `bypass`. */
const SHORT_REGEXP = /^(?:pass|pwd|auth)$/i;

/** Keywords of passwords, which people make up, and which are short. */
const PASSWORD_REGEXP = /^(?:pass|pwd|contr|mot |senha|wacht|[^\0-\x7f])/i;
const MIN_PASSWORD_LENGTH = 6;

/** Fewest characters of a value without quotes, as it is more often a name of the program. */
const MIN_BARE_LENGTH = 8;

/** Fewest characters of tokens and keys, which programs make. */
const MIN_TOKEN_LENGTH = 10;

/** What begins a value that is no secret, each with an example. */
const NAME_FORMS: readonly string[] = [
  // A package: `npm:zod`.
  "npm:",
  // A version: `^1.2.3`.
  String.raw`[~^]?\d+\.\d+\.\d+(?:-|$)`,
  // An address: `https://a.b`.
  String.raw`[\w+.-]+:\/\/`,
  // A path: `../keys`, `~/keys`, `C:\keys`.
  String.raw`\.{0,2}\/|~\/|[A-Za-z]:[\\/]`,
  // A member of an object: `process.env.KEY`.
  String.raw`[\w$]+(?:\[[^\]]*\])?(?:\??\.[A-Za-z_$][\w$]*)+$`,
  // A file: `server-key.pem`.
  String.raw`[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}$`,
];

/** Paths, addresses, versions, names of types and members of objects. */
const NAME_REGEXP = new RegExp(`^(?:${NAME_FORMS.join("|")})`);

/** The end of a name whose value is a key, whatever it looks like. */
const KEY_NAME_REGEXP = /(?:api|access|auth|client|refresh|bearer)[_.-]?(?:keys?|token|secret)$/i;

/** The beginning of a call with a name, of a list of arguments, or of a definition in Erlang. */
const ARGUMENT_REGEXP = /(?:\((?:&?\w{1,40},)?\s*["'][#.[]?|["']--|-define\(\s*|\bset :)[\w.=-]*$/;

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
 *
 * @param assignments Those of the text, where they are known.
 */
export function findNamedSecrets(
  text: string,
  assignments: Iterable<Assignment> = listAssignments(text),
): SecretFinding[] {
  const found: SecretFinding[] = [];
  for (const assignment of assignments) {
    const { keyword, value, start, isQuoted } = assignment;
    if (keyword === "" || !isNameOfSecret(text, assignment)) continue;
    if (!isValue(text, assignment) || NAME_REGEXP.test(value)) continue;
    const isThoughtOut = PASSWORD_REGEXP.test(keyword);
    const minLength = isThoughtOut
      ? (isQuoted ? MIN_PASSWORD_LENGTH : MIN_BARE_LENGTH)
      : MIN_TOKEN_LENGTH;
    const isKey = isUuid(value) && !isExample(value) && isNameOfKey(text, assignment);
    if (!isKey && !looksRandom(value, { minLength, isThoughtOut })) continue;
    found.push({ rule: "named-secret", start, end: start + value.length });
  }
  return found;
}

/** Returns whether what is assigned is a value rather than an expression or a neighbour in a list. */
export function isValue(text: string, { at, sign, isQuoted, after }: Assignment): boolean {
  if (sign === "," && !(isQuoted && isArgument(text, at))) return false;
  // A call or an index makes it an expression.
  return isQuoted || !(after === "(" || after === "[" || sign === "(" || sign.startsWith("{"));
}

/** Returns whether the name of the keyword is an argument of a call: a string, or a symbol of Ruby. */
function isArgument(text: string, at: number): boolean {
  return ARGUMENT_REGEXP.test(text.slice(Math.max(0, at - MAX_NAME_LENGTH), at));
}

/** Returns whether a name says that a UUID is a key, as in `api_token` and `client_secret`. */
function isNameOfKey(text: string, { at, keyword, rest }: Assignment): boolean {
  return rest === "" &&
    KEY_NAME_REGEXP.test(text.slice(Math.max(0, at - MAX_NAME_LENGTH), at) + keyword);
}

/** Returns whether the keyword is a whole part of its name, and the name is that of a secret. */
function isNameOfSecret(
  text: string,
  { at, keyword, rest, sign, start }: Assignment,
): boolean {
  if (!PART_END_REGEXP.test(rest) || ABOUT_REGEXP.test(rest)) return false;
  if (sign !== "(" && TYPE_REGEXP.test(text.slice(Math.max(0, at - MAX_NAME_LENGTH), at))) {
    return false;
  }
  if (!SHORT_REGEXP.test(keyword)) return true;
  // "Pass `batch=1` as a parameter."
  if (sign === "" && text[start - 1] === "`") return false;
  const before = text[at - 1] ?? "";
  const isHump = SMALL_REGEXP.test(before) && CAPITAL_REGEXP.test(keyword[0]!);
  return isHump || !WORD_REGEXP.test(before);
}
