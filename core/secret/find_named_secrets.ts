import { type Assignment, listAssignments } from "./assignments.ts";
import { isExample, isUuid, looksRandom } from "./looks_random.ts";
import type { SecretFinding } from "./mask_findings.ts";

/** Ends of names of the location or name of a secret: `tokenFile`, `keyHeader`. */
const ABOUT_PLACES =
  "name|type|url|uri|path|file|dir|field|label|placeholder|regexp?|pattern|prefix|" +
  "suffix|header|param(?:eter)?";

/** Ends of names of requirements and lifetimes of a secret: `passwordPolicy`. */
const ABOUT_RULES = String.raw`length|size|min|max|expir\w*|ttl|ref|class|provider|method|policy`;

/** Ends of names of texts about a secret, and of inputs: `passwordHint`. */
const ABOUT_TEXTS =
  "hint|title|message|error|text|prompt|env|var(?:iable)?|format|count|limit|index|" +
  "column|selector|endpoint|host|port|user";

/** Ends of names of kinds and handlers of a secret: `tokenVersion`, `keyManager`. */
const ABOUT_KINDS =
  "role|scheme|style|color|kind|mode|state|status|version|algorithm|hash|digest|id|ids|" +
  "list|map|set|service|server|issuer|audience|scope|parser|reader|stream|manager|mgr";

/** Ends of names whose value is about a secret, but is not a secret. */
const ABOUT_SECRET_REGEXP = new RegExp(
  `(?:${[ABOUT_PLACES, ABOUT_RULES, ABOUT_TEXTS, ABOUT_KINDS].join("|")})$`,
  "i",
);

/** Text after a part of a name: a separator, a digit, a capital or the end. */
const PART_END_REGEXP = /^(?:$|[_.\-\d]|[A-Z])/;

/** Keywords that are contained in other words, such as `compass`, `author` and `bypass`. */
const SHORT_REGEXP = /^(?:pass|pwd|auth)$/i;

/** Keywords of passwords, which people make up and which are short. */
const PASSWORD_REGEXP = /^(?:pass|pwd|contr|mot |senha|wacht|[^\0-\x7f])/i;
const MIN_PASSWORD_LENGTH = 6;

/**
 * Minimum number of characters of a value without quotes, which is more often a name in the
 * program.
 */
const MIN_BARE_LENGTH = 8;

/** Minimum number of characters of tokens and keys, which programs generate. */
const MIN_TOKEN_LENGTH = 10;

/** Starts of values that are no secrets, each with an example. */
const NON_SECRET_FORMS: readonly string[] = [
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
const NON_SECRET_REGEXP = new RegExp(`^(?:${NON_SECRET_FORMS.join("|")})`);

/** End of a name whose value is a key, in any form. */
const KEY_NAME_REGEXP = /(?:api|access|auth|client|refresh|bearer)[_.-]?(?:keys?|token|secret)$/i;

/** Start of a call with a name, of a list of arguments, or of a definition in Erlang. */
const ARGUMENT_REGEXP = /(?:\((?:&?\w{1,40},)?\s*["'][#.[]?|["']--|-define\(\s*|\bset :)[\w.=-]*$/;

/** Names of types in a schema: `AWS::IAM::AccessKey`. */
const TYPE_REGEXP = /::\w*$/;

/** Maximum number of characters that are read before a keyword. */
const MAX_NAME_LENGTH = 80;

const LOWER_REGEXP = /[a-z]/;
const UPPER_REGEXP = /[A-Z]/;
const WORD_REGEXP = /[A-Za-z\d]/;

/**
 * Returns the random-looking values of names such as `password` or `api_key`. Both name and value
 * must match, so that code which only handles secrets is not reported.
 *
 * @param assignments Assignments of the text, when they are known.
 */
export function findNamedSecrets(
  text: string,
  assignments: Iterable<Assignment> = listAssignments(text),
): SecretFinding[] {
  const found: SecretFinding[] = [];
  for (const assignment of assignments) {
    const { keyword, value, start, isQuoted } = assignment;
    if (keyword === "" || !isSecretName(text, assignment)) continue;
    if (!isAssignedValue(text, assignment) || NON_SECRET_REGEXP.test(value)) continue;
    const isHumanMade = PASSWORD_REGEXP.test(keyword);
    const minLength = isHumanMade
      ? (isQuoted ? MIN_PASSWORD_LENGTH : MIN_BARE_LENGTH)
      : MIN_TOKEN_LENGTH;
    const isKey = isUuid(value) && !isExample(value) && isKeyName(text, assignment);
    if (!isKey && !looksRandom(value, { minLength, isHumanMade })) continue;
    found.push({ rule: "named-secret", start, end: start + value.length });
  }
  return found;
}

/** Returns true when the assigned text is a value, not an expression or a neighbour in a list. */
export function isAssignedValue(text: string, { at, sign, isQuoted, after }: Assignment): boolean {
  if (sign === "," && !(isQuoted && isArgument(text, at))) return false;
  // A call or an index makes it an expression.
  return isQuoted || !(after === "(" || after === "[" || sign === "(" || sign.startsWith("{"));
}

/**
 * Returns true when the name with the keyword is an argument of a call: a string, or a symbol of
 * Ruby.
 */
function isArgument(text: string, at: number): boolean {
  return ARGUMENT_REGEXP.test(text.slice(Math.max(0, at - MAX_NAME_LENGTH), at));
}

/** Returns true when a UUID with this name is a key, as in `api_token` and `client_secret`. */
function isKeyName(text: string, { at, keyword, rest }: Assignment): boolean {
  return rest === "" &&
    KEY_NAME_REGEXP.test(text.slice(Math.max(0, at - MAX_NAME_LENGTH), at) + keyword);
}

/**
 * Returns true when the keyword is a complete part of its name, and the name is that of a secret.
 */
function isSecretName(
  text: string,
  { at, keyword, rest, sign, start }: Assignment,
): boolean {
  if (!PART_END_REGEXP.test(rest) || ABOUT_SECRET_REGEXP.test(rest)) return false;
  if (sign !== "(" && TYPE_REGEXP.test(text.slice(Math.max(0, at - MAX_NAME_LENGTH), at))) {
    return false;
  }
  if (!SHORT_REGEXP.test(keyword)) return true;
  // "Pass `batch=1` as a parameter."
  if (sign === "" && text[start - 1] === "`") return false;
  const before = text[at - 1] ?? "";
  const isHump = LOWER_REGEXP.test(before) && UPPER_REGEXP.test(keyword[0]!);
  return isHump || !WORD_REGEXP.test(before);
}
