import { type Assignment, listAssignments } from "./assignments.ts";
import { findCommandSecrets } from "./find_command_secrets.ts";
import { findKubernetesSecrets } from "./find_kubernetes_secrets.ts";
import { findNamedSecrets } from "./find_named_secrets.ts";
import { isPlaceholder, looksRandom } from "./looks_random.ts";
import type { SecretFinding } from "./mask_findings.ts";

/** Tokens with a known start for which neither the detector nor the imported rules have a rule. */
const TOKENS: readonly (readonly [rule: string, source: string])[] = [
  ["azure-client-secret", "[\\w~.]{3}\\dQ~[\\w~.-]{31,34}"],
  ["facebook-access-token", "\\d{15,16}[|%][\\w-]{27,40}(?!\\w)"],
  ["stripe-webhook-secret", "whsec_[A-Za-z\\d+/]{24,}={0,2}"],
  ["google-oauth-secret", "GOCSPX-[\\w-]{20,}"],
  ["google-oauth-token", "ya29\\.[\\w-]{20,}"],
  ["pypi-token", "pypi-[\\w-]{50,}"],
  ["twilio-key", "(?:SK|AC)[\\da-fA-F]{32}(?!\\w)"],
  // The assertion about the preceding text keeps the time linear for repeated starts.
  ["json-web-token", "ey(?<![\\w-]ey)[A-Z][\\w-]{8,}\\.ey[A-Za-z][\\w-]{8,}(?:\\.[\\w-]*)*"],
  ["telegram-bot-token", "\\d{8,10}:AA[\\w-]{33}"],
  ["mailgun-key", "key-[\\da-f]{32}(?![\\w])"],
];

const TOKEN_REGEXP = new RegExp(TOKENS.map(([, source]) => `(${source})`).join("|"), "g");

/** A token after a letter or a digit is part of a name. */
const WORD_REGEXP = /[A-Za-z\d]/;

/**
 * Returns the secrets that need no detector: tokens with a known start, credentials in headers and
 * addresses, and values of names such as `password`. The time is linear in the length of the text.
 *
 * @param assignments Assignments of the text, when they are known.
 */
export function findBuiltInSecrets(
  text: string,
  assignments: Iterable<Assignment> = listAssignments(text),
): SecretFinding[] {
  return [
    ...findTokens(text),
    ...findCredentials(text),
    ...findNamedSecrets(text, assignments),
    ...findCommandSecrets(text),
    ...findKubernetesSecrets(text),
  ];
}

function findTokens(text: string): SecretFinding[] {
  return [...text.matchAll(TOKEN_REGEXP)].flatMap((match) => {
    const { index: start } = match;
    if (WORD_REGEXP.test(text[start - 1] ?? "")) return [];
    const index = match.slice(1).findIndex((group) => group !== undefined);
    return [{ rule: TOKENS[index]![0], start, end: start + match[0].length }];
  });
}

/** Name of the header, as in `"Authorization": "`. */
const HEADER_NAME = /authorization["'\]]?\s{0,8}[:=,]\s{0,8}["'`]?/.source;

/** Authentication schemes such as `Bearer`. */
const SCHEME = "(?:basic|bearer|token|apikey|digest|negotiate)";

/** `Authorization` header in a request, a program, or the settings of git or curl. */
const HEADER_REGEXP = new RegExp(
  String.raw`${HEADER_NAME}${SCHEME}\s{1,8}(?<value>[\w+/=.~-]{8,4096})`,
  "gi",
);

/** Bearer token without the name of the header. */
const BEARER_REGEXP = /\bbearer\s{1,8}(?<value>[\w+/=.~-]{20,4096})/gi;

/** User and password of an address, or a token in place of both. */
const ADDRESS_REGEXP =
  /:\/\/(?<user>[^\s/:@"'`<>\\]{0,256})(?::(?<password>[^\s/@"'`<>\\]{1,512}))?@(?=[\w.[-])/g;

/** Words for a password, and meaningless words: `password1`, `foo`. */
const COMMON_WORDS =
  "pass(?:w(?:or)?d)?|pw|pwd|secret|token|user(?:name)?|foo|bar|baz|test(?:ing)?";

/** Accounts and programs whose name is also the default password: `postgres`. */
const COMMON_ACCOUNTS = "guest|root|admin|postgres|mysql|redis|mongo|rabbit(?:mq)?|minio";

/** Short meaningless values: `x`, `null`. */
const COMMON_SHORT = "key|api|p|x|none|null|undefined";

/** Passwords of examples and local set-ups. */
const COMMON_REGEXP = new RegExp(
  String.raw`^(?:${[COMMON_WORDS, COMMON_ACCOUNTS, COMMON_SHORT].join("|")})\d{0,2}$`,
  "i",
);

const GUESSABLE_REGEXP = /^[a-z]*$/;

/**
 * Maximum length of a run of lower-case letters that counts as a word of an example, not as a
 * password.
 */
const MAX_WORD_LENGTH = 9;

/**
 * Minimum number of characters of a token in place of a user, as no word around it identifies it.
 */
const MIN_USER_LENGTH = 16;

/** Words after `Bearer` and `Basic`: `Basic authentication`, `Bearer token`. */
const SCHEME_WORD_REGEXP = /^[A-Z]?[a-z]*$/;

/** Member of an object: `config.token`. */
const MEMBER_REGEXP = /^[A-Za-z_]+(?:\.[A-Za-z_]+)+$/;

/** Returns the credentials in headers and addresses. */
function findCredentials(text: string): SecretFinding[] {
  const found: SecretFinding[] = [];
  for (const expression of [HEADER_REGEXP, BEARER_REGEXP]) {
    for (const match of text.matchAll(expression)) {
      const value = match.groups?.["value"] ?? "";
      if (SCHEME_WORD_REGEXP.test(value) || MEMBER_REGEXP.test(value) || isPlaceholder(value)) {
        continue;
      }
      const end = match.index + match[0].length;
      found.push({ rule: "authorization-header", start: end - value.length, end });
    }
  }
  for (const match of text.matchAll(ADDRESS_REGEXP)) {
    const { user = "", password } = match.groups ?? {};
    const isSecret = password === undefined
      ? looksRandom(user, { minLength: MIN_USER_LENGTH })
      : isPassword(password, user);
    const start = match.index + "://".length;
    if (isSecret) found.push({ rule: "url-credentials", start, end: start + match[0].length - 4 });
  }
  return found;
}

function isPassword(password: string, user: string): boolean {
  if (password === user || isPlaceholder(password) || COMMON_REGEXP.test(password)) return false;
  return !GUESSABLE_REGEXP.test(password) || password.length > MAX_WORD_LENGTH;
}
