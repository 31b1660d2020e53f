import { importPackage, PRESET_PACKAGE } from "../machine/mod.ts";
import type { SecretFinding } from "@dossier/core/secret";

/** Finds secrets in a text. */
export interface SecretDetector {
  /** Returns what it finds, in any order. Some rules are for some files only. */
  readonly find: (
    source: { readonly path: string; readonly text: string },
  ) => Promise<SecretFinding[]>;
}

/** The part of a rule of secretlint that is called here; `runRules` makes its arguments. */
interface DetectorRule {
  readonly meta: { readonly id: string };
  readonly create: (context: object, options: object) => {
    readonly file?: (source: object) => void | Promise<void>;
  };
}

interface DetectorReport {
  readonly message: { readonly messageId: string; readonly data: object };
  readonly range: readonly [start: number, end: number];
}

/**
 * Rules that are left out: the first reports a whole JSON file for the private key in it, which has a
 * rule of its own; the second lets a comment of the file switch the others off.
 */
const OMITTED_RULE_REGEXP = /-rule-(?:gcp|filter-comments)$/;

/** That the rule for AWS masks the numbers of keys and accounts too, which it leaves to its users. */
const RULE_OPTIONS = { enableIDScanRule: true };

/**
 * Loads the recommended rules of secretlint, which takes about 50 ms and for the first time fetches 100 KB.
 *
 * They run without `@secretlint/core`: that reads all environment variables when it is loaded, which
 * the commands have no right to, and notes the time of each step for ever.
 *
 * @throws When the package is neither on this machine nor to be had.
 */
export async function openSecretDetector(): Promise<SecretDetector> {
  const { rules }: { readonly rules: readonly DetectorRule[] } = await importPackage(
    PRESET_PACKAGE,
  );
  const used = rules.filter(({ meta }) => !OMITTED_RULE_REGEXP.test(meta.id));
  return { find: (source) => runRules(used, source) };
}

async function runRules(
  rules: readonly DetectorRule[],
  { path, text }: Parameters<SecretDetector["find"]>[0],
): Promise<SecretFinding[]> {
  const reports: DetectorReport[] = [];
  const context = {
    sharedOptions: {},
    createTranslator: () => (messageId: string, data = {}) => ({ messageId, data }),
    report: (report: DetectorReport) => reports.push(report),
    ignore: () => {},
  };
  const name = path.slice(path.lastIndexOf("/") + 1);
  const ext = name.includes(".") ? name.slice(name.lastIndexOf(".")) : "";
  const file = { content: text, filePath: path, ext, contentType: "text" };
  for (const rule of rules) await rule.create(context, RULE_OPTIONS).file?.(file);
  return reports.map((report) => toFinding(report, text));
}

/**
 * Returns where the reported value is. Some rules count its length from where the name before it
 * starts, so that the end of the range is too early: the value itself is among the report's data.
 */
function toFinding({ message, range: [from, to] }: DetectorReport, text: string): SecretFinding {
  const rule = toRuleName(message.messageId);
  const values = Object.values(message.data).filter((value) => typeof value === "string");
  for (const value of values) {
    const start = value === "" ? -1 : text.indexOf(value, from);
    if (start >= 0) return { rule, start, end: start + value.length };
  }
  return { rule, start: from, end: to };
}

const WORD_START_REGEXP = /([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g;

/** `GITHUB_TOKEN` and `AWSAccessKeyID` as `github-token` and `aws-access-key-id`. */
function toRuleName(messageId: string): string {
  return messageId.replace(WORD_START_REGEXP, "$&-").replaceAll("_", "-").toLowerCase();
}
