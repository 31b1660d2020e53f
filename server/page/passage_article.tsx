import type { Passage } from "@dossier/core";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCounted, formatScore, formatShare } from "./figures.ts";
import { cutLines } from "./cut_text.ts";
import { FramedText, NumberedLines } from "./numbered_text.tsx";
import { pageUrl } from "./page_url.ts";
import { Place, PlainText } from "./plain_text.tsx";
import { ScoreBar } from "./score_bar.tsx";

/** A passage: of a bundle, with its text, or of a record, without. */
export type ShownPassage = Omit<Passage, "text"> & { readonly text?: string | undefined };

/** One passage with its place, what it is there for, what it costs, and where its score comes from. */
export function PassageArticle({ passage, whole, best, root, most }: {
  readonly passage: ShownPassage;
  /** Tokens that shares are of. */
  readonly whole: number;
  /** The best score of the bundle. */
  readonly best: number;
  readonly root: string;
  /** Most weight of its text; see `cutText()`. */
  readonly most: number;
}): JSX.Element {
  const { rank, path, startLine, endLine, symbol, tokens, explanation, remark, text } = passage;
  const { form, role, reasons = [], freshness, score, edited } = passage;
  const id = `passage-${rank}`;
  const label = `Text of passage ${rank}`;
  const kinds = [...new Set([role, form])].filter((kind) => kind !== undefined);
  return (
    <article class="passage" aria-labelledby={id}>
      <h3 id={id} tabindex={-1}>
        <span class="rank">{rank}</span>
        <a href={pageUrl("/file", { root, path, from: startLine, to: endLine })}>
          <Place path={path} startLine={startLine} endLine={endLine} />
        </a>
        {symbol === undefined ? "" : (
          <code class="symbol">
            <PlainText text={symbol} />
          </code>
        )}
        <span class="figure">
          {formatCounted(tokens, "token")}, {formatShare(whole === 0 ? 0 : tokens / whole)}
        </span>
      </h3>
      <p class="meta">
        {kinds.map((kind) => (
          <>
            <span class="badge">{kind}</span>
            {" "}
          </>
        ))}
        {edited
          ? (
            <>
              <span class="badge">not just the lines</span>
              {" "}
            </>
          )
          : ""}
        {reasons.length === 0 ? "" : (
          <>
            <PlainText text={reasons.join("; ")} />
            {" "}
          </>
        )}
        {freshness === undefined ? "" : `freshness ${freshness.toFixed(2)} `}
        {remark === undefined ? "" : <PlainText text={remark} />}
        {explanation === undefined && role !== undefined && role !== "snippet" &&
            role !== "document"
          ? <span class="faint">not ranked</span>
          : ""}
      </p>
      {explanation === undefined
        ? (role === undefined || role === "snippet"
          ? <p class="faint">score {formatScore(score)}</p>
          : "")
        : <ScoreBar explanation={explanation} best={best} />}
      {text === undefined || form === "reference" ? "" : (
        <details class="text">
          <summary>
            Text<span class="visually-hidden">of passage {rank}</span>
          </summary>
          {edited || form === "outline"
            ? <FramedText text={text} most={most} label={label} />
            : <NumberedLines cut={cutLines(text, { most })} startLine={startLine} label={label} />}
        </details>
      )}
    </article>
  );
}
