import { cutText } from "./cut_text.ts";
import { FramedText } from "./plain_text.tsx";
import { PageSection } from "./report_view.tsx";

/** Maximum weight of the exact text of a bundle: 100,000 tokens of code weigh less. */
const MAX_WEIGHT = 600_000;

/**
 * Text as an agent reads it, byte for byte: all of it with a button that copies it, or else its
 * beginning.
 */
export function ExactText({ text, summary, wholeUrl }: {
  readonly text: string;
  /** Text of the control that opens it. */
  readonly summary: string;
  /** Address of the whole text. @default no address */
  readonly wholeUrl?: string;
}) {
  const isCut = cutText(text, MAX_WEIGHT).length < text.length;
  return (
    <PageSection heading="The exact text">
      <details id="bundle">
        <summary>{summary}</summary>
        <FramedText text={text} maxWeight={MAX_WEIGHT} label="Byte for byte" />
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
