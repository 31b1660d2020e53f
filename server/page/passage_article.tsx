import type { Passage } from "@dossier/core";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCounted, formatShare } from "./figures.ts";
import { cutLines } from "./cut_text.ts";
import { LanguageName } from "./language_name.tsx";
import { FramedText, NumberedLines } from "./numbered_text.tsx";
import { pageUrl } from "./page_url.ts";
import { BrokenName, OneLine, Place } from "./plain_text.tsx";
import { ScoreBar } from "./score_bar.tsx";

/** A passage: of a bundle, with its text, or of a record, without. */
export type ShownPassage = Omit<Passage, "text"> & { readonly text?: string | undefined };

/** One passage with its place, what it is there for, what it costs, and where its score comes from. */
export function PassageArticle({ passage, whole, best, root, most, isOpen }: {
  readonly passage: ShownPassage;
  /** Tokens that shares are of. */
  readonly whole: number;
  /** The best score of the bundle. */
  readonly best: number;
  readonly root: string;
  /** Most weight of its text; see `cutText()`. */
  readonly most: number;
  /** Whether its text is shown at first. */
  readonly isOpen: boolean;
}): JSX.Element {
  const { rank, path, startLine, endLine, symbol, tokens, explanation, remark, text } = passage;
  const { form, role, reasons = [], freshness, score, edited, language } = passage;
  const id = `passage-${rank}`;
  const label = `Text of passage ${rank}`;
  const kinds = [...new Set([role, form])].filter((kind) => kind !== undefined);
  const isRanked = explanation !== undefined || role === undefined || role === "snippet";
  return (
    <article class={`passage of-${role ?? "snippet"}`} aria-labelledby={id}>
      <h3 id={id} tabindex={-1}>
        <span class="rank">{rank}</span>
        <span class="name">
          <a href={pageUrl("/file", { root, path, from: startLine, to: endLine })}>
            <Place path={path} startLine={startLine} endLine={endLine} />
          </a>
          {symbol === undefined ? "" : (
            <>
              {" "}
              <code class="symbol">
                <BrokenName text={symbol} />
              </code>
            </>
          )}
        </span>
        <span class="figure">
          {formatCounted(tokens, "token")}, {formatShare(whole === 0 ? 0 : tokens / whole)}
        </span>
      </h3>
      <p class="meta">
        {kinds.map((kind) => <span class={`badge is-${kind}`}>{kind}</span>)}
        <LanguageName language={language} />
        {edited ? <span class="badge">not just the lines</span> : ""}
        {reasons.length === 0 ? "" : (
          <span>
            <OneLine text={reasons.join("; ")} />
          </span>
        )}
        {freshness === undefined ? "" : (
          <span class={freshness < 1 ? "badge bad" : "badge good"}>
            freshness {freshness.toFixed(2)}
          </span>
        )}
        {remark === undefined ? "" : (
          <span>
            <OneLine text={remark} />
          </span>
        )}
        {isRanked || role === "document" ? "" : <span class="faint">not ranked</span>}
      </p>
      {isRanked ? <ScoreBar score={score} explanation={explanation} best={best} /> : ""}
      {text === undefined || form === "reference" ? "" : (
        <details class="text" open={isOpen}>
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
