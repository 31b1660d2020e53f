import { findKeyBlocks } from "./find_key_blocks.ts";
import { findPlainSecrets } from "./find_plain_secrets.ts";
import { maskFindings } from "./mask_findings.ts";
import { findSecretShapes, mayHoldSecret } from "./secret_shapes.ts";

/** Returns whether a text may have a secret that a detector finds, or has one that needs no detector. */
export function holdsSecret(text: string): boolean {
  return mayHoldSecret(text) || findKeyBlocks(text, { isPart: false }).length > 0 ||
    findPlainSecrets(text).length > 0;
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
  ];
  return maskFindings(text, found).text;
}
