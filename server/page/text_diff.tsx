import { type StructuredPatch, structuredPatch } from "diff";
import { cutLines } from "./cut_text.ts";
import { formatCount } from "./figures.ts";
import { CutNotice, PlainText } from "./plain_text.tsx";

/** Number of lines that are shown around a difference. */
const CONTEXT_LINES = 3;

/** Maximum number of differing lines. With more, a list of differences says less than the texts. */
const MAX_DIFFERENCES = 2000;

/** Maximum number of characters of both texts together. */
const MAX_LENGTH = 4_000_000;

/**
 * Longest uninterrupted search for differences, in milliseconds: two bundles of 3,000 tokens with
 * nothing in common take 25, two of 3,000 lines 370.
 */
const MAX_BLOCKING_MS = 200;

/** Longest time of a search for differences, in milliseconds. */
const MAX_SEARCH_MS = 5000;

/** Difference of two texts, or a statement that it is too large to be shown. */
export type TextDifference =
  | { readonly kind: "same" }
  | { readonly kind: "large" }
  | { readonly kind: "hunks"; readonly hunks: StructuredPatch["hunks"] };

/**
 * Returns the differences of two texts by lines. A long search lets other requests be answered
 * meanwhile: each of its steps, as many as there are differences, then takes a turn of the event
 * loop, which is a hundred times slower.
 */
export async function compareTexts(
  left: string,
  right: string,
  { maxDifferences = MAX_DIFFERENCES, unbrokenMs = MAX_BLOCKING_MS }: {
    /** Maximum number of differing lines. @default {2000} */
    readonly maxDifferences?: number;
    /** @default {200} */
    readonly unbrokenMs?: number;
  } = {},
): Promise<TextDifference> {
  if (left === right) return { kind: "same" };
  if (left.length + right.length > MAX_LENGTH) return { kind: "large" };
  const files = ["left", "right", left, right, "", ""] as const;
  const options = { context: CONTEXT_LINES, maxEditLength: maxDifferences };
  const startedMs = performance.now();
  const quick = structuredPatch(...files, { ...options, timeout: unbrokenMs });
  if (quick !== undefined) return { kind: "hunks", hunks: quick.hunks };
  // The number of differences has stopped the search, and not the time.
  if (performance.now() - startedMs < unbrokenMs) return { kind: "large" };
  const patch = await new Promise<StructuredPatch | undefined>((resolve) => {
    structuredPatch(...files, { ...options, timeout: MAX_SEARCH_MS, callback: resolve });
  });
  return patch === undefined ? { kind: "large" } : { kind: "hunks", hunks: patch.hunks };
}

/** Maximum weight of all lines, with the context. */
const MAX_WEIGHT = 400_000;

/** Maximum number of lines, with the context. */
const MAX_SHOWN_LINES = 3000;

/** Differing lines of two texts, with some lines of context. */
export function TextDiff(
  { difference }: { readonly difference: TextDifference },
) {
  if (difference.kind === "same") return <p>The texts are the same, byte for byte.</p>;
  if (difference.kind === "large") return <p>The texts differ too much to be compared.</p>;
  const { hunks } = difference;
  const { lines, total } = cutLines(hunks.flatMap(({ lines }) => lines).join("\n"), {
    maxWeight: MAX_WEIGHT,
    maxLines: MAX_SHOWN_LINES,
  });
  let end = 0;
  return (
    <>
      <div class="diff" tabindex={0} role="region" aria-label="Lines that differ">
        {hunks.map((hunk) => {
          const shown = lines.slice(end, end += hunk.lines.length);
          return shown.length > 0 && (
            <>
              <div class="hunk">
                left from line {hunk.oldStart}, right from line {hunk.newStart}
              </div>
              {shown.map(({ text, rest }) => <DiffLine text={text} rest={rest} />)}
            </>
          );
        })}
      </div>
      {lines.length < total && (
        <p class="faint">and {formatCount(total - lines.length, "more line")}</p>
      )}
    </>
  );
}

function DiffLine({ text, rest }: { readonly text: string; readonly rest: number }) {
  const shown = (
    <>
      <PlainText text={text.slice(1)} keepsLines />
      <CutNotice rest={rest} />
    </>
  );
  if (text.startsWith("-")) return <del>{shown}</del>;
  if (text.startsWith("+")) return <ins>{shown}</ins>;
  return <div>{shown}</div>;
}
