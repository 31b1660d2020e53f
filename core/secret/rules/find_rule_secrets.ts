import { listAssignments } from "../assignments.ts";
import { isAssignedValue } from "../find_named_secrets.ts";
import { isExample, measureEntropy } from "../looks_random.ts";
import type { SecretFinding } from "../mask_findings.ts";
import { listTokenHints } from "../rule_hints.ts";
import { NAME_ROWS, PART_ROWS, TOKEN_ROWS } from "./rule_table.ts";

/** Number of characters before and after the known part of a token that are searched. */
const CHARACTERS_BEFORE = 200;
const CHARACTERS_AFTER = 600;

/** Number of characters that are searched for such tokens at once. */
const WINDOW = 4000;

/** Rest of a token whose rule matches only the minimum length. */
const REST_REGEXP = /[\w-]{0,512}/y;

/** Characters of tokens, and of what joins several of them. */
const RUN_REGEXP = /[\w.=+/~:|%$-]*/y;

/** Maximum number of starts of tokens in one run of such characters. */
const MAX_MARKS = 32;

const WORD_REGEXP = /\w/;
const LETTER_REGEXP = /[A-Za-z]/;
const LOWER_REGEXP = /[a-z]/;
const DIGIT_REGEXP = /\d/;

interface Rule {
  readonly id: string;
  readonly regexp: RegExp;
  /** Minimum entropy in bits per character. */
  readonly entropy: number;
}

const TOKEN_RULES = TOKEN_ROWS.map((row) => toRule(row, "y"));
const PART_RULES = PART_ROWS.map((row) => toRule(row, "g"));

const SERVICE_RULES = NAME_ROWS.map(([id, name, value, entropy]) => ({
  ...toRule([id, value, entropy], "y"),
  name: new RegExp(name, "y"),
}));

/** V8 compiles an expression on first use. */
function toRule([id, source, entropy]: (typeof TOKEN_ROWS)[number], flags: string): Rule {
  return { id, regexp: new RegExp(source, flags), entropy };
}

/**
 * Returns the secrets that the imported rules find: tokens by their start, and values of names of
 * services by their form.
 */
export function findRuleSecrets(text: string): SecretFinding[] {
  return [...findTokens(text), ...findServiceSecrets(text)];
}

function findTokens(text: string): SecretFinding[] {
  const found: SecretFinding[] = [];
  let run = { end: 0, marks: 0 };
  let seen = 0;
  for (const { at, isStart } of listTokenHints(text)) {
    if (!isStart) {
      if (at + CHARACTERS_AFTER <= seen) continue;
      found.push(...findAround(text, at));
      seen = at + WINDOW;
      continue;
    }
    if (at >= run.end) run = { end: at + matchLengthAt(RUN_REGEXP, { text, at }), marks: 0 };
    run.marks += 1;
    // So many tokens never occur without a blank, and each attempt may read all of them.
    if (run.marks > MAX_MARKS) {
      if (run.marks === MAX_MARKS + 1) found.push({ rule: "token", start: at, end: run.end });
      continue;
    }
    const token = findToken(text, at);
    if (token !== undefined) found.push(token);
  }
  return found;
}

/** Returns the token that begins at an offset. */
function findToken(text: string, at: number): SecretFinding | undefined {
  for (const rule of TOKEN_RULES) {
    const length = matchLengthAt(rule.regexp, { text, at });
    if (length === 0) continue;
    const end = at + length + matchLengthAt(REST_REGEXP, { text, at: at + length });
    if (isSecret(text.slice(at, end), rule)) return { rule: rule.id, start: at, end };
  }
  return undefined;
}

/** Returns the tokens around a part of one. */
function findAround(text: string, at: number): SecretFinding[] {
  const from = Math.max(0, at - CHARACTERS_BEFORE);
  const window = text.slice(from, at + WINDOW);
  return PART_RULES.flatMap((rule) =>
    [...window.matchAll(rule.regexp)]
      .filter(([found]) => isSecret(found, rule))
      .map(({ index, 0: found }) => ({
        rule: rule.id,
        start: from + index,
        end: from + index + found.length,
      }))
  );
}

function findServiceSecrets(text: string): SecretFinding[] {
  const found: SecretFinding[] = [];
  for (const assignment of listAssignments(text)) {
    const { service, start } = assignment;
    if (
      service === undefined || !isAssignedValue(text, assignment) || !startsNamePart(text, service)
    ) continue;
    for (const rule of SERVICE_RULES) {
      if (matchLengthAt(rule.name, { text, at: service }) === 0) continue;
      const end = start + matchLengthAt(rule.regexp, { text, at: start });
      const value = text.slice(start, end);
      if (end === start || WORD_REGEXP.test(text[end] ?? "") || !DIGIT_REGEXP.test(value)) continue;
      if (!isSecret(value, rule)) continue;
      found.push({ rule: rule.id, start, end });
      break;
    }
  }
  return found;
}

/**
 * Returns true when a part of a name begins at an offset: `camera` does not contain the part
 * `mera`, but `myOkta` contains `Okta`.
 */
function startsNamePart(text: string, at: number): boolean {
  const before = text[at - 1] ?? "";
  return !LETTER_REGEXP.test(before) ||
    (LOWER_REGEXP.test(before) && !LOWER_REGEXP.test(text[at]!));
}

function isSecret(value: string, { entropy }: Rule): boolean {
  return measureEntropy(value) >= entropy && !isExample(value);
}

/**
 * Returns the number of characters that an expression matches at an offset; 0 when it does not
 * match.
 */
function matchLengthAt(
  regexp: RegExp,
  { text, at }: { readonly text: string; readonly at: number },
): number {
  regexp.lastIndex = at;
  return regexp.exec(text)?.[0].length ?? 0;
}
