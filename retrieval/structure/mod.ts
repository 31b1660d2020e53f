/**
 * Answers questions about the structure of a tree: its central definitions, outlines of files,
 * callers and callees, tests of a definition, and related definitions.
 *
 * @module
 */

export { checkTargets, type StructureOptions, type StructureQuestion } from "./question.ts";

/** Loads the answers to questions about structure, which bundles and searches do not need. */
export const loadAnswerStructure = async () =>
  (await import("./answer_structure.ts")).answerStructure;
