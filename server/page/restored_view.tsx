import type { ChangedPart, RestoredRecord } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCounted } from "./figures.ts";
import { CappedItems } from "./lists.tsx";
import { cutText, MAX_EXACT_WEIGHT } from "./cut_text.ts";
import { FramedText } from "./numbered_text.tsx";
import { pageUrl } from "./page_state.ts";
import { Place, PlainText } from "./plain_text.tsx";

/** The text of a record, what of it has changed, or the sentence that says why neither is known. */
export type RestoredText = RestoredRecord | { readonly problem: string };

/** The text of a record as it was given, byte for byte, or why it can not be had. */
export function RestoredView({ id, restored, root }: {
  /** Number of the record. */
  readonly id: number;
  readonly restored: RestoredText;
  readonly root: string;
}): JSX.Element {
  return (
    <section aria-labelledby="exact">
      <h2 id="exact">The exact text</h2>
      {"text" in restored
        ? (
          <>
            <details id="bundle">
              <summary>As it was given, byte for byte</summary>
              <FramedText
                text={restored.text}
                most={MAX_EXACT_WEIGHT}
                label="The text as it was given"
              />
            </details>
            <p>
              {cutText(restored.text, MAX_EXACT_WEIGHT).length < restored.text.length
                ? <a href={pageUrl(`/v1/log/${id}/text`, { root })}>The whole text</a>
                : <button type="button" id="copy" hidden>Copy the text</button>}
            </p>
          </>
        )
        : <Obstacle restored={restored} root={root} />}
    </section>
  );
}

/** Why the text of a record can not be written again. */
export function Obstacle({ restored, root }: {
  readonly restored: Exclude<RestoredText, { readonly text: string }>;
  readonly root: string;
}): JSX.Element {
  if ("problem" in restored) {
    return (
      <p class="problem">
        <PlainText text={restored.problem} />
      </p>
    );
  }
  return (
    <>
      <p>
        It can not be written again, as {formatCounted(restored.changed.length, "part")}{" "}
        of it changed since:
      </p>
      <ul class="ranges">
        <CappedItems
          items={restored.changed}
          noun="part"
          render={(part) => <ChangedPlace part={part} root={root} />}
        />
      </ul>
    </>
  );
}

function ChangedPlace({ part, root }: { readonly part: ChangedPart; readonly root: string }) {
  const { path, startLine, endLine, change } = part;
  return (
    <li>
      {change === "gone"
        ? <Place path={path} startLine={startLine} endLine={endLine} />
        : (
          <a href={pageUrl("/file", { root, path, from: startLine, to: endLine })}>
            <Place path={path} startLine={startLine} endLine={endLine} />
          </a>
        )}
      <span class="figure">{change === "gone" ? "gone or left out by now" : "changed"}</span>
    </li>
  );
}
