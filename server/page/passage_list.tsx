import type { Fragment } from "@dossier/core";
import { cutLines, MAX_LINES_WEIGHT } from "./cut_text.ts";
import { formatCounted, formatShare } from "./figures.ts";
import { CodeName, PlaceLink } from "./parts.tsx";
import { FramedText, LanguageName, NumberedLines, OneLine } from "./plain_text.tsx";
import { ScoreBar, StepGlossary } from "./score_bar.tsx";

/** Most passages of a bundle or a record that are shown. */
export const MAX_SHOWN_PASSAGES = 100;

/** Most weight of the texts of all passages, which share it; a heading leads to all lines of its own. */
const MAX_WEIGHT = 250_000;

/** Lines of text that are open at first: about what fits a screen. */
const OPEN_LINES = 40;

/** A fragment: of a bundle, with its text, or of a record, without. */
type ShownPassage = Omit<Fragment, "text"> & { readonly text?: string | undefined };

/** The passages of a bundle or a record, as many as a page shows; the first of them are open. */
export function PassageList({ passages, whole, root }: {
  readonly passages: readonly ShownPassage[];
  /** Tokens that shares are of. */
  readonly whole: number;
  readonly root: string;
}) {
  const shown = passages.slice(0, MAX_SHOWN_PASSAGES);
  const best = Math.max(...shown.map(({ score }) => score), 0);
  const most = Math.min(MAX_WEIGHT / shown.length, MAX_LINES_WEIGHT);
  const rest = passages.length - shown.length;
  const openCount = countOpen(shown);
  return (
    <>
      {shown.map((passage, index) => (
        <PassageArticle
          {...{ passage, whole, best, root, most }}
          isOpen={index < openCount}
        />
      ))}
      {rest > 0 && (
        <p class="faint">and {formatCounted(rest, "more passage")}, which are not shown here</p>
      )}
      {shown.some(({ explanation }) => explanation !== undefined) && <StepGlossary />}
    </>
  );
}

/** Returns how many passages fit a screen with their lines; the first is open however long it is. */
function countOpen(passages: readonly ShownPassage[]): number {
  let lines = 0;
  const end = passages.findIndex(({ text = "" }, index) => {
    lines += text.split("\n", OPEN_LINES).length;
    return index > 0 && lines > OPEN_LINES;
  });
  return end === -1 ? passages.length : end;
}

/** One passage: its place, its role and reasons, its cost, and where its score comes from. */
function PassageArticle({ passage, whole, best, root, most, isOpen }: {
  readonly passage: ShownPassage;
  readonly whole: number;
  /** The best score of all passages. */
  readonly best: number;
  readonly root: string;
  /** Most weight of its text; see `cutText()`. */
  readonly most: number;
  /** Whether its text is shown at first. */
  readonly isOpen: boolean;
}) {
  const { rank, location, tokens, explanation, remark, text } = passage;
  const { form, role, reasons = [], freshness, score, edited } = passage;
  const id = `passage-${rank}`;
  const label = `Text of passage ${rank}`;
  const kinds = [...new Set([role, form])].filter((kind) => kind !== undefined);
  const isRanked = explanation !== undefined || role === undefined || role === "snippet";
  return (
    <article class={`passage of-${role ?? "snippet"}`} aria-labelledby={id}>
      <h3 id={id} tabindex={-1}>
        <span class="rank">{rank}</span>
        <span class="name">
          <PlaceLink of={passage} root={root} />{" "}
          {location?.symbol !== undefined && <CodeName text={location.symbol} name="symbol" />}
        </span>
        <span class="figure">
          {formatCounted(tokens, "token")}, {formatShare(whole === 0 ? 0 : tokens / whole)}
        </span>
      </h3>
      <p class="meta">
        {kinds.map((kind) => <span class={`badge is-${kind}`}>{kind}</span>)}
        {location && <LanguageName language={location.language} />}
        {edited && <span class="badge">not just the lines</span>}
        <Remark text={reasons.join("; ")} />
        {freshness !== undefined && (
          <span class={freshness < 1 ? "badge bad" : "badge good"}>
            freshness {freshness.toFixed(2)}
          </span>
        )}
        <Remark text={remark ?? ""} />
        {!isRanked && role !== "document" && <span class="faint">not ranked</span>}
      </p>
      {isRanked && <ScoreBar score={score} explanation={explanation} best={best} />}
      {text !== undefined && form !== "reference" && (
        <details class="text" open={isOpen}>
          <summary>
            Text<span class="visually-hidden">of passage {rank}</span>
          </summary>
          {edited || form === "outline"
            ? <FramedText text={text} most={most} label={label} />
            : (
              <NumberedLines
                cut={cutLines(text, { most })}
                startLine={location?.startLine ?? 1}
                label={label}
              />
            )}
        </details>
      )}
    </article>
  );
}

function Remark({ text }: { readonly text: string }) {
  if (text === "") return null;
  return (
    <span>
      <OneLine text={text} />
    </span>
  );
}
