/**
 * The memory of earlier work: observations, their state, ranking, packing and learning. Pure
 * functions; hashes and times are arguments.
 *
 * Read `observation.ts` first, then `anchor_state.ts` (is it still true?), `keyword_score.ts` and
 * `rank_by_feedback.ts` (is it relevant, and did it help?), `memory_block.ts` (the text for a
 * session) and `learn.ts` (learning from outcomes).
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
export * from "./exported_observation.ts";
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
export * from "./session_facts.ts";
export * from "./sim_hash.ts";
export * from "./summarize_work.ts";
export * from "./terminal_notice.ts";
export * from "./transfer.ts";
export * from "./triplets.ts";
export * from "./work_budget.ts";
export * from "./work_type.ts";
