import type { RestoredInjection } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { cutText, MAX_EXACT_WEIGHT } from "./cut_text.ts";
import { formatCounted } from "./figures.ts";
import { FramedText } from "./numbered_text.tsx";
import { pageUrl } from "./page_state.ts";
import { CappedItems, LinesLink, PageSection } from "./parts.tsx";
import { Place, PlainText } from "./plain_text.tsx";

/** The text of a record, the parts of it that have changed, or the sentence that says why neither is known. */
export type RestoredText = RestoredInjection | { readonly problem: string };

/** The text of a record as it was given, byte for byte, or why it can not be had. */
export function RestoredView({ id, restored, root }: {
  /** Number of the record. */
  readonly id: number;
  readonly restored: RestoredText;
  readonly root: string;
}): JSX.Element {
  if (!("text" in restored)) {
    return (
      <PageSection id="exact" title="The exact text">
        <Obstacle restored={restored} root={root} />
      </PageSection>
    );
  }
  const { text } = restored;
  const isCut = cutText(text, MAX_EXACT_WEIGHT).length < text.length;
  return (
    <PageSection id="exact" title="The exact text">
      <details id="bundle">
        <summary>As it was given, byte for byte</summary>
        <FramedText text={text} most={MAX_EXACT_WEIGHT} label="The text as it was given" />
      </details>
      <p>
        {isCut
          ? <a href={pageUrl(`/v1/log/${id}/text`, { root })}>The whole text</a>
          : <button type="button" id="copy" hidden>Copy the text</button>}
      </p>
    </PageSection>
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
          render={({ change, ...place }) => (
            <>
              {change === "gone" ? <Place {...place} /> : <LinesLink root={root} {...place} />}
              <span class="figure">
                {change === "gone" ? "gone or left out by now" : "changed"}
              </span>
            </>
          )}
        />
      </ul>
    </>
  );
}
