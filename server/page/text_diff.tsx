import { type StructuredPatch, structuredPatch } from "diff";
import { cutLines } from "./cut_text.ts";
import { formatCounted } from "./figures.ts";
import { Cut, PlainText } from "./plain_text.tsx";

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
    /** @default {200} */
    readonly unbrokenMs?: number;
  } = {},
): Promise<TextDifference> {
  if (left === right) return { kind: "same" };
  if (left.length + right.length > MAX_LENGTH) return { kind: "large" };
  const files = ["left", "right", left, right, "", ""] as const;
  const options = { context: CONTEXT_LINES, maxEditLength: maxDifferences };
  const begun = performance.now();
  const quick = structuredPatch(...files, { ...options, timeout: unbrokenMs });
  if (quick !== undefined) return { kind: "hunks", hunks: quick.hunks };
  // Then it was the number of differences that stopped it, and not the time.
  if (performance.now() - begun < unbrokenMs) return { kind: "large" };
  const patch = await new Promise<StructuredPatch | undefined>((resolve) => {
    structuredPatch(...files, { ...options, timeout: PATIENCE_MS, callback: resolve });
  });
  return patch === undefined ? { kind: "large" } : { kind: "hunks", hunks: patch.hunks };
}

/** Most weight of all lines, with those around them. */
const MAX_WEIGHT = 400_000;

/** Most lines, with those around them. */
const MAX_SHOWN_LINES = 3000;

/** The lines in which two texts differ, with some around them. */
export function TextDiff(
  { difference }: { readonly difference: TextDifference },
) {
  if (difference.kind === "same") return <p>The texts are the same, byte for byte.</p>;
  if (difference.kind === "large") return <p>The texts differ too much to be compared.</p>;
  const { hunks } = difference;
  const { lines, total } = cutLines(hunks.flatMap(({ lines }) => lines).join("\n"), {
    most: MAX_WEIGHT,
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
        <p class="faint">and {formatCounted(total - lines.length, "more line")}</p>
      )}
    </>
  );
}

function DiffLine({ text, rest }: { readonly text: string; readonly rest: number }) {
  const shown = (
    <>
      <PlainText text={text.slice(1)} keepsLines />
      <Cut rest={rest} />
    </>
  );
  if (text.startsWith("-")) return <del>{shown}</del>;
  if (text.startsWith("+")) return <ins>{shown}</ins>;
  return <div>{shown}</div>;
}
