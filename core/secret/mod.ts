/**
 * Finds and masks secrets in texts. `secret_patterns.ts` decides which texts a detector has to
 * read, and `rule_hints.ts` which texts the rules of `rules/` have to read.
 * `find_built_in_secrets.ts` finds secrets for which neither has a rule, and `find_key_blocks.ts`
 * private keys that a text contains only in part.
 *
 * @module
 */

export * from "./find_key_blocks.ts";
export * from "./find_built_in_secrets.ts";
export * from "./mask_findings.ts";
export * from "./mask_likely_secrets.ts";
export * from "./rule_hints.ts";
export * from "./secret_patterns.ts";
