/**
 * Finds and masks secrets in texts that are shown, kept or sent.
 *
 * @module
 */

export { maskSecrets } from "./mask_secrets.ts";
export * from "./mask_value.ts";
export * from "./shown_secrets.ts";
