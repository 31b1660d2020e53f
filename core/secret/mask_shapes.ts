import { listAssignments } from "./assignments.ts";
import { findKeyBlocks } from "./find_key_blocks.ts";
import { findKubernetesSecrets } from "./find_kubernetes_secrets.ts";
import { findPlainSecrets } from "./find_plain_secrets.ts";
import { maskFindings, type SecretFinding } from "./mask_findings.ts";
import { findRuleShapes, mayHoldRuleSecret } from "./rule_hints.ts";
import { findSecretShapes, mayHoldSecret } from "./secret_shapes.ts";

/** Returns whether a text may have a secret that a detector or rules find, or has one that needs neither. */
export function holdsSecret(text: string): boolean {
  if (mayHoldSecret(text) || findKeyBlocks(text, { isPart: false }).length > 0) return true;
  // Reading them takes most of the time.
  const assignments = [...listAssignments(text)];
  return mayHoldRuleSecret(text, assignments) || findPlainSecrets(text, assignments).length > 0;
}

/** Part of a line of each secret whose lines may be far from the one that says what they are. */
const WIDE_REGEXP = /PRIVATE KEY|kind:[ \t]*["']?Secret\b/;

/** Returns whether the lines of a file have a secret that lines around a part of it may not tell: a key, or a manifest. */
export function holdsWideSecret(lines: readonly string[]): boolean {
  if (!lines.some((line) => WIDE_REGEXP.test(line))) return false;
  const text = lines.join("\n");
  return findKeyBlocks(text, { isPart: false }).length > 0 ||
    findKubernetesSecrets(text).length > 0;
}

/**
 * Returns what the rules of others find in a text. They are loaded for the first text that may have a secret of
 * theirs.
 */
export async function findByRules(text: string): Promise<readonly SecretFinding[]> {
  if (!mayHoldRuleSecret(text)) return [];
  const { findRuleSecrets } = await import("./rules/find_rule_secrets.ts");
  return findRuleSecrets(text);
}

/**
 * Masks everything that looks like a secret, without a detector. It masks too much rather than too little,
 * which suits the log.
 */
export function maskShapes(text: string): string {
  if (!holdsSecret(text)) return text;
  const found = [
    ...findKeyBlocks(text, { isPart: false }),
    ...findSecretShapes(text),
    ...findPlainSecrets(text),
    ...findRuleShapes(text),
  ];
  return maskFindings(text, found).text;
}
