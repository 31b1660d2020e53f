import { fitNewest } from "@dossier/core/prompt";
import type { TokenEstimator } from "@dossier/core/text";
import { takeUtf16Start } from "@dossier/core/utf8";
import { type InstructionFile, isUserFile } from "./instruction_file.ts";

/**
 * Maximum number of tokens of one restored skill or file, maximum number of tokens of all skills,
 * and maximum number of files (Claude Code; systems.md §4.11).
 */
const MAX_ITEM_TOKENS = 5000;
const MAX_SKILL_TOKENS = 25_000;
const MAX_RECENT_FILES = 5;

/** A text with its path. */
export interface UsedText {
  /** Path of its file. */
  readonly path: string;
  /** Empty when only the path is restored. */
  readonly text: string;
}

/** The state of a session before a compaction. */
export interface CompactedSession {
  /** Current instructions on disk, in order. */
  readonly files: readonly InstructionFile[];
  /**
   * Folder of the session, relative to the root: files further below are added when one is used.
   */
  readonly folder: string;
  /** Opened skills, the oldest first. */
  readonly skills: readonly UsedText[];
  /** Changed files in their current state, the oldest first. */
  readonly modified: readonly UsedText[];
}

/** A text that is restored after a compaction. */
export interface ReturnedText extends UsedText {
  /** Kind of the text. */
  readonly kind: "instructions" | "skill" | "file";
  /** Tokens by the estimator. */
  readonly tokens: number;
  /**
   * True when only its start is restored; a file that is too large is restored as a path with an
   * empty text.
   */
  readonly isCut: boolean;
}

/** The texts that are restored after a compaction, and the others. */
export interface CompactionReturn {
  /** In order. */
  readonly texts: readonly ReturnedText[];
  /** Rules and files of folders further below: they are added when a matching file is used. */
  readonly waiting: readonly string[];
  /** Skills and files that are too old. */
  readonly dropped: readonly string[];
}

/**
 * Returns the texts that a session gets again after a compaction: the instructions of the user and
 * the root and the rules for all files; the start of each skill, the newest first within their
 * tokens; and the files that were changed last, as paths when they are too large.
 */
export function returnAfterCompaction(
  { files, folder, skills, modified }: CompactedSession,
  { estimator }: { readonly estimator: TokenEstimator },
): CompactionReturn {
  const returns = (file: InstructionFile) =>
    (file.scope === undefined || file.scope.kind === "always") &&
    (isUserFile(file) || isAtOrAbove(file.folder, folder));
  const [again, waiting] = [files.filter(returns), files.filter((file) => !returns(file))];
  const instructions = again.map(({ path, text }): ReturnedText => ({
    kind: "instructions",
    path,
    text,
    tokens: estimator.count(text),
    isCut: false,
  }));
  const opened = skills.map((skill) => cutSkillStart(skill, estimator));
  const cost = ({ tokens }: ReturnedText) => tokens;
  const { first } = fitNewest(opened, { budget: MAX_SKILL_TOKENS, cost });
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

/** Returns the first lines of a skill that fit, or the first characters of a longer line. */
function cutSkillStart({ path, text }: UsedText, estimator: TokenEstimator): ReturnedText {
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
  const start = newline === 0 ? takeUtf16Start(text, low) : text.slice(0, newline);
  return { kind: "skill", path, text: start, tokens: estimator.count(start), isCut: true };
}
