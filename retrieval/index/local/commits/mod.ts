/**
 * Commits as the index keeps them.
 *
 * @module
 */

export { ChangeHistory } from "./change_history.ts";
export { SubjectField } from "./score_subjects.ts";
