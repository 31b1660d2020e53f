/**
 * What a session that is over says about the context it was given. `measure_session.ts` puts together
 * what the others count.
 *
 * @module
 */

export * from "./compare_files.ts";
export * from "./find_leaks.ts";
export * from "./find_mentioned.ts";
export * from "./measure_dilution.ts";
export * from "./measure_requests.ts";
export * from "./measure_session.ts";
export * from "./rank_quality.ts";
export * from "./summarise_times.ts";
