import { structuredPatch } from "diff";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCounted } from "./figures.ts";
import { PlainText } from "./plain_text.tsx";

/** Lines around a difference that are shown. */
const CONTEXT_LINES = 3;

/** Most lines that may differ: beyond them a list of differences says less than the texts, and takes long. */
const MAX_DIFFERENCES = 2000;

/** The lines in which two texts differ, with some around them. */
export function TextDiff({ left, right }: {
  readonly left: string;
  readonly right: string;
}): JSX.Element {
  if (left === right) return <p>The texts are the same, byte for byte.</p>;
  const patch = structuredPatch("left", "right", left, right, "", "", {
    context: CONTEXT_LINES,
    maxEditLength: MAX_DIFFERENCES,
  });
  if (patch === undefined) {
    return <p>The texts differ in more than {formatCounted(MAX_DIFFERENCES, "line")}.</p>;
  }
  return (
    <div class="code diff" tabindex={0} role="region" aria-label="Lines that differ">
      {patch.hunks.map(({ oldStart, newStart, lines }) => (
        <>
          <div class="hunk">left from line {oldStart}, right from line {newStart}</div>
          {lines.map((line) => <DiffLine sign={line.slice(0, 1)} text={line.slice(1)} />)}
        </>
      ))}
    </div>
  );
}

function DiffLine({ sign, text }: { readonly sign: string; readonly text: string }) {
  const shown = <PlainText text={text} keepsLines />;
  if (sign === "-") return <del>{shown}</del>;
  if (sign === "+") return <ins>{shown}</ins>;
  return <div class="unchanged">{shown}</div>;
}
