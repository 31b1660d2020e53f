/**
 * Measures how well a finished session was served. `measure_session.ts` combines the other figures.
 *
 * @module
 */

export * from "./find_mentioned.ts";
export * from "./measure_requests.ts";
export * from "./measure_session.ts";
export * from "./session_figures.ts";
