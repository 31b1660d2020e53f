import { cutText } from "./cut_text.ts";
import { FramedText } from "./plain_text.tsx";
import { PageSection } from "./report_view.tsx";

/** Most weight of the exact text of a bundle: 100,000 tokens of code are less. */
const MAX_WEIGHT = 600_000;

/** A text as an agent reads it, byte for byte: all of it to be copied, or else its beginning. */
export function ExactText({ text, summary, wholeUrl }: {
  readonly text: string;
  /** What opens it. */
  readonly summary: string;
  /** Where all of it can be had. @default nowhere */
  readonly wholeUrl?: string;
}) {
  const isCut = cutText(text, MAX_WEIGHT).length < text.length;
  return (
    <PageSection heading="The exact text">
      <details id="bundle">
        <summary>{summary}</summary>
        <FramedText text={text} most={MAX_WEIGHT} label="Byte for byte" />
      </details>
      {!isCut && (
        <p>
          <button type="button" id="copy" hidden>Copy the text</button>
        </p>
      )}
      {isCut && wholeUrl && (
        <p>
          <a href={wholeUrl}>The whole text</a>
        </p>
      )}
    </PageSection>
  );
}
