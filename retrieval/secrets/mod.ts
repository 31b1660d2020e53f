/**
 * Finds and masks secrets in texts that are shown, kept or sent.
 *
 * @module
 */

export {
  type MaskableText,
  type MaskedFileSecret,
  type MaskedTexts,
  type MaskOptions,
  maskSecrets,
} from "./mask_secrets.ts";
export { maskSymbols, maskValue } from "./mask_value.ts";
export type { DetectorSource, SecretDetector } from "./secret_detector.ts";
export { mayShowSecret, noteMasked } from "./shown_secrets.ts";
export { type MaskText, withMasks } from "./with_masks.ts";
