import { listAssignments } from "./assignments.ts";
import { findKeyBlocks } from "./find_key_blocks.ts";
import { findKubernetesSecrets } from "./find_kubernetes_secrets.ts";
import { findBuiltInSecrets } from "./find_built_in_secrets.ts";
import { maskFindings, type SecretFinding } from "./mask_findings.ts";
import { findLikelyRuleSecrets, mayContainRuleSecret } from "./rule_hints.ts";
import { findLikelySecrets, mayContainDetectorSecret } from "./secret_patterns.ts";

/**
 * Returns true when a text may contain a secret that a detector or imported rules find, or contains
 * one that the built-in rules find.
 */
export function mayContainSecret(text: string): boolean {
  if (mayContainDetectorSecret(text) || findKeyBlocks(text, { isPart: false }).length > 0) {
    return true;
  }
  // Reading the assignments takes most of the time.
  const assignments = [...listAssignments(text)];
  return mayContainRuleSecret(text, assignments) ||
    findBuiltInSecrets(text, assignments).length > 0;
}

/** Part of a line of each secret whose other lines may be far from the line that identifies it. */
const MULTILINE_REGEXP = /PRIVATE KEY|kind:[ \t]*["']?Secret\b/;

/**
 * Returns true when the lines of a file contain a secret that the lines around a part of it may not
 * reveal: a key, or a manifest.
 */
export function containsMultilineSecret(lines: readonly string[]): boolean {
  if (!lines.some((line) => MULTILINE_REGEXP.test(line))) return false;
  const text = lines.join("\n");
  return findKeyBlocks(text, { isPart: false }).length > 0 ||
    findKubernetesSecrets(text).length > 0;
}

/**
 * Returns the secrets that the imported rules find in a text. The rules are loaded for the first
 * text that may contain such a secret.
 */
export async function findRuleSecretsLazily(text: string): Promise<readonly SecretFinding[]> {
  if (!mayContainRuleSecret(text)) return [];
  const { findRuleSecrets } = await import("./rules/find_rule_secrets.ts");
  return findRuleSecrets(text);
}

/**
 * Masks all text that looks like a secret, without a detector. It masks too much rather than too
 * little, which suits the log.
 */
export function maskLikelySecrets(text: string): string {
  if (!mayContainSecret(text)) return text;
  const found = [
    ...findKeyBlocks(text, { isPart: false }),
    ...findLikelySecrets(text),
    ...findBuiltInSecrets(text),
    ...findLikelyRuleSecrets(text),
  ];
  return maskFindings(text, found).text;
}
