import { looksRandom } from "./looks_random.ts";
import type { SecretFinding } from "./mask_findings.ts";

/** A value in quotes or without, of which no character may end it. */
const VALUE = "(?<value>[^\\s\"'`;,()<>\\\\]{6,256})";

/**
 * Commands, calls and statements whose value no name introduces. Each part is bounded, so that they are read
 * in linear time.
 */
const FORM_REGEXPS: readonly RegExp[] = [
  `\\bsshpass\\s{1,9}-p\\s{0,9}["']?${VALUE}`,
  `\\b(?:mysql|mariadb|mongo)\\w{0,9}\\b[^\\n|;]{0,200}?\\s-p["']?${VALUE}`,
  `\\bredis-cli\\b[^\\n|;]{0,200}?\\s-a\\s{1,9}["']?${VALUE}`,
  // Of curl and others; the user is of any length that users have.
  `\\s(?:-u|--user|--proxy-user)[ \\t=]{1,9}["']?[^\\s:"'/]{1,64}["']?:["']?${VALUE}`,
  `\\becho\\s{1,9}(?:-n\\s{1,9})?["']?${VALUE}["']?\\s{0,9}\\|[^\\n]{0,80}\\slogin\\b`,
  `\\bIDENTIFIED\\s{1,9}(?:WITH\\s{1,9}\\w{1,40}\\s{1,9})?(?:BY|AS)\\s{1,9}(?:PASSWORD\\s{1,9})?["']${VALUE}["']`,
  `\\b(?:NetworkCredential|\\w{0,20}Basic_?Auth\\w{0,20}|auth\\s{0,3}=?\\s{0,3})\\(\\s{0,40}["'][^"'\\n]{0,64}["'],\\s{0,40}["']${VALUE}["']`,
  `\\bConvertTo-SecureString\\s{1,9}(?:-String\\s{1,9})?["']${VALUE}["']`,
  // The address of a database in Go.
  `(?<![\\w.-])[\\w.-]{1,64}:${VALUE}@(?:tcp|unix)\\(`,
].map((source) => new RegExp(source, "gi"));

/** What one of the forms has, so that most texts are read once. */
const FORM_REGEXP =
  /sshpass|mysql|mariadb|mongo|redis-cli|\s-u[ \t="']|--(?:proxy-)?user\b|\slogin\b|identified|credential\(|basic_?auth|\bauth\s{0,3}=?\s{0,3}\(|securestring|@(?:tcp|unix)\(/i;

/** Fewest characters of a password. */
const MIN_LENGTH = 6;

/** Returns the secrets of commands, calls and statements that give one without a name. */
export function findCommandSecrets(text: string): SecretFinding[] {
  if (!FORM_REGEXP.test(text)) return [];
  return FORM_REGEXPS.flatMap((expression) =>
    [...text.matchAll(expression)].flatMap((match) => {
      const value = match.groups?.["value"] ?? "";
      if (!looksRandom(value, { minLength: MIN_LENGTH, isThoughtOut: true })) return [];
      const start = match.index + match[0].lastIndexOf(value);
      return [{ rule: "named-secret", start, end: start + value.length }];
    })
  );
}
