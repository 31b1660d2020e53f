/**
 * Finds and masks secrets in texts. `secret_shapes.ts` decides which texts a detector has to read, `rule_hints.ts`
 * which ones the rules of `rules/`. `find_plain_secrets.ts` finds secrets for which neither has a rule,
 * `find_key_blocks.ts` private keys of which a text has only a part.
 *
 * @module
 */

export * from "./find_key_blocks.ts";
export * from "./find_plain_secrets.ts";
export * from "./mask_findings.ts";
export * from "./mask_shapes.ts";
export * from "./rule_hints.ts";
export * from "./secret_shapes.ts";
