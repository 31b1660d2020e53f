/**
 * Finds and masks secrets in texts that are shown, kept or sent.
 *
 * @module
 */

export { maskSecrets } from "./mask_secrets.ts";
export * from "./mask_value.ts";
export * from "./shown_secrets.ts";

/** Loads what masks secrets in all that a bundle may show. */
export const loadMaskSections = async () => (await import("./mask_sections.ts")).maskSections;
