import type { JSX } from "hono/jsx/jsx-runtime";
import { splitControls } from "./split_controls.ts";

/**
 * A text that somebody else wrote, as text: markup is escaped, and controls are shown by name, so that
 * what is read is what is there. The script puts them back when it copies.
 */
export function PlainText({ text, keepsLines = false }: {
  readonly text: string;
  /** Whether line breaks and tabs are kept. @default false */
  readonly keepsLines?: boolean;
}): JSX.Element {
  return (
    <>
      {splitControls(text, { keepsLines }).map((run) =>
        run.kind === "text"
          ? run.text
          : <span class="control" data-code={run.codePoint.toString(16)}>{run.name}</span>
      )}
    </>
  );
}

/** A path, with the lines of it that are meant where there are some; a writing direction stays inside. */
export function Place({ path, startLine, endLine }: {
  readonly path: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}): JSX.Element {
  return (
    <bdi class="place" dir="ltr">
      <PlainText text={path} />
      {startLine === undefined
        ? ""
        : <span class="lines">:{startLine}-{endLine ?? startLine}</span>}
    </bdi>
  );
}
