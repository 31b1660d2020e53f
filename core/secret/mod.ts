/**
 * Secrets in texts that are about to be shown: which texts a detector has to look at
 * (`secret_shapes.ts`), what it does not find (`find_plain_secrets.ts`), or not in a part of a file
 * (`find_key_blocks.ts`), and what stands in their place (`mask_findings.ts`).
 *
 * @module
 */

export { findKeyBlocks } from "./find_key_blocks.ts";
export { findPlainSecrets } from "./find_plain_secrets.ts";
export { holdsSecret, maskShapes } from "./mask_shapes.ts";
export { type MaskedSecret, type MaskedText, maskFindings } from "./mask_findings.ts";
export type { SecretFinding } from "./secret_finding.ts";
export { findSecretShapes, mayHoldSecret } from "./secret_shapes.ts";
