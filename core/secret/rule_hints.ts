import { type Assignment, listAssignments } from "./assignments.ts";
import { isAssignedValue } from "./find_named_secrets.ts";
import { looksRandom } from "./looks_random.ts";
import type { SecretFinding } from "./mask_findings.ts";
import { TOKEN_PARTS, TOKEN_STARTS } from "./rules/rule_marks.ts";

/**
 * A token follows no letter or digit, but may follow `
 *
 * ` in a string.
 */
const START = "(?:(?<![A-Za-z\\d])|(?<=\\\\[nrt]))";

const HINT_REGEXP = new RegExp(
  `${START}(?<start>${TOKEN_STARTS.join("|")})|${TOKEN_PARTS.join("|")}`,
  "g",
);

/** Offset in a text that may belong to a token. */
export interface TokenHint {
  readonly at: number;
  /** True when the token begins at the offset. */
  readonly isStart: boolean;
}

/** Returns the offsets of a text where tokens with known starts or parts may be, in order. */
export function listTokenHints(text: string): TokenHint[] {
  return [...text.matchAll(HINT_REGEXP)].map(({ index, groups }) => ({
    at: index,
    isStart: groups?.["start"] !== undefined,
  }));
}

/** Minimum number of characters of a value of a service, and of text that begins like a token. */
const MIN_LENGTH = 8;
const MIN_TOKEN_LENGTH = 16;

const RUN_REGEXP = /[\w.=+/~:|%-]+/y;
const DIGIT_REGEXP = /\d/;

/**
 * Returns true when a text may contain a secret that `findRuleSecrets()` finds: true for all texts
 * in which it finds one, and for few others. Only then are its rules loaded.
 *
 * @param assignments Assignments of the text, when they are known.
 */
export function mayContainRuleSecret(
  text: string,
  assignments: Iterable<Assignment> = listAssignments(text),
): boolean {
  // A search ignores `lastIndex`.
  if (text.search(HINT_REGEXP) !== -1) return true;
  for (const assignment of assignments) {
    const { service, value } = assignment;
    if (service === undefined || value.length < MIN_LENGTH || !DIGIT_REGEXP.test(value)) continue;
    if (isAssignedValue(text, assignment)) return true;
  }
  return false;
}

/**
 * Returns likely secrets of the imported rules, without the rules: too much rather than too little.
 */
export function findLikelyRuleSecrets(text: string): SecretFinding[] {
  const tokens = listTokenHints(text).flatMap(({ at }) => {
    RUN_REGEXP.lastIndex = at;
    const length = RUN_REGEXP.exec(text)?.[0].length ?? 0;
    return length < MIN_TOKEN_LENGTH ? [] : [{ rule: "token", start: at, end: at + length }];
  });
  const values = [...listAssignments(text)].flatMap((assignment) => {
    const { service, value, start } = assignment;
    if (service === undefined || !looksRandom(value, { minLength: MIN_LENGTH })) return [];
    return isAssignedValue(text, assignment)
      ? [{ rule: "token", start, end: start + value.length }]
      : [];
  });
  return [...tokens, ...values];
}
