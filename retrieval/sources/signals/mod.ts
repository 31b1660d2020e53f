/**
 * Files, documents and places that an agent's text asks for.
 *
 * @module
 */

export { AskedFiles, isWholeDocument } from "./asked_files.ts";
export type { FindPlacesOptions } from "./find_places.ts";
export { type AnsweredRequest, isMissed, tellOutcomes } from "./tell_outcomes.ts";
