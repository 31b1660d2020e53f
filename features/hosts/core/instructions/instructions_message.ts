/** What stands between what holds in every project and what holds in this one. */
const SEPARATOR = "\n\n--- project-doc ---\n\n";

const BLANK_LINE = "\n\n";
const PREFIX = "# AGENTS.md instructions for ";

/** The three kinds of text that a session is told as it begins; absent or blank where there is nothing. */
interface InstructionTexts {
  /** What holds in every project of the user. */
  readonly user?: string | undefined;
  /** The project's documents, least specific first. */
  readonly documents?: readonly string[] | undefined;
  /** The list of skills. */
  readonly skills?: string | undefined;
}

/**
 * Returns instructions joined as Codex does: documents, as they are, with a blank line between; a separator between
 * what the user says, without the blank space around it, and the project; and a blank line before skills. Undefined
 * when there is nothing.
 *
 * @example
 * ```ts
 * import { joinInstructions } from "@dossier/hosts/core";
 * import assert from "node:assert/strict";
 *
 * assert.equal(joinInstructions({ user: "Be brief.", documents: ["a", "b"] }),
 *   "Be brief.\n\n--- project-doc ---\n\na\n\nb");
 * ```
 */
export function joinInstructions(
  { user = "", documents = [], skills = "" }: InstructionTexts,
): string | undefined {
  const isSaid = (text: string) => text.trim() !== "";
  const project = documents.filter(isSaid).join(BLANK_LINE);
  const told = [user.trim(), project].filter(isSaid).join(SEPARATOR);
  return [told, skills].filter(isSaid).join(BLANK_LINE) || undefined;
}

/** Returns the message of a user by which Codex tells a session its instructions. @param cwd The folder of the session. */
export function renderInstructionsMessage(text: string, { cwd }: { readonly cwd: string }): string {
  return `${PREFIX}${cwd}\n\n<INSTRUCTIONS>\n${text}\n</INSTRUCTIONS>`;
}

/** Returns whether the text of a message is one of {@link renderInstructionsMessage}, which a compaction leaves out. */
export function isInstructionsMessage(text: string): boolean {
  return text.startsWith(PREFIX);
}
