import { takeNewest } from "@dossier/core/prompt";
import type { TokenEstimator } from "@dossier/core/text";
import { takeWholeStart } from "@dossier/core/utf8";
import { type InstructionFile, isOfUser } from "./instruction_file.ts";

/** Tokens of a skill or a file that returns, of all skills, and how many files do (Claude Code; systems.md §4.11). */
const MAX_ITEM_TOKENS = 5000;
const MAX_SKILL_TOKENS = 25_000;
const MAX_RECENT_FILES = 5;

/** A text with the path that it is from. */
export interface UsedText {
  /** Of its file. */
  readonly path: string;
  /** Empty where only the path is given. */
  readonly text: string;
}

/** What a session had before its history was condensed. */
export interface CompactedSession {
  /** Instructions as they are on the disk now, in order. */
  readonly files: readonly InstructionFile[];
  /** Folder of the session, relative to the root: files further below are given when one is touched. */
  readonly folder: string;
  /** Skills that were opened, the oldest first. */
  readonly skills: readonly UsedText[];
  /** Files that were changed, the oldest first, as they are now. */
  readonly modified: readonly UsedText[];
}

/** A text that a session is given again. */
export interface ReturnedText extends UsedText {
  /** What it is for. */
  readonly kind: "instructions" | "skill" | "file";
  /** By the estimator. */
  readonly tokens: number;
  /** Whether only its start returns; of a file too large nothing but the path does, and the text is empty. */
  readonly isCut: boolean;
}

/** What returns after a compaction, and what does not. */
export interface CompactionReturn {
  /** In the order in which they are given. */
  readonly texts: readonly ReturnedText[];
  /** Rules and files of folders further below: given when a file is touched that they are for. */
  readonly waiting: readonly string[];
  /** Skills and files that are too old to return. */
  readonly dropped: readonly string[];
}

/**
 * Returns what a session is given again after a compaction: the user's and the root's instructions and the rules for
 * all files; the start of each skill, the newest first until their tokens are used up; and the files that were
 * changed last, or only their paths where they are too large.
 */
export function returnAfterCompaction(
  { files, folder, skills, modified }: CompactedSession,
  { estimator }: { readonly estimator: TokenEstimator },
): CompactionReturn {
  const returns = (file: InstructionFile) =>
    (file.scope === undefined || file.scope.kind === "always") &&
    (isOfUser(file) || isAtOrAbove(file.folder, folder));
  const [again, waiting] = [files.filter(returns), files.filter((file) => !returns(file))];
  const instructions = again.map(({ path, text }): ReturnedText => ({
    kind: "instructions",
    path,
    text,
    tokens: estimator.count(text),
    isCut: false,
  }));
  const opened = skills.map((skill) => startOf(skill, estimator));
  const cost = ({ tokens }: ReturnedText) => tokens;
  const { first } = takeNewest(opened, { budget: MAX_SKILL_TOKENS, cost });
  const recent = modified.slice(-MAX_RECENT_FILES).map(({ path, text }): ReturnedText => {
    const tokens = estimator.count(text);
    const isCut = tokens > MAX_ITEM_TOKENS;
    return { kind: "file", path, text: isCut ? "" : text, tokens: isCut ? 0 : tokens, isCut };
  });
  return {
    texts: [...instructions, ...opened.slice(first), ...recent],
    waiting: waiting.map(({ path }) => path),
    dropped: [
      ...opened.slice(0, first).map(({ path }) => path),
      ...modified.slice(0, -MAX_RECENT_FILES).map(({ path }) => path),
    ],
  };
}

function isAtOrAbove(folder: string, other: string): boolean {
  return folder === "" || folder === other || other.startsWith(`${folder}/`);
}

/** Returns the first lines of a skill that fit, or of a longer line its first characters. */
function startOf({ path, text }: UsedText, estimator: TokenEstimator): ReturnedText {
  const tokens = estimator.count(text);
  if (tokens <= MAX_ITEM_TOKENS) return { kind: "skill", path, text, tokens, isCut: false };
  const fits = (end: number) => estimator.count(text.slice(0, end)) <= MAX_ITEM_TOKENS;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  const newline = text.lastIndexOf("\n", low - 1) + 1;
  const start = newline === 0 ? takeWholeStart(text, low) : text.slice(0, newline);
  return { kind: "skill", path, text: start, tokens: estimator.count(start), isCut: true };
}
