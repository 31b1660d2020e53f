import { findCarriedSecrets } from "./find_carried_secrets.ts";
import { findNamedSecrets } from "./find_named_secrets.ts";
import type { SecretFinding } from "./mask_findings.ts";

/** Tokens with a known beginning for which the detector has no rule. */
const TOKENS: readonly (readonly [rule: string, source: string])[] = [
  ["google-api-key", "AIza[\\w-]{35}"],
  ["google-oauth-secret", "GOCSPX-[\\w-]{20,}"],
  ["google-oauth-token", "ya29\\.[\\w-]{20,}"],
  ["pypi-token", "pypi-[\\w-]{50,}"],
  ["twilio-key", "(?:SK|AC)[\\da-f]{32}(?![\\w])"],
  // The look-behind keeps a run of beginnings linear.
  ["json-web-token", "eyJ(?<![\\w-]eyJ)[\\w-]{8,}\\.eyJ[\\w-]{8,}(?:\\.[\\w-]*)*"],
  ["telegram-bot-token", "\\d{8,10}:AA[\\w-]{33}"],
  ["digitalocean-token", "do[opr]_v1_[\\da-f]{64}"],
  ["rubygems-key", "rubygems_[\\da-f]{48}"],
  ["mailgun-key", "key-[\\da-f]{32}(?![\\w])"],
  ["age-secret-key", "AGE-SECRET-KEY-1[\\dA-Z]{58}"],
];

const TOKEN_REGEXP = new RegExp(TOKENS.map(([, source]) => `(${source})`).join("|"), "g");

/** A token behind a letter or a digit is part of a name. */
const WORD_REGEXP = /[A-Za-z\d]/;

/**
 * Returns the secrets that need no detector: tokens with a known beginning, credentials in headers and
 * addresses, and values of names such as `password`. The time is linear in the length of the text.
 */
export function findPlainSecrets(text: string): SecretFinding[] {
  return [...findTokens(text), ...findCarriedSecrets(text), ...findNamedSecrets(text)];
}

function findTokens(text: string): SecretFinding[] {
  return [...text.matchAll(TOKEN_REGEXP)].flatMap((match) => {
    const { index: start } = match;
    if (WORD_REGEXP.test(text[start - 1] ?? "")) return [];
    const index = match.slice(1).findIndex((group) => group !== undefined);
    return [{ rule: TOKENS[index]![0], start, end: start + match[0].length }];
  });
}
