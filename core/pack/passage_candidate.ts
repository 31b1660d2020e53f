import type { DocumentKind } from "../chunk/chunk.ts";
import type { Explanation } from "../rank/explanation.ts";
import type { PassageForm, PassageRole } from "./bundle.ts";

/** The text that candidates of one file are cut from. */
export interface PassageSource {
  /** The lines of the file without their line breaks; line 1 is at index 0. */
  readonly lines: readonly string[];
  /** Numbers of the lines that do not say what the file says, as secrets in them are masked. */
  readonly masked?: ReadonlySet<number>;
}

/** A ranked line range that may be shown. */
export interface PassageCandidate {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** Program text or prose. */
  readonly kind: DocumentKind;
  /** Lower-case language name. */
  readonly language: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** Name of the definition or heading it shows, when it has one. */
  readonly symbol?: string;
  /** Higher is better; comparable inside one list. */
  readonly score: number;
  /** What a passage of a task's bundle is there for. */
  readonly role?: PassageRole;
  /** How far a design document can be relied on, from .2 to 1. */
  readonly freshness?: number;
  /** What the reader should know of it. */
  readonly remark?: string;
  /** Why it is proposed, the weightiest reason first. */
  readonly reasons?: readonly string[];
  /** Where the score comes from. */
  readonly explanation?: Explanation;
  /** What is shown in place of the lines; such a passage is not merged with its neighbours. */
  readonly instead?: { readonly form: PassageForm; readonly text: string };
  /**
   * The declarations of the range without their bodies: shown when the range itself does not fit.
   * Empty or absent when there are none. It is read only then, so it may be a getter that works.
   */
  readonly outline?: string;
  /** The file it is cut from; the same for all candidates of a path. */
  readonly document: PassageSource;
}

/** Returns the lines `startLine` to `endLine` (1-based, inclusive) joined by newlines. */
export function sliceLines(
  source: PassageSource,
  { startLine, endLine }: { startLine: number; endLine: number },
): string {
  return source.lines.slice(startLine - 1, endLine).join("\n");
}

/** Returns whether the lines `startLine` to `endLine` (1-based, inclusive) are all blank; true for none. */
export function isBlankRange(
  source: PassageSource,
  { startLine, endLine }: { startLine: number; endLine: number },
): boolean {
  for (let line = startLine; line <= endLine; line++) {
    if ((source.lines[line - 1] ?? "").trim() !== "") return false;
  }
  return true;
}
