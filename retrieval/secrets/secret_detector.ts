import { importPackage, PRESET_PACKAGE } from "../machine/mod.ts";
import type { SecretFinding } from "@dossier/core/secret";

/** Detector of secrets in a text. */
export interface SecretDetector {
  /** Returns its findings, in any order. Some rules are for some files only. */
  readonly find: (
    source: { readonly path: string; readonly text: string },
  ) => Promise<SecretFinding[]>;
}

/** Part of a rule of secretlint that is called here; `runRules` creates its arguments. */
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
 * Excluded rules: the first reports a whole JSON file for the private key in it, which has its own
 * rule; the second lets a comment of the file turn the others off.
 */
const OMITTED_RULE_REGEXP = /-rule-(?:gcp|filter-comments)$/;

/** Makes the rule for AWS also mask the ids of keys and accounts, which is optional. */
const RULE_OPTIONS = { enableIDScanRule: true };

/**
 * Loads the recommended rules of secretlint, which takes about 50 ms, and a download of 100 KB at
 * the first use.
 *
 * They run without `@secretlint/core`. When imported, it reads all environment variables, for which
 * the commands have no permission, and it keeps the time of each step forever.
 *
 * @throws {Error} When the package is neither on this machine nor can be downloaded.
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
 * Returns the range of the reported value. Some rules count the length of the value from the start
 * of the name before it, so that the end of the range is too early. The data of the report contains
 * the value.
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

/**
 * Returns the name of a rule: `github-token` for `GITHUB_TOKEN`, `aws-access-key-id` for
 * `AWSAccessKeyID`.
 */
function toRuleName(messageId: string): string {
  return messageId.replace(WORD_START_REGEXP, "$&-").replaceAll("_", "-").toLowerCase();
}
