/**
 * Questions about the structure of a tree: its central definitions, the outlines of files, who calls whom,
 * what tests a definition, and what is related to it.
 *
 * @module
 */

export { checkTargets, type StructureOptions, type StructureQuestion } from "./question.ts";

/** Loads what answers questions about structure: bundles and searches have no use for it. */
export const loadAnswerStructure = async () =>
  (await import("./answer_structure.ts")).answerStructure;
