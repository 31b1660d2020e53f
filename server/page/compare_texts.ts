import { type StructuredPatch, structuredPatch } from "diff";

/** Lines around a difference that are shown. */
const CONTEXT_LINES = 3;

/** Most lines that may differ: beyond them a list of differences says less than the texts. */
const MAX_DIFFERENCES = 2000;

/** Most characters of both texts. */
const MAX_LENGTH = 4_000_000;

/**
 * How long differences may be looked for without a break, in milliseconds: two bundles of 3,000 tokens with
 * nothing in common take 25, two of 3,000 lines 370.
 */
const UNBROKEN_MS = 200;

/** Longest time to look for differences, in milliseconds. */
const PATIENCE_MS = 5000;

/** How two texts differ, or that it is too much to be shown. */
export type TextDifference =
  | { readonly kind: "same" }
  | { readonly kind: "large" }
  | { readonly kind: "hunks"; readonly hunks: StructuredPatch["hunks"] };

/**
 * Returns how two texts differ, by lines. Others are answered while it looks for long: the steps, as many
 * as there are differences, then take a turn of the event loop each, which is a hundred times slower.
 */
export async function compareTexts(
  left: string,
  right: string,
  { maxDifferences = MAX_DIFFERENCES, unbrokenMs = UNBROKEN_MS }: {
    /** Most lines that may differ. @default {2000} */
    readonly maxDifferences?: number;
    /** How long it may look without a break, in milliseconds. @default {200} */
    readonly unbrokenMs?: number;
  } = {},
): Promise<TextDifference> {
  if (left === right) return { kind: "same" };
  if (left.length + right.length > MAX_LENGTH) return { kind: "large" };
  const options = { context: CONTEXT_LINES, maxEditLength: maxDifferences };
  const begun = performance.now();
  const quick = structuredPatch("left", "right", left, right, "", "", {
    ...options,
    timeout: unbrokenMs,
  });
  if (quick !== undefined) return { kind: "hunks", hunks: quick.hunks };
  // Then it was the number of differences that stopped it, and not the time.
  if (performance.now() - begun < unbrokenMs) return { kind: "large" };
  const patch = await new Promise<StructuredPatch | undefined>((resolve) => {
    structuredPatch("left", "right", left, right, "", "", {
      ...options,
      timeout: PATIENCE_MS,
      callback: resolve,
    });
  });
  return patch === undefined ? { kind: "large" } : { kind: "hunks", hunks: patch.hunks };
}
