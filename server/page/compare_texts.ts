import { type StructuredPatch, structuredPatch } from "diff";

/** Lines around a difference that are shown. */
const CONTEXT_LINES = 3;

/** Most lines that may differ: beyond them a list of differences says less than the texts. */
const MAX_DIFFERENCES = 2000;

/** Most characters of both texts. */
const MAX_LENGTH = 4_000_000;

/** Longest time to look for differences, in milliseconds. */
const PATIENCE_MS = 5000;

/** How two texts differ, or that it is too much to be shown. */
export type TextDifference =
  | { readonly kind: "same" }
  | { readonly kind: "large" }
  | { readonly kind: "hunks"; readonly hunks: StructuredPatch["hunks"] };

/** Returns how two texts differ, by lines; others are answered while it looks. */
export async function compareTexts(
  left: string,
  right: string,
  { maxDifferences = MAX_DIFFERENCES }: {
    /** Most lines that may differ. @default {2000} */
    readonly maxDifferences?: number;
  } = {},
): Promise<TextDifference> {
  if (left === right) return { kind: "same" };
  if (left.length + right.length > MAX_LENGTH) return { kind: "large" };
  const patch = await new Promise<StructuredPatch | undefined>((resolve) => {
    structuredPatch("left", "right", left, right, "", "", {
      context: CONTEXT_LINES,
      maxEditLength: maxDifferences,
      timeout: PATIENCE_MS,
      // With it each step takes a turn of the event loop; without, all of them hold the thread for long.
      callback: resolve,
    });
  });
  return patch === undefined ? { kind: "large" } : { kind: "hunks", hunks: patch.hunks };
}
