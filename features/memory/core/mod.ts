/**
 * What earlier work taught: observations, whether they still hold, how they are ranked, packed and learned from. Pure
 * functions; hashes and times are arguments.
 *
 * Read `observation.ts` first, then `anchor_state.ts` (is it still true?), `keyword_score.ts` and
 * `rank_by_feedback.ts` (is it relevant, and did it help?), `memory_block.ts` (what a session is given) and `learn.ts`
 * (what its outcome teaches).
 *
 * @module
 */

export * from "./analytics.ts";
export * from "./anchor_state.ts";
export * from "./audit_chain.ts";
export * from "./claim_check.ts";
export * from "./diagnose.ts";
export * from "./find_misleading.ts";
export * from "./fingerprint.ts";
export * from "./fingerprint_manifests.ts";
export type { Ecosystem, FingerprintKind } from "./fingerprint_table.ts";
export * from "./inject_inbox.ts";
export * from "./keyword_score.ts";
export * from "./learn.ts";
export * from "./memory_block.ts";
export * from "./memory_error.ts";
export * from "./memory_query.ts";
export * from "./mine/mod.ts";
export * from "./observation.ts";
export * from "./pareto.ts";
export * from "./pictures.ts";
export * from "./rank_by_feedback.ts";
export * from "./sim_hash.ts";
export * from "./summarize_work.ts";
export * from "./terminal_notice.ts";
export * from "./transfer.ts";
export * from "./triplets.ts";
export * from "./work_budget.ts";
export * from "./work_type.ts";
