import type { JSX } from "hono/jsx/jsx-runtime";
import type { TextDifference } from "./compare_texts.ts";
import { cutLines } from "./cut_text.ts";
import { formatCounted } from "./figures.ts";
import { Cut, PlainText } from "./plain_text.tsx";

/** Most weight of all lines, with those around them. */
const MAX_WEIGHT = 400_000;

/** Most lines, with those around them. */
const MAX_SHOWN_LINES = 3000;

/** The lines in which two texts differ, with some around them. */
export function TextDiff(
  { difference }: { readonly difference: TextDifference },
): JSX.Element {
  if (difference.kind === "same") return <p>The texts are the same, byte for byte.</p>;
  if (difference.kind === "large") return <p>The texts differ in too much to be shown.</p>;
  const { hunks } = difference;
  const { lines, total } = cutLines(hunks.flatMap(({ lines }) => lines).join("\n"), {
    most: MAX_WEIGHT,
    maxLines: MAX_SHOWN_LINES,
  });
  let end = 0;
  return (
    <>
      <div class="code diff" tabindex={0} role="region" aria-label="Lines that differ">
        {hunks.map((hunk) => {
          const shown = lines.slice(end, end += hunk.lines.length);
          return shown.length === 0 ? "" : (
            <>
              <div class="hunk">
                left from line {hunk.oldStart}, right from line {hunk.newStart}
              </div>
              {shown.map(({ text, rest }) => <DiffLine text={text} rest={rest} />)}
            </>
          );
        })}
      </div>
      {lines.length === total
        ? ""
        : <p class="faint">and {formatCounted(total - lines.length, "more line")}</p>}
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
  return <div class="unchanged">{shown}</div>;
}
