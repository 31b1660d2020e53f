import { type Assignment, listAssignments } from "./assignments.ts";
import { isValue } from "./find_named_secrets.ts";
import { looksRandom } from "./looks_random.ts";
import type { SecretFinding } from "./mask_findings.ts";
import { TOKEN_PARTS, TOKEN_STARTS } from "./rules/rule_marks.ts";

/** A token is behind no letter or digit, but it may be behind `\n` in a string. */
const START = "(?:(?<![A-Za-z\\d])|(?<=\\\\[nrt]))";

const MARK_REGEXP = new RegExp(
  `${START}(?<start>${TOKEN_STARTS.join("|")})|${TOKEN_PARTS.join("|")}`,
  "g",
);

/** A place in a text at which a token may be. */
export interface TokenMark {
  readonly at: number;
  /** Whether the token begins there. */
  readonly isStart: boolean;
}

/** Returns the places of a text at which tokens with known beginnings or parts may be, in order. */
export function listTokenMarks(text: string): TokenMark[] {
  return [...text.matchAll(MARK_REGEXP)].map(({ index, groups }) => ({
    at: index,
    isStart: groups?.["start"] !== undefined,
  }));
}

/** Fewest characters of a value of a service, and of what begins like a token. */
const MIN_LENGTH = 8;
const MIN_TOKEN_LENGTH = 16;

const RUN_REGEXP = /[\w.=+/~:|%-]+/y;
const DIGIT_REGEXP = /\d/;

/**
 * Returns whether a text may have a secret that `findRuleSecrets()` finds: true for every text in which it finds
 * one, and for few others. Only then are its rules loaded.
 *
 * @param assignments Those of the text, where they are known.
 */
export function mayHoldRuleSecret(
  text: string,
  assignments: Iterable<Assignment> = listAssignments(text),
): boolean {
  // A search takes no notice of where the expression was last.
  if (text.search(MARK_REGEXP) !== -1) return true;
  for (const assignment of assignments) {
    const { service, value } = assignment;
    if (service === undefined || value.length < MIN_LENGTH || !DIGIT_REGEXP.test(value)) continue;
    if (isValue(text, assignment)) return true;
  }
  return false;
}

/** Returns what may be secrets of such rules, without the rules: too much rather than too little. */
export function findRuleShapes(text: string): SecretFinding[] {
  const tokens = listTokenMarks(text).flatMap(({ at }) => {
    RUN_REGEXP.lastIndex = at;
    const length = RUN_REGEXP.exec(text)?.[0].length ?? 0;
    return length < MIN_TOKEN_LENGTH ? [] : [{ rule: "token", start: at, end: at + length }];
  });
  const values = [...listAssignments(text)].flatMap((assignment) => {
    const { service, value, start } = assignment;
    if (service === undefined || !looksRandom(value, { minLength: MIN_LENGTH })) return [];
    return isValue(text, assignment) ? [{ rule: "token", start, end: start + value.length }] : [];
  });
  return [...tokens, ...values];
}
