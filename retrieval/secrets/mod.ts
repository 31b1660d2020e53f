/**
 * Finds and masks secrets in texts that are shown, stored or sent.
 *
 * @module
 */

export { maskSecrets } from "./mask_secrets.ts";
export * from "./mask_value.ts";
export * from "./shown_secrets.ts";

/** Loads the function that masks secrets in sections. */
export const loadMaskSections = async () => (await import("./mask_sections.ts")).maskSections;
