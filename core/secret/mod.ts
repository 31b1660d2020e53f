/**
 * Finds and masks secrets in texts. `secret_shapes.ts` decides which texts a detector has to read.
 * `find_plain_secrets.ts` finds secrets for which the detector has no rule, `find_key_blocks.ts` private
 * keys of which a text has only a part. `mask_findings.ts` masks them.
 *
 * @module
 */

export { findKeyBlocks } from "./find_key_blocks.ts";
export { findPlainSecrets } from "./find_plain_secrets.ts";
export { holdsSecret, maskShapes } from "./mask_shapes.ts";
export {
  type MaskedSecret,
  type MaskedText,
  maskFindings,
  type SecretFinding,
} from "./mask_findings.ts";
export { findSecretShapes, mayHoldSecret } from "./secret_shapes.ts";
