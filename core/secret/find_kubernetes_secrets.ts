import { isVariable } from "./looks_random.ts";
import type { SecretFinding } from "./mask_findings.ts";

/** Line that marks a manifest as one of a Secret. */
const KIND_REGEXP = /^[ \t]*kind:[ \t]*["']?Secret["']?[ \t]*$/m;

/** Line between two manifests of a file. */
const BREAK_REGEXP = /^---.*$/m;

/** Line before the values. */
const DATA_REGEXP = /^[ \t]*(?:data|stringData):\s*$/;

/** Name and value on one line. */
const PAIR_REGEXP = /^[ \t]*[\w."'-]+:[ \t]+["']?(?<value>[^\s"'#|>{][^\s"']{3,})["']?\s*$/;

/**
 * Returns the values of Kubernetes Secrets in YAML, plain or in base64, that are on the line of
 * their name.
 */
export function findKubernetesSecrets(text: string): SecretFinding[] {
  if (!KIND_REGEXP.test(text)) return [];
  const found: SecretFinding[] = [];
  let start = 0;
  for (const manifest of text.split(BREAK_REGEXP)) {
    if (KIND_REGEXP.test(manifest)) {
      for (const { start: from, end } of findValues(manifest)) {
        found.push({ rule: "kubernetes-secret", start: start + from, end: start + end });
      }
    }
    start += manifest.length;
    start += BREAK_REGEXP.exec(text.slice(start))?.[0].length ?? 0;
  }
  return found;
}

function* findValues(
  manifest: string,
): Generator<{ readonly start: number; readonly end: number }> {
  /** Indentation of the line above the values; undefined outside of them. */
  let outer: number | undefined;
  let at = 0;
  for (const line of manifest.split("\n")) {
    const indent = line.length - line.trimStart().length;
    if (line.trim() !== "" && outer !== undefined && indent <= outer) outer = undefined;
    if (DATA_REGEXP.test(line)) outer = indent;
    const { value = "" } = outer === undefined ? {} : PAIR_REGEXP.exec(line)?.groups ?? {};
    if (value !== "" && !isVariable(value)) {
      const start = at + line.lastIndexOf(value);
      yield { start, end: start + value.length };
    }
    at += line.length + 1;
  }
}
